import { isPlainAddress } from '@kippu/domain/settings/summary-recipients'
import { isRole, ROLES } from '@kippu/domain/staff/permission'
import { jstIso } from '@kippu/domain/jst-date'

import { consoleHostOf, invitationUrl } from '../../platform/http/console-host.ts'
import { endPerson } from '../../console/people/end-person.ts'
import { invitePerson } from '../../console/people/invite-person.ts'
import { type ListedPerson, listPeople } from '../../console/people/list-people.ts'
import { type Person, putPerson, type StaffChange } from '../../platform/staff/change-staff.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { chosenVerb, type Verb } from '../parse/chosen-verb.ts'
import { type Command, type CommandArguments, type CommandDeps, type Report, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { type Columns, listed } from '../texts/table.ts'

/** The people of the staff and their roles (docs/handbook.md). */
export const staff: Command = {
  usage: `staff
       npm run kippu -- staff put <name> <role> [--sites <site>,…] [--mail <address>]
       npm run kippu -- staff invite <name> <role> [--sites <site>,…] [--mail <address>]
       npm run kippu -- staff invite <name> --owner
       npm run kippu -- staff end <name>`,
  summary: `the people of the venues and their roles: ${ROLES.join(', ')}`,
  options: {
    sites: { type: 'string', help: 'the sites that they work at; without it, all' },
    mail: { type: 'string', help: 'their mail address; the invitation goes there' },
    owner: { type: 'boolean', help: 'the last way in: shows the invitation of an owner of all sites' },
  },
  run: (deps, typed) => chosenVerb('staff', VERBS, typed, listReport)(deps, typed),
}

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['put', putReport],
  ['invite', inviteReport],
  ['end', endReport],
])

async function listReport(
  deps: CommandDeps,
  _typed: CommandArguments,
  [verb]: readonly string[],
): Promise<Report> {
  if (verb !== undefined) throw new UsageError(`staff can't ${verb}`)
  const all = await listPeople(deps, {})
  if (all.length === 0)
    return {
      text: 'Nobody is on the list: a person who has the variables of the store is its owner.',
      json: [],
    }
  return { text: listed(COLUMNS, all), json: all }
}

const COLUMNS: Columns<ListedPerson> = {
  NAME: ({ name }) => name,
  ROLE: ({ role }) => role,
  SITES: ({ siteKeys }) => (siteKeys === null ? 'all' : siteKeys.join(', ')),
  MAIL: ({ email }) => email ?? '',
  SINCE: ({ since }) => jstIso(since.getTime()),
  PASSKEYS: ({ passkeys }) => String(passkeys),
  ENDED: ({ endedAt }) => (endedAt === null ? '' : jstIso(endedAt.getTime())),
}

async function putReport(
  deps: CommandDeps,
  typed: CommandArguments,
  words: readonly string[],
): Promise<Report> {
  const person = typedPerson('put', deps, typed, words)
  return reportOf(await putPerson(deps, person), `${person.name}: ${person.role}.`)
}

/** The way into the console for somebody who has no passkey: also the last one for an owner who has lost theirs. */
async function inviteReport(
  deps: CommandDeps,
  typed: CommandArguments,
  words: readonly string[],
): Promise<Report> {
  const { consoleHost } = deps.env
  if (consoleHost === null) return refusedReport('there is no console: CONSOLE_HOST is not set')
  const isTold = typed.isSet('owner')
  const person = typedPerson('invite', deps, typed, isTold ? [...words, 'owner'] : words)
  const invitation = await invitePerson(deps, { ...person, isTold })
  if (typeof invitation === 'string') return reportOf(invitation, '')
  const { token, endsAt } = invitation
  const until = jstIso(endsAt.getTime())
  const who = `${person.name}: ${person.role}. Once, until ${until}`
  if (token === null) return { text: `${who}, by mail.`, json: { url: null, until } }
  const url = invitationUrl(consoleHostOf(consoleHost), token)
  return { text: `${who}:\n${url}`, json: { url, until } }
}

function typedPerson(
  verb: string,
  deps: CommandDeps,
  typed: CommandArguments,
  [name, role, ...more]: readonly string[],
): Person {
  if (!isRole(role) || more.length > 0)
    throw new UsageError(`staff ${verb} takes a name and a role: ${ROLES.join(', ')}`)
  const sites = typed.text('sites')
  const siteKeys = sites === undefined ? null : sites.split(',').map(site => chosenSite(deps, site))
  const email = typed.text('mail')
  if (email !== undefined && !isPlainAddress(email)) throw new UsageError('--mail takes a mail address')
  return { name: nameOf(name), role, siteKeys, ...(email !== undefined && { email }) }
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
