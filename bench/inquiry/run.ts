import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { performance } from 'node:perf_hooks'

import { RESERVATION_NUMBER_LENGTH, reservationNumberFrom } from '@kippu/domain/reservation-number'

import { buildWebIfStale } from '../../tools/start/web-build.ts'
import { buy } from '../hoarding/visitor.ts'
import { describeMachine, loadAverage } from '../../tools/test/machine.ts'
import { median } from '../median.ts'
import { startStore, type Store } from '../processes/stores.ts'
import { writeResults } from '../../tools/test/results.ts'
import { runAndStop } from '../started.ts'

/** Wrong pairs, of all kinds in turn: what is wrong must not be heard from the time of the answer. */
const PAIRS = 10_000
const WARM_UP = 1_000
const VISITS = 60
/** Fewer than the limits of an address and a number let through. */
const BETWEEN_CLEARINGS = 25

interface Visit {
  readonly email: string
  readonly number: string
}

interface Asked extends Visit {
  /** The address of the client. */
  readonly from: string
  readonly host?: string
}

const nobody = (): string => `${randomBytes(6).toString('hex')}@example.com`
const noNumber = (): string => reservationNumberFrom(randomBytes(RESERVATION_NUMBER_LENGTH))

type Kind = (one: Visit, next: Visit) => Visit & { readonly host?: string }

/** The fault of a pair. */
const KINDS: Readonly<Record<string, Kind>> = {
  'neither is known': () => ({ email: nobody(), number: noNumber() }),
  'the address is known': ({ email }) => ({ email, number: noNumber() }),
  'the number is known': ({ number }) => ({ email: nobody(), number }),
  'both are known, of two visits': ({ email }, { number }) => ({ email, number }),
  'a right pair of another site': one => ({ ...one, host: 'mori.localhost' }),
}

await runAndStop(async stopLater => {
  await buildWebIfStale()
  const store = await startStore(1, stopLater)
  const visits: Visit[] = []
  for (let count = 0; count < VISITS; count += 1) visits.push(await visit(store, count))
  const loadBefore = loadAverage()
  const { rows, answers } = await compareKinds(store, visits)
  const lookedUp = await fillLimits(store, visits)
  const file = writeResults('inquiry', {
    command: 'npm run bench:inquiry',
    date: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: { before: loadBefore, after: loadAverage() },
    answers,
    rows,
    lookedUp,
  })
  console.table(rows)
  console.log(answers, lookedUp, file)
})

async function visit(store: Store, count: number): Promise<Visit> {
  const email = `visitor${count}@example.com`
  await buy(store, `198.51.100.${count + 1}`, store.catalogue, email)
  const { number } = await store.db.read(read =>
    read
      .selectFrom('reservations')
      .innerJoin('orders', 'orders.id', 'reservations.order_id')
      .select('reservations.number')
      .where('orders.email', '=', email)
      .executeTakeFirstOrThrow(),
  )
  return { email, number }
}

interface Row {
  readonly wrong: string
  readonly pairs: number
  readonly medianMs: number
  readonly p95Ms: number
  /** Its median by the median of all. */
  readonly toAll: number
}

async function compareKinds(
  store: Store,
  visits: readonly Visit[],
): Promise<{ readonly rows: Row[]; readonly answers: string[] }> {
  const kinds = Object.entries(KINDS)
  const times = new Map(kinds.map(([name]): [string, number[]] => [name, []]))
  const answers = new Set<string>()
  for (let turn = 0; turn < PAIRS + WARM_UP; turn += 1) {
    const [name, pairOf] = at(kinds, turn)
    const round = Math.floor(turn / kinds.length)
    const pair = pairOf(at(visits, round), at(visits, round + 1))
    const began = performance.now()
    // A network of its own for each: what is measured is the look, and not the limit.
    const answer = await ask(store, { ...pair, from: `2001:db8:${turn.toString(16)}::1` })
    const took = performance.now() - began
    if (turn >= WARM_UP) {
      answers.add(answer)
      times.get(name)?.push(took)
    }
    if (turn % BETWEEN_CLEARINGS === 0) await forgetTries(store)
  }
  const all = median([...times.values()].flat())
  const rows = [...times].map(([wrong, own]) => ({
    wrong,
    pairs: own.length,
    medianMs: rounded(median(own)),
    p95Ms: rounded(
      at(
        own.toSorted((a, b) => a - b),
        Math.floor(own.length * 0.95),
      ),
    ),
    toAll: rounded(median(own) / all),
  }))
  return { rows, answers: [...answers] }
}

/** How many tries of one network are looked up, and how many of a thousand networks that ask for one address. */
async function fillLimits(store: Store, visits: readonly Visit[]): Promise<Record<string, number>> {
  await forgetTries(store)
  const { email } = at(visits, 0)
  const looks = async (tries: number, from: (turn: number) => string): Promise<number> => {
    let count = 0
    for (let turn = 0; turn < tries; turn += 1) {
      const answer = await ask(store, { email, number: noNumber(), from: from(turn) })
      if (answer.startsWith('404 ')) count += 1
    }
    return count
  }
  return {
    'of 100 tries of one network': await looks(100, () => '192.0.2.1'),
    'of 1,000 networks that ask for one address': await looks(
      1_000,
      turn => `2001:db8:${turn.toString(16)}::2`,
    ),
  }
}

/** Status and body of the answer. */
function ask({ origin }: Store, { email, number, from, host }: Asked): Promise<string> {
  const query = new URLSearchParams({ email, reservation_number: number })
  const headers = { 'x-forwarded-for': from, ...(host !== undefined && { host }) }
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/api/v1/reservations?${query.toString()}`, { headers }, answer => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (body += part))
      answer.on('end', () => resolve(`${answer.statusCode} ${body}`))
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function forgetTries({ db }: Store): Promise<void> {
  await db.transaction(tx => tx.deleteFrom('inquiry_tries').execute())
}

function at<One>(all: readonly One[], turn: number): One {
  const one = all[turn % all.length]
  if (one === undefined) throw new Error('there is nothing')
  return one
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
