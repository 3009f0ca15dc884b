import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'

import { usedWithChildrenMs } from '../../tools/test/cpu-time.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { commitOf, installProgramOf, rootOfCommit } from '../../tools/test/program-of-commit.ts'
import { writeResults } from '../../tools/test/results.ts'
import { ROOT } from '../../tools/start/root.ts'
import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { type Floor, openFloor } from '../floor/open-floor.ts'
import { median } from '../median.ts'
import { untilSettled } from '../purchases/books.ts'
import { buy, orderAlone, type Purchase } from '../purchases/buy.ts'
import { send } from '../purchases/http-client.ts'
import { runLoad } from '../purchases/load.ts'
import { openShop, type Shop } from '../purchases/shop.ts'
import { hundredths } from '../purchases/usage.ts'
import { runAndStop } from '../started.ts'

/**
 * Measures what each act of a sale costs, against the commit before, in five minutes: both programs in turn, window by window. It says less than the benchmark of
 * each act, and finds what became dearer the day it did.
 */
const { values } = parseArgs({
  options: { against: { type: 'string', default: 'HEAD^' }, rounds: { type: 'string', default: '5' } },
})
const ROUNDS = Number(values.rounds)
const CROWD = 32
const [LEAD_SECONDS, WINDOW_SECONDS, WARM_UP_SECONDS] = [1.6, 2.5, 6]

interface Side {
  readonly name: string
  readonly shop: Shop
  readonly purchases: Purchase[]
}

interface Act {
  readonly name: string
  readonly do: (side: Side) => Promise<void>
}

const ACTS: readonly Act[] = [
  { name: 'free purchase', do: async ({ shop, purchases }) => void purchases.push(await buy(shop, 'free')) },
  {
    name: 'card purchase',
    do: async ({ shop, purchases }) => void purchases.push(await buy(shop, 'stripe')),
  },
  { name: 'order alone', do: ({ shop }) => orderAlone(shop) },
  {
    name: 'first document',
    do: async ({ shop }) => {
      const { status } = await send({
        method: 'GET',
        url: `${shop.origin}/`,
        headers: { 'accept-encoding': 'br' },
      })
      if (status !== 200) throw new Error(`the document answered ${status}`)
    },
  },
]

interface Window {
  /** ms of a core of server and database an act, and acts a second. */
  readonly ms: number
  readonly perSecond: number
}

/** One window; what is left of its work is done before the next. */
async function measure(act: () => Promise<void>, usedMs: () => number): Promise<Window> {
  let acts = 0
  const look = async () => ({ acts, used: usedMs(), at: performance.now() })
  const { from, to } = await runLoad({
    buyers: CROWD,
    leadSeconds: LEAD_SECONDS,
    windowSeconds: WINDOW_SECONDS,
    act: async () => {
      await act()
      acts += 1
    },
    look,
  })
  const done = to.acts - from.acts
  return { ms: (to.used - from.used) / done, perSecond: (done * 1000) / (to.at - from.at) }
}

async function measureAct({ do: act }: Act, side: Side): Promise<Window> {
  const { shop, purchases } = side
  const window = await measure(
    () => act(side),
    () =>
      shop.serverMs() + usedWithChildrenMs(shop.postmaster) - shop.own.usedMs() - shop.statistics.usedMs(),
  )
  await untilSettled(shop, purchases)
  return window
}

function measureFloor({ buy: act, serverMs }: Floor, { shop }: Side): Promise<Window> {
  return measure(act, () => serverMs() + usedWithChildrenMs(shop.postmaster))
}

/** Its middle, least and most. */
const spreadOf = (values: readonly number[]): string =>
  `${hundredths(median(values))} [${hundredths(Math.min(...values))}–${hundredths(Math.max(...values))}]`

await runAndStop(async stopLater => {
  const against = commitOf(values.against)
  installProgramOf(against)
  await buildWebIfStale()
  const open = async (name: string, root: string): Promise<Side> => ({
    name,
    shop: await openShop(name, root, stopLater),
    purchases: [],
  })
  const before = await open(against.slice(0, 7), rootOfCommit(against))
  const now = await open('this', ROOT)
  const floor = await openFloor(now.shop, stopLater)
  for (const side of [before, now])
    for (const act of ACTS.slice(0, 2)) {
      await runLoad({
        buyers: CROWD,
        leadSeconds: WARM_UP_SECONDS,
        windowSeconds: 0,
        act: () => act.do(side),
        look: async () => undefined,
      })
      await untilSettled(side.shop, side.purchases)
    }
  const windows = new Map<string, Array<{ readonly before: Window; readonly now: Window }>>(
    ACTS.map(({ name }) => [name, []]),
  )
  const floors: Window[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS} (load average ${loadAverage()})`)
    for (const act of ACTS) {
      const first = round % 2 === 0 ? now : before
      const one = await measureAct(act, first)
      const other = await measureAct(act, first === now ? before : now)
      windows.get(act.name)?.push(first === now ? { now: one, before: other } : { before: one, now: other })
    }
    floors.push(await measureFloor(floor, now))
  }
  const rows = [...windows].map(([act, of]) => ({
    act,
    'ms of a core': spreadOf(of.map(one => one.now.ms)),
    before: spreadOf(of.map(one => one.before.ms)),
    'ratio (below 1 is cheaper)': spreadOf(of.map(one => one.now.ms / one.before.ms)),
    'a second': hundredths(median(of.map(one => one.now.perSecond))),
  }))
  const free = windows.get('free purchase')?.map(one => one.now.ms) ?? []
  const floorMs = floors.map(({ ms }) => ms)
  rows.push({
    act: 'the floor of a free purchase',
    'ms of a core': spreadOf(floorMs),
    before: '',
    'ratio (below 1 is cheaper)': `store: ${spreadOf(free.map((ms, round) => ms / (floorMs[round] ?? Number.NaN)))}`,
    'a second': hundredths(median(floors.map(one => one.perSecond))),
  })
  console.table(rows)
  const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim()
  const file = writeResults('all', {
    command: `npm run bench -- --against ${against}`,
    commit,
    against,
    date: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: loadAverage(),
    settings: { rounds: ROUNDS, buyers: CROWD, windowSeconds: WINDOW_SECONDS },
    rows,
  })
  console.log(`\nKept in bench/results/all.json; ${file}`)
})
