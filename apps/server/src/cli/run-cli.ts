import { parseArgs } from 'node:util'

import { PERMISSIONS_OF } from '@kippu/domain/staff/permission'

import { type Actor, NotPermitted, worksAt } from '../staff/actor.ts'
import { readActor } from '../staff/read-actor.ts'
import { actions } from './actions.ts'
import { address } from './address.ts'
import { attempt } from './attempt.ts'
import { attempts } from './attempts.ts'
import { audit } from './audit.ts'
import { capacity } from './capacity.ts'
import { catalogue } from './catalogue.ts'
import { channels } from './channels.ts'
import {
  type Command,
  type CommandArguments,
  type CommandDeps,
  type OpenedDeps,
  type Report,
  UsageError,
} from './command.ts'
import { database } from './database.ts'
import { doctor } from './doctor.ts'
import { door } from './door.ts'
import { find } from './find.ts'
import { gateKeys } from './gate-keys.ts'
import { gates } from './gates.ts'
import { issue } from './issue.ts'
import { keys } from './keys.ts'
import { move } from './move.ts'
import { notices } from './notices.ts'
import { order } from './order.ts'
import { person } from './person.ts'
import { presence } from './presence.ts'
import { refund } from './refund.ts'
import { refunds } from './refunds.ts'
import { retention } from './retention.ts'
import { resend } from './resend.ts'
import { sales } from './sales.ts'
import { shares } from './shares.ts'
import { journal } from './journal.ts'
import { magazine } from './magazine.ts'
import { methods } from './methods.ts'
import { months } from './months.ts'
import { payouts } from './payouts.ts'
import { report } from './report.ts'
import { settings } from './settings.ts'
import { sites } from './sites.ts'
import { staff } from './staff.ts'
import { version } from './version.ts'
import { visits } from './visits.ts'
import { voidPayment } from './void.ts'
import { webhooks } from './webhooks.ts'

/** By name, in the order of the help. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['find', find],
  ['order', order],
  ['resend', resend],
  ['address', address],
  ['move', move],
  ['issue', issue],
  ['door', door],
  ['attempts', attempts],
  ['attempt', attempt],
  ['refund', refund],
  ['refunds', refunds],
  ['void', voidPayment],
  ['webhooks', webhooks],
  ['doctor', doctor],
  ['database', database],
  ['keys', keys],
  ['catalogue', catalogue],
  ['channels', channels],
  ['shares', shares],
  ['sales', sales],
  ['capacity', capacity],
  ['visits', visits],
  ['notices', notices],
  ['gates', gates],
  ['gate-keys', gateKeys],
  ['presence', presence],
  ['report', report],
  ['journal', journal],
  ['months', months],
  ['payouts', payouts],
  ['audit', audit],
  ['person', person],
  ['retention', retention],
  ['sites', sites],
  ['settings', settings],
  ['methods', methods],
  ['magazine', magazine],
  ['staff', staff],
  ['actions', actions],
  ['version', version],
])

export interface Cli {
  /** Opens what commands need, once, and only when one runs. */
  readonly open: () => OpenedDeps
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Says a piece of a file, and waits until the reader has room for the next one. */
  readonly write?: (piece: Uint8Array) => Promise<void>
  /** The name of whoever types, from `KIPPU_STAFF`. */
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
    out(helpText())
    return name === undefined ? 2 : 0
  }
  const command = COMMANDS.get(name)
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
    const report = offline ?? (await runAs(staffName, open(), command, typed))
    const { json, stream, isFailure = false } = report
    if (stream !== undefined && write !== undefined) for await (const piece of stream) await write(piece)
    else out(typed.isSet('json') ? JSON.stringify(json, null, 2) : report.text)
    return isFailure ? 1 : 0
  } catch (error) {
    if (error instanceof UsageError) {
      err(`${error.message}\n${usageText(command, rest)}`)
      return 2
    }
    if (!(error instanceof NotPermitted)) throw error
    err(`Refused: ${error.message}.`)
    return 1
  }
}

async function runAs(
  staffName: string | undefined,
  opened: OpenedDeps,
  command: Command,
  typed: CommandArguments,
): Promise<Report> {
  const deps = await withActor(staffName, opened)
  if (typeof deps === 'string') return { text: `Refused: ${deps}.`, json: { refused: deps }, isFailure: true }
  const { actor } = deps
  const refusal = refusalOf(actor, command)
  if (refusal !== undefined)
    return { text: `Refused: ${refusal}.`, json: { refused: refusal }, isFailure: true }
  return command.run(deps, typed)
}

async function withActor(staffName: string | undefined, opened: OpenedDeps): Promise<CommandDeps | string> {
  const actor = await opened.db.read(read => readActor(read, staffName))
  if (actor === 'unnamed') return 'say who you are: KIPPU_STAFF=<name>'
  if (actor === 'unknown') return `${staffName} is not on the list of staff`
  return { ...opened, actor }
}

function refusalOf(actor: Actor, { usage, permission, reach }: Command): string | undefined {
  const [name = ''] = usage.split(' ')
  if (!PERMISSIONS_OF[actor.role].includes(permission))
    return `${name} needs ${permission}, which the role ${actor.role} does not have`
  return reach === 'deployment' && !worksAt(actor, null)
    ? `${name} is for those who work at all sites`
    : undefined
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

function helpText(): string {
  const commands = Array.from(COMMANDS.values(), ({ usage, summary }) => `  ${usage}\n      ${summary}`)
  return ['Usage: npm run kippu -- <command> [--json] [--help]', '', ...commands].join('\n')
}

/** Of a wrong use, three lines at most: how the verb is typed that somebody meant, and where the rest is said. */
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
