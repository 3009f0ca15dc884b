import {
  type Discount,
  listMethods,
  type MethodRow,
  setMethodDiscount,
} from '../../payments/methods/set-method-discount.ts'
import { reasonOf } from '../parse/chosen-days.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { chosenVerb, type Verb } from '../parse/chosen-verb.ts'
import { type Command, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { channelOf } from './shares.ts'
import { type Columns, listed, yenText } from '../texts/table.ts'

/** The discounts of a site's methods of payment (docs/operations.md). */
export const methods: Command = {
  usage: `methods list <site>
       npm run kippu -- methods discount <site> <method> <200|3%|none> [--channel web] --reason …`,
  summary: 'the methods of payment of a site, and what each takes off; which it has is said by site.json',
  options: {
    channel: { type: 'string', help: 'where the method is offered; without it, web' },
    reason: { type: 'string', help: 'why, in your words' },
  },
  run: (deps, typed) => chosenVerb('methods', VERBS, typed)(deps, typed),
}

const listReport: Verb = async (deps, _typed, [site, ...more]) => {
  if (more.length > 0) throw new UsageError('methods list takes a site')
  const siteKey = chosenSite(deps, site)
  const rows = await listMethods(deps, { siteKey })
  return { text: listed(COLUMNS, rows), json: rows }
}

const COLUMNS: Columns<MethodRow> = {
  CHANNEL: ({ channel }) => channel,
  METHOD: ({ method }) => method,
  'TAKES OFF': ({ discount_type: type, discount_amount: amount }) => {
    if (type === null) return ''
    return type === 'percent' ? `${amount}%` : yenText(amount)
  },
}

const discountReport: Verb = async (deps, typed, [site, method, typedDiscount, ...more]) => {
  if (method === undefined || typedDiscount === undefined || more.length > 0)
    throw new UsageError('methods discount takes a site, a method, and yen, percent or none')
  const asked = {
    siteKey: chosenSite(deps, site),
    channel: channelOf(typed.text('channel') ?? 'web'),
    method,
    discount: discountOf(typedDiscount),
    reason: reasonOf(typed),
  }
  return (await setMethodDiscount(deps, asked))
    ? { text: `${method}: ${typedDiscount}, for payments that begin from now on.`, json: asked }
    : refusedReport(`the site does not offer ${method} at ${asked.channel}`)
}

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['list', listReport],
  ['discount', discountReport],
])

const MOST_YEN = 1_000_000
const MOST_PERCENT = 100

function discountOf(typed: string): Discount | null {
  if (typed === 'none') return null
  const [, digits = '', percent] = /^(\d{1,7})(%)?$/.exec(typed.normalize('NFKC')) ?? []
  const amount = Number(digits)
  if (digits === '' || amount < 1 || amount > (percent === undefined ? MOST_YEN : MOST_PERCENT))
    throw new UsageError(`${typed} is not a discount: 200 (yen), 3% or none`)
  return { type: percent === undefined ? 'fixed' : 'percent', amount }
}
