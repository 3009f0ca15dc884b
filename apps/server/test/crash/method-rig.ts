import { addDays } from '@kippu/domain/jst-date'
import type { PaymentMethod } from '@kippu/contract/payment-method'
import { PAYMENT_METHODS } from '@kippu/contract/payment-method'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createPaymentProviders } from '../../src/payments/providers.ts'
import { type Reconciler, startReconciler } from '../../src/payments/saga/reconcile.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { createSeal } from '../../src/payments/seal.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { type Answered, createOrdersApp, type OrdersApp } from '../orders-app.ts'
import { compareLedgers } from '../payment-methods/compare-ledgers.ts'
import type { Conduct, MethodDriver } from '../payment-methods/method-driver.ts'
import { type Providers, startProviders } from '../payment-methods/simulators.ts'
import { createVisitor, type Shop, type Visitor } from '../payment-methods/visitor.ts'
import { insertSmallCatalogue } from '../small-catalogue.ts'
import {
  createPassingTime,
  findOpen,
  look,
  type PassingTime,
  type Settled,
  settleByTime,
} from './passing-time.ts'
import {
  findFreePort,
  type HookOrder,
  type ServerProcess,
  spawnServer,
  startServer,
} from './server-process.ts'

export interface RigOrder {
  readonly id: string
  readonly token: string
  readonly yen: number
}

/**
 * One database, all providers, and servers that come and go: those that are killed are processes of their own, and what
 * they leave is taken up by the saga in the test's own process, whose waiting times the test can see.
 */
export interface MethodRig extends Pick<OrdersApp, 'db' | 'deps'> {
  readonly providers: Providers
  readonly time: PassingTime
  /** What a browser does; its requests go to the web server that is alive. */
  readonly visitor: Visitor
  /** The server for visitors and news, without a reconciler: the one that is alive, else the next one. */
  web(): Promise<ServerProcess>
  /** A server that only ends what is open. */
  startWorker(orders: readonly HookOrder[]): ServerProcess
  /** An order of two tickets that may be paid, of a time span of its own. */
  newOrder(driver: MethodDriver): Promise<RigOrder>
  checkout(driver: MethodDriver, order: RigOrder, conduct: Conduct): Promise<Answered>
  /** Staff give tickets back, or all. */
  refund(order: RigOrder, tickets: 'all' | readonly number[]): Promise<void>
  /** The server looks once for what is due next, if anything is open. */
  look(): Promise<void>
  /** The next server ends what is open. */
  recover(): Promise<Settled>
  findWrongs(): Promise<string[]>
  close(): Promise<void>
}

export interface MethodRigOptions {
  /** Orders that it has room for. */
  readonly orders: number
  /** Whether the test's own process serves visitors as well: where nothing is killed. */
  readonly isServing?: boolean
}

export async function createMethodRig({ orders, isServing = false }: MethodRigOptions): Promise<MethodRig> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kippu-kill-'))
  const providers = await startProviders({ storeUrl: origin })
  const variables = { ...providers.variables, PORT: String(port), DB_POOL_SIZE: '12' }
  const started: ServerProcess[] = []
  const alive = (): readonly ServerProcess[] => started.filter(server => server.isRunning())
  const time = createPassingTime(() => test.db, {
    setClockAhead: async aheadSeconds => {
      await providers.setClockAhead(aheadSeconds)
      await Promise.all(alive().map(server => server.tell({ do: 'clock', aheadSeconds })))
    },
  })
  const test = await createOrdersApp({
    variables,
    replace: ({ env }) => ({
      clock: time.clock,
      payments: createPaymentProviders(env, { clock: time.clock, seal: createSeal(env.secretKey) }),
    }),
  })
  const { db, deps } = test
  if (isServing) await test.app.listen({ port, host: '127.0.0.1' })
  await listAllMethods(test)
  const visitDate = addDays(new Date().toISOString().slice(0, 10), 20)
  const capacities = Array.from({ length: orders }, () => 2)
  const catalogue = await insertSmallCatalogue(db, { capacities, visitDate })
  const spans = catalogue.spans.values()
  const reconciler: Reconciler = startReconciler(deps, { intervalMs: 3_600_000 })
  const shop = overHttp(origin)
  const processVariables = {
    ...variables,
    NODE_ENV: 'test',
    DATABASE_URL: test.databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    SIMULATORS: 'off',
  }

  let current: ServerProcess | undefined
  const web = async (): Promise<ServerProcess> => {
    if (current?.isRunning() === true) return current
    // Payments that are held while they commit keep a connection each.
    current = await startServer(port, { ...processVariables, ROLE: 'web', DB_POOL_SIZE: '30' })
    started.push(current)
    await current.tell({ do: 'clock', aheadSeconds: time.aheadSeconds() })
    return current
  }

  return {
    db,
    deps,
    providers,
    time,
    visitor: createVisitor(shop, origin),
    web,
    startWorker: hookOrders => {
      const clock = { do: 'clock', aheadSeconds: time.aheadSeconds() } as const
      const worker = spawnServer({ ...processVariables, ROLE: 'worker' }, [clock, ...hookOrders])
      started.push(worker)
      return worker
    },
    newOrder: async driver => {
      const timeSpanId = spans.next().value
      if (timeSpanId === undefined) throw new Error('the rig has no time span left')
      return newOrder(test, driver, {
        timeSpanId,
        productUuid: catalogue.productUuid,
        adult: catalogue.adult,
      })
    },
    checkout: async (driver, { token, yen }, conduct) =>
      shop.call('POST', `/api/v1/orders/checkout/${token}`, {
        payment_method_type: driver.method,
        ...(await driver.data(providers, conduct, yen)),
      }),
    refund: async (order, tickets) => {
      const reservationNumber = await reservationOf(test, order)
      const answer = await requestRefund(deps, {
        siteKey: 'demo',
        reservationNumber,
        tickets,
        reason: 'it rains',
      })
      if (answer.kind === 'refused') throw new Error(`the refund was refused: ${answer.why}`)
    },
    look: async () => {
      const open = await findOpen(db)
      if (open.length > 0) await look({ db, providers, time, reconciler }, open)
    },
    recover: async () => {
      if (!isServing) await web()
      return settleByTime({ db, providers, time, reconciler })
    },
    findWrongs: async () => [...(await findBrokenInvariants(db)), ...(await compareLedgers(db, providers))],
    close: async () => {
      await Promise.all(alive().map(server => server.kill()))
      await reconciler.stop()
      await test.close()
      await providers.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

interface Wanted {
  readonly productUuid: string
  readonly timeSpanId: number
  readonly adult: number
}

async function newOrder(
  shop: OrdersApp,
  { method }: MethodDriver,
  { productUuid, timeSpanId, adult }: Wanted,
): Promise<RigOrder> {
  const quantity = 2
  const { status, body } = await shop.call('POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: timeSpanId,
    quantity,
    option_values: [{ option_value_id: adult, quantity }],
  })
  if (status !== 201) throw new Error(`the order was not created: ${status} ${JSON.stringify(body)}`)
  return shop.db.transaction(async tx => {
    const { id, price } = await tx
      .updateTable('orders')
      .set(
        method === 'free'
          ? { status: 'ready_checkout', price: 0, subtotal: 0 }
          : { status: 'ready_checkout' },
      )
      .where('time_span_id', '=', timeSpanId)
      .returning(['id', 'price'])
      .executeTakeFirstOrThrow()
    if (method === 'free')
      await tx.updateTable('order_lines').set({ unit_price: 0 }).where('order_id', '=', id).execute()
    return { id, token: String(body['order_token']), yen: price }
  })
}

async function reservationOf({ db }: OrdersApp, { id }: RigOrder): Promise<string> {
  const { number } = await db.read(tx =>
    tx.selectFrom('reservations').select('number').where('order_id', '=', id).executeTakeFirstOrThrow(),
  )
  return number
}

async function listAllMethods({ db }: OrdersApp): Promise<void> {
  const rows = PAYMENT_METHODS.map((method: PaymentMethod, position: number) => ({
    site_key: 'demo',
    channel: 'web',
    method,
    position,
  }))
  await db.transaction(tx =>
    tx
      .insertInto('payment_methods')
      .values(rows)
      .onConflict(conflict => conflict.columns(['site_key', 'channel', 'method']).doNothing())
      .execute(),
  )
}

/** What the tests of one process ask of an app, asked of a server behind an address. */
function overHttp(origin: string): Shop {
  const inject: Shop['app']['inject'] = async ({ method, url, payload, headers }) => {
    const answer = await fetch(`${origin}${url}`, {
      method,
      redirect: 'manual',
      ...(headers && { headers }),
      ...(payload !== undefined && { body: payload }),
    })
    return { statusCode: answer.status, headers: Object.fromEntries(answer.headers) }
  }
  return {
    app: { inject },
    call: async (method, url, body) => {
      const answer = await fetch(`${origin}${url}`, {
        method,
        redirect: 'manual',
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
    },
  }
}
