import { jstIso } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { readActions } from '../../office/desk/read-actions.ts'
import type { ListedAction } from '../../platform/staff/list-actions.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type SealFault, verifyActions } from '../../platform/staff/verify-actions.ts'
import { type Command, type CommandDeps, type Report, UsageError } from '../command.ts'
import { factsText } from '../texts/facts-text.ts'
import { type Columns, counted, listed } from '../texts/table.ts'

/** The actions of the staff (docs/handbook.md). */
export const actions: Command = {
  usage: `actions <site> [--by <name>] [--of <number or id>]
       npm run kippu -- actions verify [--root <root>]`,
  summary: 'what was done at a site, by whom and why, the newest first; whether the log is as it was sealed',
  options: {
    by: { type: 'string', help: 'what one person did' },
    of: { type: 'string', help: 'what was done to one thing, such as a reservation number' },
    root: { type: 'string', help: 'of a seal, as the log of the process has it: whether it is still there' },
  },
  async run(deps, { positionals: [site, ...more], text }) {
    if (more.length > 0) throw new UsageError('actions takes a site, or verify')
    if (site === 'verify') return verifyReport(deps, text('root')?.toLowerCase())
    const siteKey = chosenSite(deps, site)
    const found = await readActions(deps, { siteKey, staff: text('by'), of: text('of') })
    if (found.length === 0) return { text: 'Nothing was done.', json: [] }
    return { text: listed(COLUMNS, found), json: found }
  },
}

async function verifyReport(deps: CommandDeps, root: string | undefined): Promise<Report> {
  const found = await verifyActions(deps, {})
  const { faults, seals, sealed, unprotected, roots } = found
  const said = faults.map(faultText)
  if (root !== undefined && !roots.includes(root))
    said.push('no seal has this root: seals were removed, or another log had it')
  const newest = roots.at(-1)
  const { roots: _, ...json } = found
  return {
    text: [
      ...said,
      `${counted(sealed, 'action')} in ${counted(seals, 'seal')}, ${said.length === 0 ? 'all as they were sealed' : `${said.length} not as it was`}. ${counted(unprotected, 'action')} since the last seal: nothing protects them yet.`,
      ...(newest === undefined ? [] : [`Root: ${newest}`]),
    ].join('\n'),
    json: { ...json, root: newest ?? null },
    isFailure: said.length > 0,
  }
}

function faultText(fault: SealFault): string {
  switch (fault.kind) {
    case 'altered':
    case 'removed':
    case 'added':
      return `action ${fault.action} was ${fault.kind}`
    case 'seal altered':
    case 'seal removed':
      return `the seal of actions ${fault.after + 1} to ${fault.through} was ${fault.kind.slice('seal '.length)}`
  }
}

const facts = v.record(v.string(), v.unknown())

const COLUMNS: Columns<ListedAction> = {
  AT: ({ at }) => jstIso(at.getTime()).slice(0, 16).replace('T', ' '),
  BY: ({ staff }) => staff,
  VIA: ({ via }) => via,
  WHAT: ({ verb }) => verb,
  OF: ({ subject }) => subject,
  WHY: ({ reason }) => reason ?? '',
  DETAILS: ({ details }) => factsText(v.parse(facts, details)),
}
