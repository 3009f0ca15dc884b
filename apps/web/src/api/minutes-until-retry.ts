import { ApiError } from './api-error.ts'

const TOO_MANY = 429

/** Minutes until the server would do what it was asked for too often (429), one at least; null for any other failure. */
export function minutesUntilRetry(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== TOO_MANY) return null
  return Math.max(Math.ceil((error.body?.retry_after ?? 0) / 60), 1)
}
