import { ApiError } from './api-error.ts'

/**
 * Whether the server looked at what was sent and said no (400, 404): asked again, it says the same. A server that is busy
 * or broken, or that was asked too often, has judged nothing, and a later try may help.
 */
export function isRefusedForGood(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.kind === 'refused' && (error.status === 400 || error.status === 404)
  )
}
