import { absenceOf, accountOf } from '../payments/attempts/account-of.ts'
import type { PaymentProviders } from '../payments/port/payment-providers.ts'
import type { Command } from './command.ts'
import { channelOf } from './shares.ts'
import { findWatched, type WatchedRow } from './queries.ts'
import { ageText, table, yenText } from './table.ts'

/** The payments that somebody should look at. */
export const attempts: Command = {
  usage: 'attempts',
  summary: 'payments and refunds that need a person, or are open for more than ten minutes',
  permission: 'deployment:write',
  reach: 'deployment',
  options: { channel: { type: 'string', help: 'of orders of this channel alone' } },
  async run({ db, payments }, { text }) {
    const asked = text('channel')
    const only = asked === undefined ? undefined : channelOf(asked)
    const all = await db.read(tx => findWatched(tx))
    const rows = all.filter(({ channel }) => only === undefined || channel === only)
    const found = rows.map(row => ({ ...row, why: whyOf(payments, row) }))
    if (found.length === 0) return { text: 'Nothing to look at.', json: [] }
    const head = ['ATTEMPT', 'SITE', 'CHANNEL', 'METHOD', 'WHAT', 'AMOUNT', 'AGE', 'WHY', 'REFUND']
    const lines = found.map(row => [
      row.attempt_id,
      row.site_key,
      row.channel,
      row.method,
      `${row.kind} ${row.state}`,
      yenText(row.amount),
      ageText(row.age_seconds),
      row.why,
      row.refund_id ?? '',
    ])
    return { text: table([head, ...lines]), json: found }
  },
}

function whyOf(payments: PaymentProviders, row: WatchedRow): string {
  const { site_key: siteKey, provider, provider_account: account, method } = row
  const attempt = { siteKey, provider, account, method }
  if (accountOf(payments, attempt) === undefined) return absenceOf(payments, attempt)
  return row.needs_person ? 'needs a person' : 'open'
}
