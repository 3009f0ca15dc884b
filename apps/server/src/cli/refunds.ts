import { jstIso } from '@kippu/domain/jst-date'

import type { Command } from './command.ts'
import { findOpenRefunds } from './queries.ts'
import { table, yenText } from './table.ts'

/** Refunds that staff asked for and that are not done. */
export const refunds: Command = {
  usage: 'refunds',
  summary: 'refunds that are under way, or failed and not closed yet',
  permission: 'refunds:write',
  reach: 'deployment',
  options: {},
  async run({ db }) {
    const found = await db.read(tx => findOpenRefunds(tx))
    if (found.length === 0) return { text: 'No refund is open.', json: [] }
    const head = ['REFUND', 'SITE', 'RESERVATION', 'STATE', 'AMOUNT', 'SINCE', 'WHY', 'FAILURE']
    const rows = found.map(row => [
      row.id,
      row.site_key,
      row.reservation_number ?? '-',
      row.needs_person ? `${row.state}, needs a person` : row.state,
      yenText(row.amount),
      jstIso(row.created_at.getTime()),
      row.reason,
      row.failure === null ? '-' : JSON.stringify(row.failure),
    ])
    return { text: table([head, ...rows]), json: found }
  },
}
