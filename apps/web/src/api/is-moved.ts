import { ApiError } from './api-error.ts'

const GONE = 410

/** Whether a call was refused because the visit was moved: its tickets have another address now. */
export function isMoved(error: unknown): boolean {
  return error instanceof ApiError && error.status === GONE
}
