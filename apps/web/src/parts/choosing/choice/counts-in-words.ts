import { linesOf } from './order-choice.ts'
import type { Choice, ChosenLine } from './order-choice.ts'

/** `大人（18歳以上） × 2 · 子ども（4〜11歳） × 1`; undefined while nothing of that sort is chosen. */
export function countsInWords(choice: Choice, isWanted: (line: ChosenLine) => boolean): string | undefined {
  const lines = linesOf(choice).filter(isWanted)
  return lines.length === 0 ? undefined : lines.map(({ name, count }) => `${name} × ${count}`).join(' · ')
}

/** Tickets and the extras that go with them. */
export function isTicketLine({ kind }: ChosenLine): boolean {
  return kind !== 'set'
}
