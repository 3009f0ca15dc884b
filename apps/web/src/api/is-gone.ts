import { ApiError } from './api-error.ts'

const NOT_FOUND = 404

/** Whether the store says that there is nothing of the kind (any more): an answer without its word may be that of a proxy. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === NOT_FOUND && error.body?.error === 'record not found'
}
