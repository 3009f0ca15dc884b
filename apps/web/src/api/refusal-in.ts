import type { ErrorCode } from '@kippu/contract/errors'

import { ApiError } from './api-error.ts'

/** The refusal in an error, if it is one of these. */
export function refusalIn<Code extends ErrorCode>(error: unknown, codes: readonly Code[]): Code | null {
  return error instanceof ApiError ? (codes.find(code => code === error.body?.error) ?? null) : null
}
