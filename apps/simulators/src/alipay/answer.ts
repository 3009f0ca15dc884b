import type { Changes } from './records.ts'

/** The answer of a call, and the changes it made. */
export interface Answer {
  readonly body: Record<string, unknown>
  readonly changes?: Changes
  readonly lost?: boolean
}

/** An answer of AMS with the result of a call: `S` succeeded, `F` failed, `U` unknown or under way. */
export function answer(
  resultStatus: 'S' | 'F' | 'U',
  resultCode: string,
  fields: Record<string, unknown> = {},
): Answer {
  const resultMessage = resultCode.toLowerCase().replaceAll('_', ' ')
  return { body: { result: { resultStatus, resultCode, resultMessage }, ...fields } }
}

/** An amount as AMS writes it: text, in the smallest unit. */
export function yen(amount: number): { readonly currency: string; readonly value: string } {
  return { currency: 'JPY', value: String(amount) }
}
