import type { Command } from './command.ts'
import { findWatched } from './queries.ts'
import { ageText, table, yenText } from './table.ts'

/** What somebody should look at. */
export const attempts: Command = {
  usage: 'attempts',
  summary: 'payments and refunds that need a person, or are open for more than ten minutes',
  options: {},
  async run({ db }) {
    const found = await db.read(tx => findWatched(tx))
    if (found.length === 0) return { text: 'Nothing to look at.', json: [] }
    const head = ['ATTEMPT', 'SITE', 'METHOD', 'WHAT', 'AMOUNT', 'AGE', 'WHY', 'REFUND']
    const rows = found.map(row => [
      row.attempt_id,
      row.site_key,
      row.method,
      `${row.kind} ${row.state}`,
      yenText(row.amount),
      ageText(row.age_seconds),
      row.needs_person ? 'needs a person' : 'open',
      row.refund_id ?? '',
    ])
    return { text: table([head, ...rows]), json: found }
  },
}
