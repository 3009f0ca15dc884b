import { jstIso } from '@kippu/domain/jst-date'

import type { Command } from '../command.ts'
import { findOpenRefunds, type OpenRefund } from '../../payments/watched/queries.ts'
import { type Columns, listed, yenText } from '../texts/table.ts'

/** Refunds that staff asked for and that are not done. */
export const refunds: Command = {
  usage: 'refunds',
  summary: 'refunds that are under way, or failed and not closed yet',
  options: {},
  async run(deps) {
    const found = await findOpenRefunds(deps, {})
    if (found.length === 0) return { text: 'No refund is open.', json: [] }
    return { text: listed(COLUMNS, found), json: found }
  },
}

const COLUMNS: Columns<OpenRefund> = {
  REFUND: row => row.id,
  SITE: row => row.site_key,
  RESERVATION: row => row.reservation_number ?? '-',
  STATE: row => (row.needs_person ? `${row.state}, needs a person` : row.state),
  AMOUNT: row => yenText(row.amount),
  SINCE: row => jstIso(row.created_at.getTime()),
  WHY: row => row.reason,
  FAILURE: row => (row.failure === null ? '-' : JSON.stringify(row.failure)),
}
