import { SITE_PAYMENT_METHODS } from '@kippu/domain/payment-method'

import { type MethodsOfChannel, putMethods, readMethods } from '../../payments/methods/change-methods.ts'
import { type Discount, setMethodDiscount } from '../../payments/methods/set-method-discount.ts'
import { reasonOf } from '../parse/chosen-days.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { chosenVerb, type Verb } from '../parse/chosen-verb.ts'
import { type Command, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { channelOf } from './shares.ts'
import { type Columns, listed, yenText } from '../texts/table.ts'

/** The methods of payment of a site, their order and their discounts (docs/operations.md). */
export const methods: Command = {
  usage: `methods list <site>
       npm run kippu -- methods put <site> <method,method,…> [--channel web] --reason …
       npm run kippu -- methods discount <site> <method> <200|3%|none> [--channel web] --reason …`,
  summary: 'the methods of payment of a site: which it offers, in which order, and what each takes off',
  options: {
    channel: { type: 'string', help: 'where the method is offered; without it, web' },
    reason: { type: 'string', help: 'why, in your words' },
  },
  run: (deps, typed) => chosenVerb('methods', VERBS, typed)(deps, typed),
}

const listReport: Verb = async (deps, _typed, [site, ...more]) => {
  if (more.length > 0) throw new UsageError('methods list takes a site')
  const siteKey = chosenSite(deps, site)
  const all = await readMethods(deps, { siteKey })
  const rows = all.flatMap(({ channel, methods: found }) => found.map(method => ({ channel, ...method })))
  return { text: listed(COLUMNS, rows), json: all }
}

type MethodRow = MethodsOfChannel['methods'][number] & Pick<MethodsOfChannel, 'channel'>

const COLUMNS: Columns<MethodRow> = {
  CHANNEL: ({ channel }) => channel,
  METHOD: ({ method }) => method,
  'TAKES OFF': ({ discount }) => {
    if (discount === null) return ''
    return discount.type === 'percent' ? `${discount.amount}%` : yenText(discount.amount)
  },
  'PAYING NOW': ({ paying }) => (paying === 0 ? '' : String(paying)),
  STATE: ({ isOffered }) => (isOffered ? '' : 'switched off'),
}

const putReport: Verb = async (deps, typed, [site, typedMethods, ...more]) => {
  if (typedMethods === undefined || more.length > 0)
    throw new UsageError('methods put takes a site, and all methods in their order: stripe_secure,gmo_paypay')
  const after = typedMethods.split(',').map(name => {
    const method = SITE_PAYMENT_METHODS.find(one => one === name)
    if (method === undefined) throw new UsageError(`${name} is not a method of payment`)
    return method
  })
  const asked = {
    siteKey: chosenSite(deps, site),
    channel: channelOf(typed.text('channel') ?? 'web'),
    after,
    reason: reasonOf(typed),
  }
  const done = await putMethods(deps, asked)
  if (done.kind === 'done')
    return {
      text: `${asked.channel}: ${after.join(', ')} (before: ${done.before.join(', ')}). Who is paying pays to the end.`,
      json: { ...asked, before: done.before },
    }
  return refusedReport(done.kind === 'fault' ? FAULTS[done.rule] : 'somebody has changed them meanwhile')
}

const FAULTS = {
  'not listed':
    'the site.json of the site does not list one of them for this channel: no page could pay by it',
  twice: 'one of them stands there twice',
  'none left': 'nobody could pay any more: stop the sale instead',
} as const

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
  ['put', putReport],
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
