import { isIsoDate } from '@kippu/domain/jst-date'

import type { ChosenSpans } from '../../stock/chosen-spans.ts'
import { chosenProduct } from './chosen-product.ts'
import { chosenSite } from './chosen-site.ts'
import { type CommandArguments, type CommandDeps, UsageError } from '../command.ts'

export const DAYS_OPTIONS = {
  from: { type: 'string', help: 'first day of visit: 2026-12-24' },
  to: { type: 'string', help: 'last day of visit; without it, the first one' },
  time: { type: 'string', help: 'the time spans of the days that begin then, as 10:00; without it, all' },
} as const

/**
 * The time spans that somebody typed: of a site, a product or all of its products, and days.
 * @param today the first day where none is typed; without it one has to be.
 */
export async function chosenDays(
  deps: CommandDeps,
  typed: CommandArguments,
  { site, product, today }: { readonly site?: string; readonly product?: string; readonly today?: string },
): Promise<ChosenSpans> {
  const siteKey = chosenSite(deps, site)
  const first = typed.text('from') ?? today
  if (first === undefined) throw new UsageError('name the first day: --from 2026-12-24')
  const from = dayOf(first)
  const to = dayOf(typed.text('to') ?? from)
  const time = timeOfDay(typed)
  if (to < from) throw new UsageError('the last day is before the first one')
  const productUuid = product === undefined ? null : await chosenProduct(deps, siteKey, product)
  return { siteKey, productUuid, from, to, time }
}

/** The time that somebody typed, `HH:mm` in Japan; null without one. */
export function timeOfDay(typed: CommandArguments, option = 'time'): string | null {
  const time = typed.text(option) ?? null
  if (time !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    throw new UsageError(`${time} is not a time: write it as 09:30`)
  return time
}

/** The reason that somebody typed. @throws UsageError without one. */
export function reasonOf(typed: CommandArguments): string {
  const reason = typed.text('reason')?.trim() ?? ''
  if (reason === '') throw new UsageError('say why, with --reason')
  return reason
}

export function dayOf(text: string): string {
  const isDay: boolean = isIsoDate(text)
  if (!isDay) throw new UsageError(`${text} is not a day: write it as 2026-12-24`)
  return text
}

const MOST = 1_000_000

export function wholeNumberOf(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > MOST)
    throw new UsageError(`${text} is not a whole number up to ${MOST}`)
  return number
}
