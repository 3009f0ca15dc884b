import { parseArgs } from 'node:util'

import { readingFrom, secondsBehind } from '../platform/db/replica.ts'
import { NotPermitted } from '../platform/staff/actor.ts'
import { readActor } from '../platform/staff/read-actor.ts'
import { byStaff } from '../platform/staff/staff-verb.ts'
import { nearestOf } from '../platform/variables/misspelt.ts'
import {
  type Command,
  type CommandArguments,
  type OpenedDeps,
  type RefusalCode,
  type Report,
  UsageError,
} from './command.ts'
import { refusedReport } from './refused-report.ts'

/** By topic, in the order of the help. A command is loaded when it runs: the whole program takes longer to start than most of them last. */
const TOPICS: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, () => Promise<Command>]>]> = [
  [
    'Visitors',
    [
      ['find', async () => (await import('./verbs/find.ts')).find],
      ['order', async () => (await import('./verbs/order.ts')).order],
      ['note', async () => (await import('./verbs/note.ts')).note],
      ['resend', async () => (await import('./verbs/resend.ts')).resend],
      ['address', async () => (await import('./verbs/address.ts')).address],
      ['move', async () => (await import('./verbs/move.ts')).move],
      ['issue', async () => (await import('./verbs/issue.ts')).issue],
      ['person', async () => (await import('./verbs/person.ts')).person],
      ['magazine', async () => (await import('./verbs/magazine.ts')).magazine],
    ],
  ],
  [
    'The day',
    [
      ['door', async () => (await import('./verbs/door.ts')).door],
      ['presence', async () => (await import('./verbs/presence.ts')).presence],
      ['gates', async () => (await import('./verbs/gates.ts')).gates],
      ['gate-keys', async () => (await import('./verbs/gate-keys.ts')).gateKeys],
      ['report', async () => (await import('./verbs/report.ts')).report],
    ],
  ],
  [
    'Payments',
    [
      ['attempts', async () => (await import('./verbs/attempts.ts')).attempts],
      ['attempt', async () => (await import('./verbs/attempt.ts')).attempt],
      ['refund', async () => (await import('./verbs/refund.ts')).refund],
      ['refunds', async () => (await import('./verbs/refunds.ts')).refunds],
      ['void', async () => (await import('./verbs/void.ts')).voidPayment],
    ],
  ],
  [
    'What is sold',
    [
      ['catalogue', async () => (await import('./verbs/catalogue.ts')).catalogue],
      ['channels', async () => (await import('./verbs/channels.ts')).channels],
      ['shares', async () => (await import('./verbs/shares.ts')).shares],
      ['sales', async () => (await import('./verbs/sales.ts')).sales],
      ['times', async () => (await import('./verbs/times.ts')).times],
      ['capacity', async () => (await import('./verbs/capacity.ts')).capacity],
      ['visits', async () => (await import('./verbs/visits.ts')).visits],
      ['notices', async () => (await import('./verbs/notices.ts')).notices],
    ],
  ],
  [
    'Money and books',
    [
      ['journal', async () => (await import('./verbs/journal.ts')).journal],
      ['months', async () => (await import('./verbs/months.ts')).months],
      ['payouts', async () => (await import('./verbs/payouts.ts')).payouts],
      ['audit', async () => (await import('./verbs/audit.ts')).audit],
    ],
  ],
  [
    'Sites',
    [
      ['sites', async () => (await import('./verbs/sites.ts')).sites],
      ['settings', async () => (await import('./verbs/settings.ts')).settings],
      ['methods', async () => (await import('./verbs/methods.ts')).methods],
      ['languages', async () => (await import('./verbs/languages.ts')).languages],
      ['resellers', async () => (await import('./verbs/resellers.ts')).resellers],
      ['webhooks', async () => (await import('./verbs/webhooks.ts')).webhooks],
    ],
  ],
  [
    'Staff',
    [
      ['staff', async () => (await import('./verbs/staff.ts')).staff],
      ['actions', async () => (await import('./verbs/actions.ts')).actions],
    ],
  ],
  [
    'The deployment',
    [
      ['doctor', async () => (await import('./verbs/doctor.ts')).doctor],
      ['database', async () => (await import('./verbs/database.ts')).database],
      ['keys', async () => (await import('./verbs/keys.ts')).keys],
      ['retention', async () => (await import('./verbs/retention.ts')).retention],
      ['version', async () => (await import('./verbs/version.ts')).version],
    ],
  ],
]

const COMMANDS = new Map(TOPICS.flatMap(([, commands]) => commands))

export interface Cli {
  /** Opens what commands need, once, and only when one runs. */
  readonly open: () => OpenedDeps | Promise<OpenedDeps>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Asks somebody at a terminal; without one, what needs an answer is not done. */
  readonly ask?: ((question: string) => Promise<string>) | undefined
  /** Says a piece of a file, and waits until the reader has room for the next one. */
  readonly write?: (piece: Uint8Array) => Promise<void>
  /** The name of the person who types, from `KIPPU_STAFF`. */
  readonly staffName?: string | undefined
  /** The environment, for verbs that need nothing else. */
  readonly variables?: Readonly<Record<string, string | undefined>>
}

/** Runs one command. Exit code: 0 done, 1 refused or not ended well, 2 wrong usage. */
export async function runCli(args: readonly string[], cli: Cli): Promise<0 | 1 | 2> {
  const [typedName, ...rest] = args
  const [name, words] = typedName === '--version' ? ['version', rest] : [typedName, rest]
  const { out, err, write } = cli
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const [about] = words
    if (name === 'help' && about !== undefined) return runCli([about, '--help'], cli)
    out(await helpText())
    return name === undefined ? 2 : 0
  }
  const command = await COMMANDS.get(name)?.()
  try {
    if (command === undefined)
      throw new UsageError(`There is no command ${name}.${meantText(name, [...COMMANDS.keys()])}`)
    const typed = readTyped(command, words)
    if (typed.isSet('help')) {
      out(commandHelp(command))
      return 0
    }
    const report = await reportOf(cli, command, typed)
    const { json, stream, refusal, isFailure = false } = report
    if (refusal !== undefined)
      err(typed.isSet('json') ? JSON.stringify({ ...dataOf(json), code: refusal }) : report.text)
    else if (stream !== undefined && write !== undefined) for await (const piece of stream) await write(piece)
    else out(typed.isSet('json') ? JSON.stringify(json, null, 2) : report.text)
    return isFailure ? 1 : 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const usage = command === undefined ? 'All of them: npm run kippu -- help' : usageText(command, words)
    const code: RefusalCode = 'usage'
    err(
      words.includes('--json')
        ? JSON.stringify({ refused: error.message, code })
        : `${error.message}\n${usage}`,
    )
    return 2
  }
}

/** A refusal says more than its code where the command does. */
function dataOf(json: unknown): object {
  return typeof json === 'object' && json !== null ? json : {}
}

async function reportOf(
  { open, staffName, variables = {}, ask, err }: Cli,
  command: Command,
  typed: CommandArguments,
): Promise<Report> {
  const offline = await command.offline?.(typed, variables)
  if (offline !== undefined) return offline
  const parts = await open()
  const actor = await parts.db.read(read => readActor(read, staffName))
  if (actor === 'unnamed') return refusedReport('say who you are: KIPPU_STAFF=<name>', 'not_permitted')
  if (actor === 'unknown') return refusedReport(`${staffName} is not on the list of staff`, 'not_permitted')
  const opened = command.mayReadReplica === true ? await ofReplica(parts, err) : parts
  const { env, clock, sites, payments } = opened
  const paying = async () =>
    byStaff(actor, { ...opened, payments: typeof payments === 'function' ? await payments() : payments })
  try {
    const report = await command.run({ ...byStaff(actor, opened), env, clock, sites, paying }, typed)
    return await agreedReport(report, typed.isSet('json') ? undefined : ask)
  } catch (error) {
    if (!(error instanceof NotPermitted)) throw error
    if (error.lacking === 'site') throw new UsageError(error.message)
    return refusedReport(error.message, 'not_permitted')
  }
}

/** The same, which reads from a replica, where there is one; says how old that is beside the answer. */
async function ofReplica(parts: OpenedDeps, err: Cli['err']): Promise<OpenedDeps> {
  const replica = parts.replica?.()
  if (replica === undefined) return parts
  const seconds = await secondsBehind(replica, parts.db)
  err(`Read from a replica, which is ${seconds.toFixed(1)} s behind.`)
  return { ...parts, db: readingFrom(replica, parts.db) }
}

/** A report that needs no agreement, or the report of what somebody agreed to. */
async function agreedReport(report: Report, ask: Cli['ask']): Promise<Report> {
  if (report.confirm === undefined) return report
  const { word, run } = report.confirm
  if (ask === undefined)
    return {
      text: `${report.text}\n\nNothing is done yet. To do it: the same with --yes`,
      json: { refused: 'nothing is done without --yes', plan: report.json },
      refusal: 'not_confirmed',
      isFailure: true,
    }
  const said = await ask(`${report.text}\n\nTo do it, type ${word}: `)
  return said.trim() === word
    ? run()
    : refusedReport('that is not the word, so nothing is done', 'not_confirmed')
}

const COMMON = {
  json: { type: 'boolean', help: 'the answer as JSON' },
  help: { type: 'boolean', short: 'h', help: 'this text' },
} as const

function readTyped(command: Command, args: readonly string[]): CommandArguments {
  const { positionals, values } = parsed(command, args)
  const of = new Map(Object.entries(values))
  return {
    positionals,
    isSet: option => of.get(option) === true,
    text: option => {
      const value = of.get(option)
      return typeof value === 'string' ? value : undefined
    },
  }
}

function parsed(command: Command, args: readonly string[]) {
  const options = { ...command.options, ...COMMON }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(said) ?? []
    if (unknown === undefined) throw new UsageError(said)
    const known = Object.keys(options).map(option => `--${option}`)
    throw new UsageError(`There is no option ${unknown}.${meantText(unknown, known)}`)
  }
}

function meantText(typed: string, known: readonly string[]): string {
  const meant = nearestOf(typed, known)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

async function helpText(): Promise<string> {
  const width = Math.max(...Array.from(COMMANDS.keys(), name => name.length))
  const topics = await Promise.all(
    TOPICS.map(async ([topic, commands]) => {
      const lines = await Promise.all(
        commands.map(async ([name, load]) => `  ${name.padEnd(width)}  ${(await load()).summary}`),
      )
      return [topic, ...lines].join('\n')
    }),
  )
  return [
    'Usage: npm run kippu -- <command> [--json] [--help]',
    ...topics,
    'How one is typed: npm run kippu -- help <command>',
  ].join('\n\n')
}

/**
 * The answer to a wrong use, three lines at most: how the verb is typed that somebody meant, and where the rest is
 * said.
 */
function usageText({ usage }: Command, [word = '']: readonly string[]): string {
  const [first = '', ...others] = usage.split('\n').map(line => line.trim())
  const [name = ''] = first.split(' ')
  const lines = [`npm run kippu -- ${first}`, ...others]
  const meant = lines.filter(line => `${line} `.startsWith(`npm run kippu -- ${name} ${word} `))
  const shown = word !== '' && meant.length > 0 && meant.length < lines.length ? meant : lines
  const more = `npm run kippu -- ${name} --help`
  return [...shown.slice(0, 2).map(line => `Usage: ${line}`), `More: ${more}`].join('\n')
}

function commandHelp({ usage, summary, options }: Command): string {
  const all: Array<[string, Command['options'][string]]> = Object.entries({ ...options, ...COMMON })
  const width = Math.max(...all.map(([name]) => name.length)) + 2
  const lines = all.map(
    ([name, { help, short }]) =>
      `  ${short === undefined ? '    ' : `-${short}, `}--${name.padEnd(width)}${help}`,
  )
  return [`Usage: npm run kippu -- ${usage}`, '', summary, '', ...lines].join('\n')
}
