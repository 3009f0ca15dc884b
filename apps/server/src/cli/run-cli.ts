import { parseArgs } from 'node:util'

import { NotPermitted } from '../platform/staff/actor.ts'
import { readActor } from '../platform/staff/read-actor.ts'
import { byStaff } from '../platform/staff/staff-verb.ts'
import { type Command, type CommandArguments, type OpenedDeps, type Report, UsageError } from './command.ts'

/** By name, in the order of the help. A command is loaded when it runs: the whole program takes longer to start than most of them last. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['find', async () => (await import('./verbs/find.ts')).find],
  ['order', async () => (await import('./verbs/order.ts')).order],
  ['resend', async () => (await import('./verbs/resend.ts')).resend],
  ['address', async () => (await import('./verbs/address.ts')).address],
  ['move', async () => (await import('./verbs/move.ts')).move],
  ['issue', async () => (await import('./verbs/issue.ts')).issue],
  ['door', async () => (await import('./verbs/door.ts')).door],
  ['attempts', async () => (await import('./verbs/attempts.ts')).attempts],
  ['attempt', async () => (await import('./verbs/attempt.ts')).attempt],
  ['refund', async () => (await import('./verbs/refund.ts')).refund],
  ['refunds', async () => (await import('./verbs/refunds.ts')).refunds],
  ['void', async () => (await import('./verbs/void.ts')).voidPayment],
  ['webhooks', async () => (await import('./verbs/webhooks.ts')).webhooks],
  ['doctor', async () => (await import('./verbs/doctor.ts')).doctor],
  ['database', async () => (await import('./verbs/database.ts')).database],
  ['keys', async () => (await import('./verbs/keys.ts')).keys],
  ['catalogue', async () => (await import('./verbs/catalogue.ts')).catalogue],
  ['channels', async () => (await import('./verbs/channels.ts')).channels],
  ['shares', async () => (await import('./verbs/shares.ts')).shares],
  ['sales', async () => (await import('./verbs/sales.ts')).sales],
  ['capacity', async () => (await import('./verbs/capacity.ts')).capacity],
  ['visits', async () => (await import('./verbs/visits.ts')).visits],
  ['notices', async () => (await import('./verbs/notices.ts')).notices],
  ['gates', async () => (await import('./verbs/gates.ts')).gates],
  ['gate-keys', async () => (await import('./verbs/gate-keys.ts')).gateKeys],
  ['presence', async () => (await import('./verbs/presence.ts')).presence],
  ['report', async () => (await import('./verbs/report.ts')).report],
  ['journal', async () => (await import('./verbs/journal.ts')).journal],
  ['months', async () => (await import('./verbs/months.ts')).months],
  ['payouts', async () => (await import('./verbs/payouts.ts')).payouts],
  ['audit', async () => (await import('./verbs/audit.ts')).audit],
  ['person', async () => (await import('./verbs/person.ts')).person],
  ['retention', async () => (await import('./verbs/retention.ts')).retention],
  ['sites', async () => (await import('./verbs/sites.ts')).sites],
  ['settings', async () => (await import('./verbs/settings.ts')).settings],
  ['methods', async () => (await import('./verbs/methods.ts')).methods],
  ['magazine', async () => (await import('./verbs/magazine.ts')).magazine],
  ['staff', async () => (await import('./verbs/staff.ts')).staff],
  ['actions', async () => (await import('./verbs/actions.ts')).actions],
  ['version', async () => (await import('./verbs/version.ts')).version],
])

export interface Cli {
  /** Opens what commands need, once, and only when one runs. */
  readonly open: () => OpenedDeps | Promise<OpenedDeps>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Says a piece of a file, and waits until the reader has room for the next one. */
  readonly write?: (piece: Uint8Array) => Promise<void>
  /** The name of the person who types, from `KIPPU_STAFF`. */
  readonly staffName?: string | undefined
  /** The environment, for verbs that need nothing else. */
  readonly variables?: Readonly<Record<string, string | undefined>>
}

/** Runs one command. Exit code: 0 done, 1 refused or not ended well, 2 wrong usage. */
export async function runCli(
  [name, ...rest]: readonly string[],
  { open, out, err, write, staffName, variables = {} }: Cli,
): Promise<0 | 1 | 2> {
  if (name === undefined || name === '--help' || name === 'help') {
    out(await helpText())
    return name === undefined ? 2 : 0
  }
  const command = await COMMANDS.get(name)?.()
  if (command === undefined) {
    err(`There is no command ${name}. All of them: npm run kippu -- help`)
    return 2
  }
  try {
    const typed = readTyped(command, rest)
    if (typed.isSet('help')) {
      out(commandHelp(command))
      return 0
    }
    const offline = await command.offline?.(typed, variables)
    const report = offline ?? (await runAs(staffName, await open(), command, typed))
    const { json, stream, isFailure = false } = report
    if (stream !== undefined && write !== undefined) for await (const piece of stream) await write(piece)
    else out(typed.isSet('json') ? JSON.stringify(json, null, 2) : report.text)
    return isFailure ? 1 : 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    err(`${error.message}\n${usageText(command, rest)}`)
    return 2
  }
}

async function runAs(
  staffName: string | undefined,
  opened: OpenedDeps,
  command: Command,
  typed: CommandArguments,
): Promise<Report> {
  const actor = await opened.db.read(read => readActor(read, staffName))
  if (actor === 'unnamed') return refused('say who you are: KIPPU_STAFF=<name>')
  if (actor === 'unknown') return refused(`${staffName} is not on the list of staff`)
  const { env, clock, sites, payments } = opened
  const paying = async () =>
    byStaff(actor, { ...opened, payments: typeof payments === 'function' ? await payments() : payments })
  try {
    return await command.run({ ...byStaff(actor, opened), env, clock, sites, paying }, typed)
  } catch (error) {
    if (!(error instanceof NotPermitted)) throw error
    if (error.lacking === 'site') throw new UsageError(error.message)
    return refused(error.message)
  }
}

function refused(why: string): Report {
  return { text: `Refused: ${why}.`, json: { refused: why }, isFailure: true }
}

const COMMON = {
  json: { type: 'boolean', help: 'the answer as JSON' },
  help: { type: 'boolean', help: 'this text' },
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
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function helpText(): Promise<string> {
  const commands = await Promise.all(Array.from(COMMANDS.values(), load => load()))
  const lines = commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  return ['Usage: npm run kippu -- <command> [--json] [--help]', '', ...lines].join('\n')
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
  const all = Object.entries({ ...options, ...COMMON })
  const width = Math.max(...all.map(([name]) => name.length)) + 2
  const lines = all.map(([name, { help }]) => `  --${name.padEnd(width)}${help}`)
  return [`Usage: npm run kippu -- ${usage}`, '', summary, '', ...lines].join('\n')
}
