import { jstIso } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { readActions } from '../../office/desk/read-actions.ts'
import type { ListedAction } from '../../platform/staff/list-actions.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, UsageError } from '../command.ts'
import { factsText } from '../texts/facts-text.ts'
import { type Columns, listed } from '../texts/table.ts'

/** The actions of the staff (docs/handbook.md). */
export const actions: Command = {
  usage: 'actions <site> [--by <name>] [--of <number or id>]',
  summary: 'what was done at a site, by whom and why, the newest first',
  options: {
    by: { type: 'string', help: 'what one person did' },
    of: { type: 'string', help: 'what was done to one thing, such as a reservation number' },
  },
  async run(deps, { positionals: [site, ...more], text }) {
    if (more.length > 0) throw new UsageError('actions takes a site')
    const siteKey = chosenSite(deps, site)
    const found = await readActions(deps, { siteKey, staff: text('by'), of: text('of') })
    if (found.length === 0) return { text: 'Nothing was done.', json: [] }
    return { text: listed(COLUMNS, found), json: found }
  },
}

const facts = v.record(v.string(), v.unknown())

const COLUMNS: Columns<ListedAction> = {
  AT: ({ at }) => jstIso(at.getTime()).slice(0, 16).replace('T', ' '),
  BY: ({ staff }) => staff,
  WHAT: ({ verb }) => verb,
  OF: ({ subject }) => subject,
  WHY: ({ reason }) => reason ?? '',
  DETAILS: ({ details }) => factsText(v.parse(facts, details)),
}
