import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import costs from './purchase-cost.json' with { type: 'json' }
import { type Costed, type CostedShop, type Kind, openCostedShop } from './purchase-cost/costed-shop.ts'
import {
  doFixedWork,
  IS_DATABASE_SEEN,
  piecesOf,
  type ProcessorTime,
} from './purchase-cost/processor-time.ts'
import { type TableWrites, writesDuring } from './purchase-cost/table-writes.ts'

/**
 * A purchase and a change of its time may not become dearer unseen: `purchase-cost.json` has what they cost, and a commit that
 * changes that says so there.
 */

const KINDS: readonly Kind[] = ['free', 'card']
const SAY = 'It costs something else than purchase-cost.json has. If that is meant, say the new number there.'

interface KnownCosts {
  readonly statements: Readonly<Record<string, number>>
  readonly transactions: number
  readonly compiled: number
  readonly written: Readonly<Record<string, TableWrites>>
  readonly jobs: readonly string[]
  readonly mails: Readonly<Record<string, { readonly bytes: number; readonly codes: number }>>
}

let shop: CostedShop
beforeAll(async () => {
  shop = await openCostedShop()
  // What is read once and then known is not a purchase's.
  for (const kind of KINDS) await shop.move(kind, (await shop.buy(kind, 1)).reservation)
})
afterAll(() => shop.close())

describe('two tickets', () => {
  const PURCHASES = 3
  /** The picture of a code has some bytes more or fewer by what stands in it; a code more is over a thousand. */
  const SPARE_BYTES = 250

  test.each(KINDS)(
    '%s: statements, transactions, compiled parts, rows, entries of indexes, jobs and mails',
    async kind => {
      const purchases: Costed[] = []
      const written = await writesDuring(
        shop,
        PURCHASES,
        async () => void purchases.push(await shop.buy(kind, 2)),
      )
      const { pieces: _, ...known } = costs[kind]
      for (const purchase of purchases) {
        expect(purchase.unprepared.map(beginningOf)).toEqual([])
        expect(costOf(purchase, written, known), `${SAY}\n${textsIn(purchase)}`).toEqual(known)
      }
    },
  )

  test.each(KINDS)('%s, moved to another day: as much of each', async kind => {
    const bought: string[] = []
    while (bought.length < PURCHASES) bought.push((await shop.buy(kind, 2)).reservation)
    const moves: Costed[] = []
    const written = await writesDuring(
      shop,
      PURCHASES,
      async () => void moves.push(await shop.move(kind, bought.pop() ?? '')),
    )
    const known = costs.moved[kind]
    for (const move of moves) {
      expect(move.unprepared.map(beginningOf)).toEqual([])
      expect(costOf(move, written, known), `${SAY}\n${textsIn(move)}`).toEqual(known)
    }
  })

  function costOf(
    { statements, compiled, jobs, mails }: Costed,
    written: Record<string, TableWrites>,
    known: KnownCosts,
  ): KnownCosts {
    return {
      statements: mapValues(statements, sent => sent.length),
      transactions: transactionsIn(Object.values(statements).flat()),
      compiled,
      written,
      jobs,
      mails: Object.fromEntries(
        Object.entries(mails).map(([name, raw]) => {
          const { bytes, codes } = mailOf(raw)
          return [name, { bytes: near(bytes, known.mails[name]?.bytes ?? 0, SPARE_BYTES), codes }]
        }),
      ),
    }
  }

  function textsIn({ statements }: Costed): string {
    return Object.values(statements).flat().map(beginningOf).join('\n')
  }
})

/** A machine that is busy is waited for. */
const PATIENCE = { timeout: 180_000 }

describe('six tickets, as many as have a code each in their mail', PATIENCE, () => {
  const [TICKETS, WARM, ROUNDS, PURCHASES] = [6, 4, 5, 3]
  /** Programs beside this one, and other processors, make less of a difference; a second code for each ticket makes more. */
  const [LESS, MORE] = [0.65, 1.3]

  test.each(KINDS)("%s: the processor's time, in pieces of fixed work", async kind => {
    const buy = async (purchases: number): Promise<void> => {
      for (let times = 0; times < purchases; times += 1) await shop.buy(kind, TICKETS)
    }
    // The compiler needs some of each before it knows them.
    await buy(WARM)
    for (let times = 0; times < WARM; times += 1) await doFixedWork(shop.own)
    const rounds: ProcessorTime[] = []
    while (rounds.length < ROUNDS) rounds.push(await piecesOf(shop, () => buy(PURCHASES)))
    for (const part of IS_DATABASE_SEEN ? (['store', 'database'] as const) : (['store'] as const)) {
      const found = median(rounds.map(used => used[part] / PURCHASES))
      const known = costs[kind].pieces[part]
      const said = `${SAY} ${part}: ${found.toFixed(2)} instead of ${known}`
      expect.soft(found / known, said).toBeLessThan(MORE)
      expect.soft(found / known, said).toBeGreaterThan(LESS)
    }
  })
})

const CODE = /^Content-Disposition: inline; filename="qr-/gm

function mailOf(raw: string): { readonly bytes: number; readonly codes: number } {
  return { bytes: raw.length, codes: raw.match(CODE)?.length ?? 0 }
}

/** The known number, where the found one is near enough. */
function near(found: number, known: number, spare: number): number {
  return Math.abs(found - known) <= spare ? known : found
}

function beginningOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)
}

/** Each statement outside of one is a transaction of its own. */
function transactionsIn(texts: readonly string[]): number {
  let count = 0
  let isOpen = false
  for (const text of texts) {
    if (/^begin|^start transaction/i.test(text)) isOpen = true
    if (/^commit|^rollback/i.test(text)) isOpen = false
    if (!isOpen) count += 1
  }
  return count
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]))
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
