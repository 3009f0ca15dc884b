import { isIsoDate, jstDateOf, type IsoDate } from '@kippu/domain/jst-date'

import { isMonth } from '../../office/books/months.ts'
import { type CommandArguments, type CommandDeps, UsageError } from '../command.ts'

export const PERIOD_OPTIONS = {
  from: { type: 'string', help: 'first day, as 2026-11-01; without it, today' },
  to: { type: 'string', help: 'last day; without it, the first one' },
} as const

/** Longer ones are asked for in parts. */
const MOST_DAYS_MS = 800 * 86_400_000

/** The days that somebody typed. @throws UsageError */
export function typedPeriod(
  { clock }: Pick<CommandDeps, 'clock'>,
  { text }: CommandArguments,
): { readonly from: IsoDate; readonly to: IsoDate } {
  const from = typedDay('--from', text('from') ?? jstDateOf(clock.now()))
  const to = typedDay('--to', text('to') ?? from)
  if (to < from) throw new UsageError(`--to: ${to} is before ${from}`)
  if (Date.parse(to) - Date.parse(from) > MOST_DAYS_MS)
    throw new UsageError('--to: more than 800 days at once')
  return { from, to }
}

/** @throws UsageError */
export function typedDay(option: string, text: string): IsoDate {
  if (isIsoDate(text)) return text
  const fault = text === '' ? 'name a day,' : `${String(text)} is not a day; write it`
  throw new UsageError(`${option}: ${fault} as 2026-11-01`)
}

/** @throws UsageError */
export function typedMonth(argument: string, text: string | undefined): string {
  if (text !== undefined && isMonth(text)) return text
  throw new UsageError(
    `${argument}: ${text ? `${text} is not a month; write it` : 'name a month,'} as 2026-11`,
  )
}

/** One of some words. @throws UsageError */
export function oneOf<const Word extends string>(
  option: string,
  words: readonly Word[],
  text: string | undefined,
): Word {
  const found = words.find(word => word === text)
  if (found === undefined)
    throw new UsageError(`${option}: ${text ? `${text} is none of` : 'name one of'} ${words.join(', ')}`)
  return found
}
