import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'

import * as v from 'valibot'

import { commitOf, installProgramOf, rootOfCommit } from '../../tools/test/program-of-commit.ts'
import { ROOT } from '../../tools/start/root.ts'
import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { writeResults } from '../../tools/test/results.ts'
import { runAndStop, type StopLater } from '../started.ts'
import { type Books, untilSettled } from './books.ts'
import { buy } from './buy.ts'
import type { OwnConnection } from './own-connection.ts'
import { printTables, type ProfiledStack, type Run, summarise } from './report.ts'
import { nameOf, readRows, type Row } from './rows.ts'
import { openShop } from './shop.ts'
import { closeBooks, measure, type MeasuredShop, profile, type Times, warmUp } from './window.ts'
import { MOST_OTHERS, MOST_TRIES } from '../undisturbed.ts'

/** Measures what whole purchases over HTTP cost, how many there are a second and how long each takes. */
const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    rows: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    /** Short windows, to try something out. */
    short: { type: 'boolean', default: false },
  },
})

const ROUNDS = v.parse(
  v.pipe(v.string(), v.regex(/^[1-9]\d?$/, '--rounds: 1 to 99'), v.toNumber()),
  values.rounds,
)
const TIMES: Times = values.short
  ? { warmUpSeconds: 4, leadSeconds: 2, windowSeconds: 4 }
  : { warmUpSeconds: 15, leadSeconds: 13, windowSeconds: 10 }
/** The statements printed of each profile; all of them when rows were chosen. */
const STATEMENTS_PRINTED = 5
const ROWS = readRows(values.rows)
const KINDS = [...new Set(ROWS.map(({ kind }) => kind))]

/** Name of the program that the benchmark lies beside. */
const THIS = 'this'

interface Stacks {
  readonly now: MeasuredShop
  /** The program of the other commit; not without `--against`. */
  readonly before: MeasuredShop | undefined
}

await runAndStop(async stopLater => {
  const against = values.against === undefined ? undefined : commitOf(values.against)
  const stacks = await openStacks(against, stopLater)
  const all = [...(stacks.before ? [stacks.before] : []), stacks.now]
  const runs: Run[] = []
  for (const kind of KINDS)
    for (const stack of all) {
      console.log(`Warm-up: ${kind}, ${stack.shop.name}`)
      await warmUp(stack, kind, TIMES)
    }
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS} (load average ${loadAverage()})`)
    for (const row of ROWS) runs.push(await runRow(stacks, row, round))
  }
  const profiles: ProfiledStack[] = []
  for (const stack of all) {
    const own = []
    for (const kind of KINDS) {
      const act = async (): Promise<void> => void stack.purchases.push(await buy(stack.shop, kind))
      own.push(await profile(stack.shop, { name: kind, act }, TIMES))
      await untilSettled(stack.shop, stack.purchases)
    }
    profiles.push({ stack: stack.shop.name, profiles: own })
  }
  const books: Record<string, Books> = {}
  for (const stack of all) books[stack.shop.name] = await closeBooks(stack)
  const rows = summarise(ROWS, runs)
  printTables(rows, profiles, values.rows === undefined ? STATEMENTS_PRINTED : Infinity)
  console.log('\nThe books balance:', JSON.stringify(books))
  if (values.short || values.rows !== undefined)
    return console.log('Nothing is kept: the windows were short, or rows were chosen.')
  const file = writeResults(
    'purchases',
    {
      command: `npm run bench:purchases${against === undefined ? '' : ` -- --against ${against}`}`,
      commit: measuredCommit(),
      ...(against !== undefined && { against }),
      date: new Date().toISOString(),
      machine: describeMachine(),
      versions: { postgresql: await postgresVersion(stacks.now.shop.statistics) },
      settings: {
        rounds: ROUNDS,
        ...TIMES,
        mostOthers: MOST_OTHERS,
        mostTries: MOST_TRIES,
        fsync: 'on',
        mails: 'a purchase counts once its tickets are mailed',
      },
      rows,
      books,
    },
    { profiles, runs },
  )
  console.log(`\nAll rounds: ${file}`)
})

/** Measures a row on both stacks, in another order each round. */
async function runRow({ now, before }: Stacks, row: Row, round: number): Promise<Run> {
  const run = { ...row, round, loadAverage: loadAverage() }
  if (before === undefined) return { ...run, this: await measureAndSay(now, row) }
  if (round % 2 === 0) {
    const later = await measureAndSay(now, row)
    return { ...run, before: await measureAndSay(before, row), this: later }
  }
  const earlier = await measureAndSay(before, row)
  return { ...run, before: earlier, this: await measureAndSay(now, row) }
}

async function measureAndSay(stack: MeasuredShop, row: Row): ReturnType<typeof measure> {
  const measured = await measure(stack, row, TIMES)
  const { storeMs, perSecond, p50, p99, others, repeats, deadlocks } = measured
  console.log(
    `  ${nameOf(row)}, ${stack.shop.name}: ${storeMs} ms, ${perSecond} a second, p50 ${p50}, p99 ${p99}, others ${others}${repeats > 0 ? `, measured ${repeats + 1} times` : ''}`,
  )
  // Those of another commit are only reported: nobody can mend it.
  if (deadlocks > 0 && stack.shop.name === THIS) throw new Error(`${deadlocks} deadlocks`)
  return measured
}

async function openStacks(against: string | undefined, stopLater: StopLater): Promise<Stacks> {
  await buildWebIfStale()
  if (against !== undefined) installProgramOf(against)
  const open = async (name: string, root: string): Promise<MeasuredShop> => ({
    shop: await openShop(name, root, stopLater),
    purchases: [],
  })
  return {
    before: against === undefined ? undefined : await open(against.slice(0, 7), rootOfCommit(against)),
    now: await open(THIS, ROOT),
  }
}

/** The commit of this program; `-dirty` when it has changes that are not committed. */
function measuredCommit(): string {
  const options = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
  return execFileSync('git', options, { cwd: ROOT, encoding: 'utf8' }).trim()
}

async function postgresVersion(connection: OwnConnection): Promise<string> {
  const [row] = await connection.query({ text: 'show server_version' })
  return `PostgreSQL ${String(Object(row).server_version)}`
}
