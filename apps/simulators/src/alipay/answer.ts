import type { Changes } from './records.ts'

/** What a call answers, and what it changed. */
export interface Answer {
  readonly body: Record<string, unknown>
  readonly changes?: Changes
  readonly lost?: boolean
}

/** How AMS says what became of a call: `U` is unknown or under way. */
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
