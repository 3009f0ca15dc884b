import { jstIso } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import type { Read } from '../db/database.ts'
import { findNamed, subjectsOf } from '../desk/find-named.ts'
import { type ListedAction, listActions } from '../staff/list-actions.ts'
import { chosenSite } from './chosen-site.ts'
import { type Command, UsageError } from './command.ts'
import { factsText } from './facts-text.ts'
import { table } from './table.ts'

const MOST_LISTED = 200

/** What the staff did (docs/handbook.md). */
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
    const siteKey = chosenSite(deps, site)
    const [staff, of] = [text('by'), text('of')]
    const found = await deps.db.read(async read =>
      listActions(read, {
        siteKey,
        ...(staff !== undefined && { staff }),
        ...(of !== undefined && { subjects: await subjectsNamed(read, siteKey, of) }),
        most: MOST_LISTED,
      }),
    )
    if (found.length === 0) return { text: 'Nothing was done.', json: [] }
    return { text: table([['AT', 'BY', 'WHAT', 'OF', 'WHY', 'DETAILS'], ...found.map(lineOf)]), json: found }
  },
}

/** A number of a visit stands for its order and everything else that a line may name; any other word for itself. */
async function subjectsNamed(read: Read, siteKey: string, typed: string): Promise<readonly string[]> {
  const named = await findNamed(read, siteKey, typed)
  return named === undefined ? [typed] : [typed, ...(await subjectsOf(read, named))]
}

const facts = v.record(v.string(), v.unknown())

function lineOf({ at, staff, verb, subject, details, reason }: ListedAction): string[] {
  const when = jstIso(at.getTime()).slice(0, 16).replace('T', ' ')
  return [when, staff, verb, subject, reason ?? '', factsText(v.parse(facts, details))]
}
