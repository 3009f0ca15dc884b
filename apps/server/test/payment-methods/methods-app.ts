import { once } from 'node:events'
import { createServer } from 'node:net'

import type { PaymentMethod } from '@kippu/contract/payment-method'
import { sql } from 'kysely'

import { createPaymentProviders } from '../../src/payments/providers.ts'
import { type Reconciler, startReconciler } from '../../src/payments/reconcile.ts'
import { hashToken } from '../../src/tokens.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { type Answered, createOrdersApp, type OrdersApp } from '../orders-app.ts'
import { stealStock } from '../payments-app.ts'
import { type Act, type Conduct, type MethodDriver } from './method-driver.ts'
import { type Providers, startProviders } from './simulators.ts'
import { type BrowserRequest, visitProvider } from './visit-provider.ts'

export interface BuyerOrder {
  readonly token: string
  readonly id: string
}

/** What the store answered, and what the visitor makes of it. */
export interface Leaving {
  readonly answer: Answered
  readonly act: Act
}

/** A way back, as the browser makes it, and where the store sends it on to. */
export interface CameBack {
  /** Hash route, with its query. */
  readonly route: string
  readonly answer: Answered
}

export interface MethodsApp extends OrdersApp {
  readonly providers: Providers
  readonly reconciler: Reconciler
  /** Origin at which notices find the store. */
  readonly origin: string
  /** An order that may be paid: 3,200 yen a ticket; `free` gets one of nothing. */
  orderFor(driver: MethodDriver, quantity?: number): Promise<BuyerOrder>
  /** Presses the pay button. */
  checkout(driver: MethodDriver, order: BuyerOrder, conduct?: Conduct): Promise<Answered>
  /** What the visitor does after an answer, up to the request that brings the browser back; undefined: never. */
  leave(driver: MethodDriver, order: BuyerOrder, what: Leaving): Promise<BrowserRequest | undefined>
  /** The way back: our address, then what the page of its route asks. */
  comeBack(driver: MethodDriver, request: BrowserRequest): Promise<CameBack>
  /** From the pay button to the end that the visitor's doings lead to; the last answer. */
  buy(driver: MethodDriver, order: BuyerOrder, how?: { conduct?: Conduct; act?: Act }): Promise<Answered>
  confirm(driver: MethodDriver, paymentNumber: unknown, details?: object): Promise<Answered>
  /** Lets all waiting times pass, then lets the reconciler look. */
  reconcile(): Promise<void>
  /** As `reconcile`, until nothing is open any more or a person is needed. */
  settle(): Promise<void>
  /** Lets the time to pay run out, here and at the providers. */
  passDeadline(): Promise<void>
  statusOf(order: BuyerOrder): Promise<string>
  attemptsOf(order: BuyerOrder): Promise<readonly AttemptSeen[]>
  unitsHeld(order: BuyerOrder): Promise<number>
  /** Ends an order that is being paid and sells its places to others: what only a fault can do. */
  stealStock(order: BuyerOrder): Promise<void>
  resetStock(): Promise<void>
  /** @throws with every line that is wrong in our books, or between them and the providers' ledger. */
  compareBooks(): Promise<void>
}

export interface AttemptSeen {
  readonly id: string
  readonly state: string
  readonly operation: string | null
  readonly needsPerson: boolean
}

/** The page of the store's own origin in tests: what `localhost` means to the providers. */
export async function createMethodsApp(): Promise<MethodsApp> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const providers = await startProviders({ storeUrl: origin })
  const test = await createOrdersApp({
    variables: { ...providers.variables, PORT: String(port) },
    replace: deps => ({ payments: createPaymentProviders(deps.env) }),
  })
  await test.app.listen({ port, host: 'localhost' })
  const { db, deps, call } = test
  await listAllMethods(test)
  const reconciler = startReconciler(deps, { intervalMs: 3_600_000 })

  const checkout: MethodsApp['checkout'] = async (driver, { token }, conduct = 'paid') =>
    call('POST', `/api/v1/orders/checkout/${token}`, {
      payment_method_type: driver.method,
      ...(await driver.data(providers, conduct, await priceOf(test, token))),
    })
  const leave: MethodsApp['leave'] = async (driver, order, { answer, act }) => {
    const first = isLogin(answer) ? await logIn(test, order, { store: origin, answer }) : firstRequest(answer)
    return visitProvider(first, { store: origin, answer: driver.answerOf(act) })
  }
  const confirm: MethodsApp['confirm'] = (driver, paymentNumber, details) =>
    call('POST', '/api/v1/orders/confirmcheckout', {
      payment_number: paymentNumber,
      payment_method_type: driver.method,
      ...(details && { details }),
    })
  const comeBack: MethodsApp['comeBack'] = async (driver, request) => {
    const { method, url, form } = request
    const body = form && new URLSearchParams(form.map(([name, value]): [string, string] => [name, value]))
    const returned = await test.app.inject({
      method,
      url: url.slice(origin.length),
      ...(body && {
        payload: body.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    })
    if (returned.statusCode !== 303) throw new Error(`the return was answered with ${returned.statusCode}`)
    const route = String(returned.headers.location).slice(`${origin}/#`.length)
    return { route, answer: await askAs(test, driver, route) }
  }
  const buy: MethodsApp['buy'] = async (driver, order, { conduct = 'paid', act = 'pay' } = {}) => {
    let answer = await checkout(driver, order, conduct)
    for (let steps = 0; steps < 5 && isStep(answer); steps += 1) {
      const back = await leave(driver, order, { answer, act })
      if (back === undefined) return answer
      ;({ answer } = await comeBack(driver, back))
    }
    return answer
  }
  const reconcile = async (): Promise<void> => {
    await db.transaction(async tx => {
      const now = { check_at: sql<Date>`now()` }
      await tx.updateTable('payment_attempts').set(now).where('check_at', 'is not', null).execute()
      await tx.updateTable('refunds').set(now).where('check_at', 'is not', null).execute()
    })
    await reconciler.runOnce()
  }

  return {
    ...test,
    providers,
    reconciler,
    origin,
    orderFor: async ({ method }, quantity = 1) => {
      const { token } = await test.orderToken(quantity)
      const { id } = await db.transaction(tx =>
        tx
          .updateTable('orders')
          .set({ status: 'ready_checkout' })
          .where('token_hash', '=', hashToken(token))
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      if (method === 'free') await makeFree(test, id)
      return { token, id }
    },
    checkout,
    leave,
    comeBack,
    buy,
    confirm,
    reconcile,
    settle: async () => {
      for (let rounds = 0; rounds < 12; rounds += 1) {
        await reconcile()
        if ((await countOpen(test)) === 0) return
      }
    },
    passDeadline: async () => {
      await db.transaction(tx =>
        tx
          .updateTable('payment_attempts')
          .set({ deadline: sql<Date>`now()` })
          .execute(),
      )
      await providers.setClockAhead(1800)
    },
    statusOf: async ({ id }) => {
      const query = db.read(tx =>
        tx.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow(),
      )
      return (await query).status
    },
    attemptsOf: ({ id }) =>
      db.read(tx =>
        tx
          .selectFrom('payment_attempts')
          .select(['id', 'state', 'operation', 'needs_person as needsPerson'])
          .where('order_id', '=', id)
          .orderBy('created_at')
          .execute(),
      ),
    unitsHeld: async ({ id }) => {
      const holds = await db.read(tx =>
        tx.selectFrom('holds').select('units').where('order_id', '=', id).execute(),
      )
      return holds.reduce((sum, { units }) => sum + units, 0)
    },
    stealStock: order => stealStock(test, order),
    resetStock: () =>
      db.transaction(async tx => {
        await tx
          .updateTable('time_spans')
          .set(eb => ({ capacity: eb('taken', '+', 20) }))
          .execute()
      }),
    compareBooks: async () => {
      const wrongs = [...(await findBrokenInvariants(db)), ...(await compareLedgers(test, providers))]
      if (wrongs.length > 0) throw new Error(wrongs.join('\n'))
    },
    close: async () => {
      await reconciler.stop()
      await test.close()
      await providers.close()
    },
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

async function listAllMethods({ db }: OrdersApp): Promise<void> {
  const { PAYMENT_METHODS } = await import('@kippu/contract/payment-method')
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

async function priceOf({ db }: OrdersApp, token: string): Promise<number> {
  const { price } = await db.read(tx =>
    tx
      .selectFrom('orders')
      .select('price')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow(),
  )
  return price
}

async function makeFree({ db }: OrdersApp, id: string): Promise<void> {
  await db.transaction(async tx => {
    await tx.updateTable('orders').set({ price: 0, subtotal: 0 }).where('id', '=', id).execute()
    await tx.updateTable('order_lines').set({ unit_price: 0 }).where('order_id', '=', id).execute()
  })
}

function isStep({ status, body }: Answered): boolean {
  return status === 200 && ['redirect', 'form', 'three_ds', 'action'].includes(String(body['result']))
}

interface Action {
  readonly type: string
  readonly code?: string
  readonly authorization_url?: string
}

function isLogin({ body }: Answered): boolean {
  return body['result'] === 'action' && (body['action'] as Action).type === 'd_account'
}

/** The login to d ACCOUNT and the page after it, up to the form that opens d払い (D-43). */
async function logIn(
  { app, call }: OrdersApp,
  { token }: BuyerOrder,
  { store, answer }: { readonly store: string; readonly answer: Answered },
): Promise<BrowserRequest> {
  const { body: fields } = await call('GET', `/d-account/v1/auth/${token}`)
  const address = new URL(String((answer.body['action'] as Action).authorization_url))
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, String(value))
  const back = await visitProvider({ method: 'GET', url: address.href }, { store, answer: 'login' })
  if (back === undefined) throw new Error('the login did not come back')
  const returned = await app.inject({ method: 'GET', url: back.url.slice(store.length) })
  const { hash } = new URL(String(returned.headers.location))
  const state = new URLSearchParams(hash.split('?')[1]).get('state')
  if (!hash.startsWith('#/payment-callback/wallet?') || state !== fields['state'])
    throw new Error(`the login came back to ${hash}`)
  const { body: opened } = await call('GET', `/d-pay/v1/scptok/${token}`)
  const { request_url: url, ...form } = opened
  return {
    method: 'POST',
    url: String(url),
    form: Object.entries(form).map(([name, value]) => [name, String(value)] as const),
  }
}

type Fields = readonly (readonly [string, string])[]

/** The first request to the provider that an answer asks the browser for. */
function firstRequest({ body }: Answered): BrowserRequest {
  switch (body['result']) {
    case 'redirect':
      return { method: 'GET', url: String(body['redirect_url']) }
    case 'form':
      return { method: 'POST', url: String(body['action_url']), form: body['fields'] as Fields }
    case 'three_ds':
      return { method: 'GET', url: String(body['acs_url']) }
    case 'action':
      return { method: 'GET', url: String((body['action'] as Action).code) }
    default:
      throw new Error(`nothing to do for the visitor: ${JSON.stringify(body)}`)
  }
}

/** What the page of a callback route asks the server. */
async function askAs({ call }: OrdersApp, { method }: MethodDriver, route: string): Promise<Answered> {
  const [path = '', query = ''] = route.split('?')
  const fields = new URLSearchParams(query)
  if (path === '/payment-callback/gmo3ds')
    return call('POST', '/api/v1/gmo-secure/exe-payment', { md: fields.get('md') })
  const status = path.split('/').at(-1)
  return call('POST', '/api/v1/orders/confirmcheckout', {
    payment_number: fields.get('payment_number'),
    payment_method_type: method,
    ...(status === 'cancel' && { details: { status } }),
  })
}

async function countOpen({ db }: OrdersApp): Promise<number> {
  const { open } = await db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select(sql<number>`count(*)::integer`.as('open'))
      .where('check_at', 'is not', null)
      .where('needs_person', '=', false)
      .executeTakeFirstOrThrow(),
  )
  return open
}

/** Per order, to the yen: what the providers took and did not give back is the price of the tickets that admit somebody. */
async function compareLedgers({ db }: OrdersApp, providers: Providers): Promise<string[]> {
  const attempts = await db.read(tx =>
    tx
      .selectFrom('payment_attempts')
      .select(['id', 'order_id', 'state', 'operation', 'needs_person'])
      .select(
        sql<boolean>`exists(select from refunds r where r.attempt_id = payment_attempts.id and r.state <> 'done')`.as(
          'isRefunding',
        ),
      )
      .execute(),
  )
  const tickets = await db.read(tx =>
    tx
      .selectFrom('tickets')
      .innerJoin('reservations', 'reservations.id', 'tickets.reservation_id')
      .select(['reservations.order_id'])
      .select(sql<number>`sum(price)::integer`.as('yen'))
      .where('tickets.revoked_at', 'is', null)
      .groupBy('reservations.order_id')
      .execute(),
  )
  const ledger = await providers.ledger()
  const strangers = Object.keys(ledger).filter(id => !attempts.some(attempt => attempt.id === id))
  const orders = Map.groupBy(attempts, attempt => attempt.order_id)
  const wrongs = [...orders].flatMap(([orderId, own]) => {
    // What is still at work, or lies with a person, is not at its end.
    if (own.some(one => one.operation !== null || one.state === 'refund_failed' || one.isRefunding)) return []
    const owed = tickets.find(one => one.order_id === orderId)?.yen ?? 0
    const net = own.reduce((sum, { id }) => sum + (ledger[id]?.net ?? 0), 0)
    const standing = own.filter(({ id }) => {
      const money = ledger[id]
      return money !== undefined && money.authorized > money.captured + money.voided
    })
    return [
      ...(net === owed ? [] : [`order ${orderId}: the providers keep ${net} yen, its tickets cost ${owed}`]),
      ...standing.map(({ id }) => `attempt ${id} left an authorisation standing`),
    ]
  })
  return [...strangers.map(id => `money moved for ${id}, which is no attempt`), ...wrongs]
}
