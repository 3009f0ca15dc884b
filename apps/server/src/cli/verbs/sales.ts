import { jstDateOf, jstIso } from '@kippu/domain/jst-date'

import { releaseUnpaid } from '../../orders/life/end-unpaid.ts'
import { listStopped, type StoppedDay } from '../../stock/list-stopped.ts'
import { resumeSale, stopSale } from '../../stock/set-sale-state.ts'
import { chosenDays, dayOf, DAYS_OPTIONS, reasonOf } from '../parse/chosen-days.ts'
import { chosenProduct } from '../parse/chosen-product.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { noSuchTime } from '../refused-report.ts'
import { type Columns, listed } from '../texts/table.ts'

/** The times that are not sold for now (docs/handbook.md). */
export const sales: Command = {
  usage: `sales <site> [<product>] [--from <day>]
       npm run kippu -- sales stop <site> [<product>] --from <day> [--to <day>] [--time 10:00] --reason <words> [--release]
       npm run kippu -- sales resume <site> [<product>] --from <day> [--to <day>] [--time 10:00] --reason <words>`,
  summary:
    'what a site does not sell for now; stop a slot, a day or a range of days of a product (by its code, name or UUID) or of all, or resume',
  options: {
    ...DAYS_OPTIONS,
    reason: { type: 'string', help: 'why, in your words' },
    release: { type: 'boolean', help: 'end orders that hold something and are not being paid' },
  },
  async run(deps, typed) {
    const [verb, ...words] = typed.positionals
    if (verb === 'stop') return changeReport(deps, typed, { state: 'stopped', words })
    if (verb === 'resume') return changeReport(deps, typed, { state: 'open', words })
    return listReport(deps, typed)
  },
}

interface AskedChange {
  readonly state: 'open' | 'stopped'
  readonly words: readonly string[]
}

async function changeReport(
  deps: CommandDeps,
  typed: CommandArguments,
  { state, words: [site, product, ...more] }: AskedChange,
): Promise<Report> {
  if (more.length > 0) throw new UsageError('name a site and, if you like, a product')
  if (state === 'open' && typed.isSet('release')) throw new UsageError('--release goes with sales stop')
  const chosen = await chosenDays(deps, typed, {
    ...(site !== undefined && { site }),
    ...(product !== undefined && { product }),
  })
  const reason = reasonOf(typed)
  const change = state === 'stopped' ? stopSale : resumeSale
  const done = await change(deps, { ...chosen, reason })
  if ('overtaken' in done || done.spans === 0) return noSuchTime()
  const { spanIds, ...counts } = done
  const released = typed.isSet('release')
    ? await releaseUnpaid(deps, { siteKey: chosen.siteKey, spanIds })
    : 0
  const { spans, changed, taken } = counts
  const text =
    state === 'open'
      ? `Sold again: ${spans} time spans, ${changed} of them were stopped.`
      : `Stopped: ${spans} time spans, ${changed} of them were on sale. Held or sold of them: ${taken} units; no other comes.`
  return {
    text: released === 0 ? text : `${text} Orders ended that were not being paid: ${released}.`,
    json: { ...counts, released },
  }
}

async function listReport(
  deps: CommandDeps,
  { positionals: [site, product, ...more], text }: CommandArguments,
): Promise<Report> {
  if (more.length > 0) throw new UsageError('sales takes a site and a product')
  const siteKey = chosenSite(deps, site)
  const productUuid = product === undefined ? null : await chosenProduct(deps, siteKey, product)
  const from = dayOf(text('from') ?? jstDateOf(deps.clock.now()))
  const days = await listStopped(deps, { siteKey, productUuid, from })
  if (days.length === 0) return { text: `Nothing is stopped from ${from} on.`, json: [] }
  return { text: listed(COLUMNS, days), json: days }
}

const COLUMNS: Columns<StoppedDay> = {
  DAY: ({ date }) => date,
  PRODUCT: ({ product }) => product,
  STOPPED: ({ stopped, spans, times }) =>
    stopped === spans ? 'all day' : `${stopped} of ${spans}: ${times.join(', ')}`,
  TAKEN: ({ taken }) => String(taken),
  SINCE: ({ since }) => jstIso(since.getTime()),
  REASON: ({ reason }) => reason,
}
