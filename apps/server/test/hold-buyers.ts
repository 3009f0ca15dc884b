import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'

import * as v from 'valibot'

import { systemClock } from '../src/platform/clock.ts'
import { openDatabase, type Tx } from '../src/platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../src/platform/db/patience.ts'
import { isRefusal } from '../src/platform/http/refusal.ts'
import { lockSpans, selectSpans, type SpanStock } from '../src/stock/batch-queries.ts'
import { type BatchedHoldsOptions, createBatchedHolds } from '../src/orders/holds/batched-holds.ts'
import { createCatalogueCache } from '../src/sales/take-order/catalogue-cache.ts'

/**
 * A server process of the oversell test, with a pool and a hold queue of its own. IPC tells it of buyers who want one
 * place each: in which span, and whether with a set product. It returns which of them got one, in the order of their
 * arrival.
 */
const setup = v.object({ url: v.string(), guard: v.picklist(['on', 'off', 'cached']) })
const round = v.object({
  /** One for each buyer. */
  timeSpanIds: v.array(v.number()),
  /** Of the buyers in turn. */
  channels: v.optional(v.array(v.string()), ['web']),
  /** Each buyer comes again until nothing is sold to them. */
  untilRefused: v.optional(v.boolean(), false),
  set: v.nullable(v.object({ productId: v.number(), timeSpanId: v.number() })),
  productId: v.number(),
  optionValueId: v.number(),
})

const { url, guard } = v.parse(setup, JSON.parse(process.argv[2] ?? ''))
const db = openDatabase(url, { poolSize: 4, patience: FOR_WHOLE_TABLES })
const catalogue = createCatalogueCache({ db, clock: systemClock })
const holds = createBatchedHolds({ db, holdSeconds: 1800, ...guardOf() })

/** Without the guard, or with the state of the sale read from the cache alone. */
function guardOf(): Pick<BatchedHoldsOptions, 'takeAll' | 'readSpans'> {
  if (guard === 'on') return {}
  const takeAll = async (): Promise<undefined> => undefined
  return { takeAll, readSpans: guard === 'off' ? readWithoutLock : readAsOpen }
}

process.on('message', message => {
  if (message !== 'write') void buy(v.parse(round, message)).then(granted => process.send?.({ granted }))
})
process.on('disconnect', () => void holds.close().then(() => db.close()))
process.send?.('ready')

async function buy({
  timeSpanIds,
  channels,
  set,
  untilRefused,
  productId,
  optionValueId,
}: v.InferOutput<typeof round>): Promise<boolean[]> {
  const sets =
    set === null
      ? []
      : [
          {
            ...set,
            visitDate: '2026-12-01',
            quantity: 1,
            unitPrice: 800,
            taxRate: 10,
            stock: 'held' as const,
          },
        ]
  const take = (timeSpanId: number, buyer: number) =>
    holds.take({
      id: randomUUID(),
      siteKey: 'demo',
      channel: channels[buyer % channels.length] ?? 'web',
      tokenHash: randomBytes(32),
      lang: 'ja',
      productId,
      timeSpanId,
      visitDate: '2026-12-01',
      holder: null,
      quantity: 1,
      subtotal: 3200,
      promotionId: null,
      membershipDiscount: 0,
      price: 3200,
      lines: [
        {
          kind: 'ticket_type',
          taxRate: 10,
          optionValueId,
          quantity: 1,
          basePrice: 3200,
          addCost: 0,
          unitPrice: 3200,
          membershipDiscount: 0,
        },
      ],
      sets,
    })
  return Promise.all(
    timeSpanIds.map(async (timeSpanId, buyer) => {
      let count = 0
      while ((await isShownOpen(productId, timeSpanId)) && !isRefusal(await take(timeSpanId, buyer))) {
        count += 1
        if (!untilRefused) break
      }
      return count > 0
    }),
  )
}

/** What the cache says, for those who believe it alone. */
async function isShownOpen(productId: number, timeSpanId: number): Promise<boolean> {
  return guard !== 'cached' || (await catalogue.findSpan(productId, timeSpanId))?.isClosed === false
}

async function readAsOpen(tx: Tx, ids: readonly number[]): Promise<SpanStock[]> {
  const spans = await lockSpans(tx, ids)
  return spans.map(span => ({ ...span, isOpen: true }))
}

/** Reads without the lock, waits until the other process has read too, and then writes. */
async function readWithoutLock(tx: Tx, ids: readonly number[]): Promise<SpanStock[]> {
  const spans = await selectSpans(tx, ids).execute()
  process.send?.('has read')
  await once(process, 'message')
  return spans
}
