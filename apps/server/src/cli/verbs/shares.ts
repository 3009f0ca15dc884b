import { jstDateOf, jstIso, timeOf } from '@kippu/domain/jst-date'
import { isSalesChannel, SALES_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'

import { type ListedShare, listShares } from '../../stock/list-shares.ts'
import type { ChosenSpans } from '../../stock/chosen-spans.ts'
import { releaseShares, removeShares, setShares, type ShareFault } from '../../stock/set-shares.ts'
import { chosenDays, DAYS_OPTIONS, wholeNumberOf } from '../parse/chosen-days.ts'
import { chosenVerb, type Verb } from '../parse/chosen-verb.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { noSuchTime, refusedReport } from '../refused-report.ts'
import { type Columns, listed } from '../texts/table.ts'

/** The places of time spans that are kept for channels (docs/handbook.md). */
export const shares: Command = {
  usage: `shares <site> <product> [--from <day>] [--to <day>] [--time 10:00]
       npm run kippu -- shares set <site> <product> <channel> <units> [--only] [--release <minutes>] [--where-possible]
       npm run kippu -- shares release <site> <product> <channel>
       npm run kippu -- shares remove <site> <product> <channel>`,
  summary:
    'what is kept of the time spans of a product for a channel; a product is named by its code, name or UUID',
  options: {
    ...DAYS_OPTIONS,
    from: { type: 'string', help: 'first day of visit; without it, today' },
    only: { type: 'boolean', help: 'the channel sells its share alone, and nothing of what is common' },
    'where-possible': { type: 'boolean', help: 'leave time spans out that have no room for it' },
    release: {
      type: 'string',
      help: 'so many minutes before the start what is left of the share becomes common',
    },
  },
  run: (deps, typed) => chosenVerb('shares', VERBS, typed, listReport)(deps, typed),
}

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['set', setReport],
  ['release', releaseReport],
  ['remove', removeReport],
])

async function setReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, product, channel, units, ...more]: readonly string[],
): Promise<Report> {
  const asked = { ...(await spansOf(deps, typed, [site, product])), channel: channelOf(channel) }
  if (units === undefined || more.length > 0)
    throw new UsageError('shares set takes a site, a product, a channel and units')
  const release = typed.text('release')
  const result = await setShares(deps, {
    ...asked,
    units: wholeNumberOf(units),
    usesPool: !typed.isSet('only'),
    releaseMinutes: release === undefined ? null : wholeNumberOf(release),
    wherePossible: typed.isSet('where-possible'),
  })
  if (result === 'overtaken') return noSuchTime()
  if ('fault' in result) return refusedReport(`${faultText(result)}. Nothing was changed`)
  const { text, ...report } = spansReport(result.spans, `${units} are kept for ${asked.channel}`)
  const left = result.skipped.map(fault => `\nLeft out: ${faultText(fault)}`)
  return { text: text + left.join(''), ...report }
}

async function releaseReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, product, channel, ...more]: readonly string[],
): Promise<Report> {
  if (more.length > 0) throw new UsageError('shares release takes a site, a product and a channel')
  const asked = { ...(await spansOf(deps, typed, [site, product])), channel: channelOf(channel) }
  const { spans } = await releaseShares(deps, asked)
  if (spans === 0) return refusedReport(`there is no share of ${asked.channel} on these days`, 'not_found')
  return spansReport(spans, `what is left of the share of ${asked.channel} is common now`)
}

async function removeReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, product, channel, ...more]: readonly string[],
): Promise<Report> {
  if (more.length > 0) throw new UsageError('shares remove takes a site, a product and a channel')
  const asked = { ...(await spansOf(deps, typed, [site, product])), channel: channelOf(channel) }
  const removed = await removeShares(deps, asked)
  if (removed === 'overtaken') return noSuchTime()
  return spansReport(removed.spans, `nothing is kept for ${asked.channel}`)
}

async function listReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, product, ...more]: readonly string[],
): Promise<Report> {
  if (more.length > 0) throw new UsageError('shares takes a site and a product')
  const asked = await spansOf(deps, typed, [site, product])
  const rows = await listShares(deps, asked)
  if (rows.length === 0) return noSuchTime()
  return { text: listed(COLUMNS, rows), json: rows }
}

const COLUMNS: Columns<ListedShare> = {
  DAY: row => row.date,
  TIME: row => timeOf(jstIso(row.startsAt.getTime())),
  CAPACITY: row => String(row.capacity),
  TAKEN: row => String(row.taken),
  CHANNEL: row => row.channel,
  SHARE: row => (row.share === null ? '–' : String(row.share)),
  SELLS: sellsText,
  'COMMON FROM': row => (row.releaseAt === null ? '' : jstIso(row.releaseAt.getTime())),
  USED: row => String(row.used),
  LEFT: row => String(row.left),
}

function sellsText({ usesPool, share }: ListedShare): string {
  if (!usesPool) return 'its share alone'
  return share === null ? 'of what is common' : 'its share, then of what is common'
}

function spansReport(spans: number, what: string): Report {
  if (spans === 0) return noSuchTime()
  return { text: `Time spans: ${spans}. In each of them ${what}.`, json: { time_spans: spans } }
}

function faultText({ date, startsAt, fault, bound }: ShareFault): string {
  const span = `${date} ${timeOf(jstIso(startsAt.getTime()))}`
  switch (fault) {
    case 'kept':
      return `${span}: ${bound} at most can be kept beside the shares of other channels`
    case 'sold':
      return `${span}: the rest is held or sold, and ${bound} at most can be kept`
    case 'below_sold':
      return `${span}: the channel has ${bound} already, and its share alone can't be less`
  }
}

function spansOf(
  deps: CommandDeps,
  typed: CommandArguments,
  [site, product]: ReadonlyArray<string | undefined>,
): Promise<ChosenSpans> {
  if (site === undefined || product === undefined) throw new UsageError('name a site and a product')
  return chosenDays(deps, typed, { site, product, today: jstDateOf(deps.clock.now()) })
}

export function channelOf(word: string | undefined): SalesChannel {
  if (!isSalesChannel(word)) throw new UsageError(`name a channel: ${SALES_CHANNELS.join(', ')}`)
  return word
}
