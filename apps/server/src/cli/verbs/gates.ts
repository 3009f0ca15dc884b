import { listGates } from '../../gate/devices/list-gates.ts'
import {
  type Command,
  type CommandArguments,
  type CommandDeps,
  type Report,
  UsageError,
  YES_OPTION,
} from '../command.ts'
import {
  addGateReport,
  closeGateReport,
  enrolReport,
  posterReport,
  revokeReport,
} from '../texts/gate-reports.ts'
import { ageText, table } from '../texts/table.ts'

/** Gates of the venues, and the devices of their staff (docs/gate.md). */
export const gates: Command = {
  usage: `gates [--all]
       npm run kippu -- gates add <site> <name>
       npm run kippu -- gates poster <gate> <file.svg>
       npm run kippu -- gates enrol <gate> <name of the device>
       npm run kippu -- gates revoke <device>
       npm run kippu -- gates close <gate> [--yes]`,
  summary: 'the gates of the venues and the devices of their staff; a gate is named by its id or its name',
  options: {
    all: { type: 'boolean', help: 'closed gates and revoked devices too' },
    site: { type: 'string', help: 'key of the site, when two have a gate of this name' },
    ...YES_OPTION,
  },
  async run(deps, typed) {
    const [verb, first, second, ...more] = typed.positionals
    if (verb === undefined) return listReport(deps, typed)
    const known = VERBS.get(verb)
    if (known === undefined) throw new UsageError(`gates can't ${verb}`)
    if (first === undefined || more.length > 0 || (second !== undefined) !== known.takesTwo)
      throw new UsageError(`gates ${verb} takes ${known.takesTwo ? 'two words' : 'one word'} behind it`)
    return known.report(deps, typed, { first, second: second ?? '' })
  },
}

interface Verb {
  readonly takesTwo: boolean
  readonly report: (
    deps: CommandDeps,
    typed: CommandArguments,
    words: { readonly first: string; readonly second: string },
  ) => Promise<Report>
}

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['add', { takesTwo: true, report: addGateReport }],
  ['poster', { takesTwo: true, report: posterReport }],
  ['enrol', { takesTwo: true, report: enrolReport }],
  ['revoke', { takesTwo: false, report: revokeReport }],
  ['close', { takesTwo: false, report: closeGateReport }],
])

async function listReport(deps: CommandDeps, { isSet }: CommandArguments): Promise<Report> {
  const all = await listGates(deps, {})
  const found = all
    .filter(({ isClosed }) => isSet('all') || !isClosed)
    .map(({ id, siteKey, name, isClosed, devices }) => ({
      id,
      siteKey,
      name,
      isClosed,
      devices: devices.filter(({ state }) => isSet('all') || state !== 'revoked'),
    }))
  if (found.length === 0) return { text: 'No gate. Add one: gates add <site> <name>', json: [] }
  const head = ['SITE', 'GATE', 'NAME', 'DEVICE', 'STATE', 'LAST SEEN']
  const lines = found.flatMap(gate => [
    [gate.siteKey, gate.id, gate.name, '', gate.isClosed ? 'closed' : 'open', ''],
    ...gate.devices.map(({ id, name, state, lastSeenSeconds }) => [
      '',
      '',
      `  ${name}`,
      id,
      STATES[state],
      lastSeenSeconds === null ? 'never' : `${ageText(lastSeenSeconds)} ago`,
    ]),
  ])
  return { text: table([head, ...lines]), json: found }
}

const STATES = {
  waiting: 'waits to be enrolled',
  late: 'was not enrolled in time',
  enrolled: 'enrolled',
  revoked: 'revoked',
} as const
