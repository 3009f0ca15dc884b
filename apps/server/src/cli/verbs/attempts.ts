import type { Command } from '../command.ts'
import { channelOf } from './shares.ts'
import { readWatched, type WatchedPayment } from '../../payments/watched/read-watched.ts'
import { ageText, type Columns, listed, yenText } from '../texts/table.ts'

/** The payments that somebody should look at. */
export const attempts: Command = {
  usage: 'attempts',
  summary: 'payments and refunds that need a person, or are open for more than ten minutes',
  options: { channel: { type: 'string', help: 'of orders of this channel alone' } },
  async run(deps, { text }) {
    const asked = text('channel')
    const only = asked === undefined ? undefined : channelOf(asked)
    const all = await readWatched(await deps.paying(), {})
    const found = all.filter(({ channel }) => only === undefined || channel === only)
    if (found.length === 0) return { text: 'Nothing to look at.', json: [] }
    return { text: listed(COLUMNS, found), json: found }
  },
}

const COLUMNS: Columns<WatchedPayment> = {
  ATTEMPT: row => row.attempt_id,
  SITE: row => row.site_key,
  CHANNEL: row => row.channel,
  METHOD: row => row.method,
  WHAT: row => `${row.kind} ${row.state}`,
  AMOUNT: row => yenText(row.amount),
  AGE: row => ageText(row.age_seconds),
  WHY: row => row.why,
  REFUND: row => row.refund_id ?? '',
}
