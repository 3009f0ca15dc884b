import { jstIso } from '@kippu/domain/jst-date'

import { type ListedAction, listActions } from '../staff/list-actions.ts'
import { chosenSite } from './chosen-site.ts'
import { type Command, UsageError } from './command.ts'
import { table } from './table.ts'

const MOST_LISTED = 200

/** What the staff did (docs/staff.md). */
export const actions: Command = {
  usage: 'actions <site> [--by <name>] [--of <number or id>]',
  summary: 'what was done at a site, by whom and why, the newest first',
  permission: 'actions:read',
  reach: 'site',
  options: {
    by: { type: 'string', help: 'what one person did' },
    of: { type: 'string', help: 'what was done to one thing, such as a reservation number' },
  },
  async run(deps, { positionals: [site, ...more], text }) {
    if (more.length > 0) throw new UsageError('actions takes a site')
    const [staff, subject] = [text('by'), text('of')]
    const found = await deps.db.read(read =>
      listActions(read, {
        siteKey: chosenSite(deps, site),
        ...(staff !== undefined && { staff }),
        ...(subject !== undefined && { subject }),
        most: MOST_LISTED,
      }),
    )
    if (found.length === 0) return { text: 'Nothing was done.', json: [] }
    return { text: table([['AT', 'BY', 'WHAT', 'OF', 'DETAILS', 'WHY'], ...found.map(lineOf)]), json: found }
  },
}

function lineOf({ at, staff, verb, subject, details, reason }: ListedAction): string[] {
  return [jstIso(at.getTime()), staff, verb, subject, JSON.stringify(details), reason ?? '']
}
