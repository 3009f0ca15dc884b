import { isRole, ROLES } from '@kippu/domain/staff/permission'
import { jstIso } from '@kippu/domain/jst-date'

import { endPerson, putPerson, type StaffChange } from '../../platform/staff/change-staff.ts'
import { type ListedPerson, listStaff } from '../../platform/staff/list-staff.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { chosenVerb, type Verb } from '../parse/chosen-verb.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { type Columns, listed } from '../texts/table.ts'

/** The people of the staff and their roles (docs/handbook.md). */
export const staff: Command = {
  usage: `staff
       npm run kippu -- staff put <name> <role> [--sites <site>,…]
       npm run kippu -- staff end <name>`,
  summary: `the people of the venues and their roles: ${ROLES.join(', ')}`,
  options: { sites: { type: 'string', help: 'the sites that they work at; without it, all' } },
  run: (deps, typed) => chosenVerb('staff', VERBS, typed, listReport)(deps, typed),
}

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['put', putReport],
  ['end', endReport],
])

async function listReport(
  deps: CommandDeps,
  _typed: CommandArguments,
  [verb]: readonly string[],
): Promise<Report> {
  if (verb !== undefined) throw new UsageError(`staff can't ${verb}`)
  const all = await listStaff(deps, {})
  if (all.length === 0)
    return { text: 'Nobody is on the list: whoever has the variables of the store is its owner.', json: [] }
  return { text: listed(COLUMNS, all), json: all }
}

const COLUMNS: Columns<ListedPerson> = {
  NAME: ({ name }) => name,
  ROLE: ({ role }) => role,
  SITES: ({ siteKeys }) => (siteKeys === null ? 'all' : siteKeys.join(', ')),
  SINCE: ({ since }) => jstIso(since.getTime()),
  ENDED: ({ endedAt }) => (endedAt === null ? '' : jstIso(endedAt.getTime())),
}

async function putReport(
  deps: CommandDeps,
  typed: CommandArguments,
  [name, role, ...more]: readonly string[],
): Promise<Report> {
  if (!isRole(role) || more.length > 0)
    throw new UsageError(`staff put takes a name and a role: ${ROLES.join(', ')}`)
  const sites = typed.text('sites')
  const siteKeys = sites === undefined ? null : sites.split(',').map(site => chosenSite(deps, site))
  return reportOf(await putPerson(deps, { name: nameOf(name), role, siteKeys }), `${name}: ${role}.`)
}

async function endReport(
  deps: CommandDeps,
  _typed: CommandArguments,
  [name, ...more]: readonly string[],
): Promise<Report> {
  if (more.length > 0) throw new UsageError('staff end takes a name')
  return reportOf(await endPerson(deps, { name: nameOf(name) }), `${name} may do nothing any more.`)
}

function reportOf(change: StaffChange, done: string): Report {
  switch (change) {
    case 'done':
      return { text: done, json: { done: true } }
    case 'no_owner_left':
      return refusedReport('there has to be another owner of all sites: put one first')
    case 'not permitted':
      return refusedReport('you may not change the list of staff any more')
    case 'unknown':
      return refusedReport('nobody of this name is on the list', 'not_found')
  }
}

function nameOf(name: string | undefined): string {
  if (name === undefined || !/^[a-z][a-z0-9._-]{0,39}$/.test(name))
    throw new UsageError('a name has small letters, digits, and . _ -')
  return name
}
