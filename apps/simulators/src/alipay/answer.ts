import type { Changes } from './records.ts'

/** What a call answers, and what it changed. */
export type Answer = { body: Record<string, unknown>; changes?: Changes; lost?: boolean }

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
export function yen(amount: number): { currency: string; value: string } {
  return { currency: 'JPY', value: String(amount) }
}
