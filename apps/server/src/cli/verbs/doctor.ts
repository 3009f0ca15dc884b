import { siteKeysIn, sitesDirsOf } from '@kippu/sites/load-sites'
import { lineOf } from '@kippu/sites/venue/fault'

import { examine } from '../../start/doctor/examine.ts'
import type { Finding } from '../../start/doctor/finding.ts'
import { type Command, type CommandArguments, type Report, UsageError } from '../command.ts'
import { faultsOfSites } from './sites-check.ts'

type Variables = Readonly<Record<string, string | undefined>>

const SAYS = { ok: '[ok]    ', advice: '[advice]', fault: '[fault] ' } as const satisfies Record<
  Finding['state'],
  string
>

/** Before the first start, after a change, and when something is wrong (docs/doctor.md). */
export const doctor: Command = {
  usage: 'doctor [--mail-to <address>]',
  summary:
    'looks at variables, database, mail, providers, hosts, clocks, disks, secrets and sites: a line each',
  options: { 'mail-to': { type: 'string', help: 'send a mail to this address' } },
  // It says what is wrong where nothing can be opened yet.
  offline: (typed, variables) => report(typed, variables),
  run: (_, typed) => report(typed, {}),
}

async function report(typed: CommandArguments, variables: Variables): Promise<Report> {
  if (typed.positionals.length > 0) throw new UsageError('it takes no argument but --mail-to')
  const mailTo = typed.text('mail-to')
  if (mailTo !== undefined && !/^[^\s@]+@[^\s@]+$/.test(mailTo))
    throw new UsageError('--mail-to is an address such as you@example.com')
  const findings = [...(await examine({ variables, mailTo })), ...sitesOf(variables)]
  const count = (state: Finding['state']): number => findings.filter(one => one.state === state).length
  const lines = findings.map(
    ({ check, state, says, todo }) => `${SAYS[state]} ${check}: ${says}${todo === null ? '' : `. ${todo}`}`,
  )
  return {
    text: [...lines, '', `${count('fault')} faults, ${count('advice')} pieces of advice.`].join('\n'),
    json: findings,
    isFailure: count('fault') > 0,
  }
}

/** As `kippu sites check` says it. */
function sitesOf(variables: Variables): readonly Finding[] {
  const sitesDirs = sitesDirsOf(variables['SITES_DIR'])
  const stops = variables['NODE_ENV'] === 'production' ? ['broken', 'unfinished'] : ['broken']
  const keys = keysIn(sitesDirs)
  // The line of the variables says why.
  if (keys === null) return []
  return faultsOfSites(sitesDirs, keys, variables).map(one => ({
    check: 'sites',
    state: stops.includes(one.weight) ? 'fault' : 'advice',
    says: lineOf(one),
    todo: 'docs/sites.md explains it',
  }))
}

/** Null where a folder can't be read. */
function keysIn(sitesDirs: readonly string[]): readonly string[] | null {
  try {
    return siteKeysIn(sitesDirs)
  } catch {
    return null
  }
}
