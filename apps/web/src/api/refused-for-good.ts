import { ApiError } from './api-error.ts'

/**
 * Whether the server looked at the request and refused it (400, 404): the same request would be refused again. A server
 * that is busy, broken or called too often has decided nothing, so a later try may help.
 */
export function isRefusedForGood(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.kind === 'refused' && (error.status === 400 || error.status === 404)
  )
}
