import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testEnv } from '../../../test/shop/test-env.ts'
import type { BuyerOrder } from '../../../test/shop/all-methods.ts'
import { createShop, type MethodsShop } from '../../../test/shop/shop.ts'
import { DRIVERS } from '../../../test/payment-methods/drivers.ts'
import type { MethodDriver } from '../../../test/payment-methods/method-driver.ts'
import { openProviderSimulators, type ProviderSimulators } from '../../../test/provider-simulators.ts'
import { attempts } from '../../cli/verbs/attempts.ts'
import { createPaymentProviders } from './providers.ts'
import { type PaymentProviders } from '../port/payment-providers.ts'
import { byStaff } from '../../platform/staff/staff-verb.ts'

const CARD = DRIVERS.find(({ method }) => method === 'gmo')!
const WALLET = DRIVERS.find(({ method }) => method === 'gmo_paypay')!
const FIRST = 'test:tshop00000001'
const SECOND = 'test:tshop00000002'

/** A call without an answer is given up after a while, twice here; no promise of speed. */
const PROVIDER_IS_WAITED_FOR_MS = 120_000

let shop: MethodsShop
let second: SecondShop
/** The server's current configuration. */
let payments: PaymentProviders

beforeAll(async () => {
  shop = await createShop({
    payments: 'all',
    providers: usual => {
      payments = usual
      return {
        of: siteKey => payments.of(siteKey),
        get all() {
          return payments.all
        },
      }
    },
  })
  second = await openSecondShop()
})
afterAll(async () => {
  await shop.close()
  await second.close()
})
beforeEach(async () => {
  await shop.reset()
  configure()
  second.asked.length = 0
})
afterEach(() => shop.compareBooks())

/** Restarts the server, with these variables in place of the first shop's. */
function configure(change: Readonly<Record<string, string>> = {}): void {
  payments = createPaymentProviders(testEnv({ ...shop.providers.variables, ...change }))
}

/** A shop at GMO that knows no payment of the first one: another simulator, and the calls that it received. */
interface SecondShop {
  readonly variables: Readonly<Record<string, string>>
  readonly asked: string[]
  close(): Promise<void>
}

async function openSecondShop(): Promise<SecondShop> {
  const simulators: ProviderSimulators = await openProviderSimulators()
  const asked: string[] = []
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '' } = request
    asked.push(url.split('/').at(-1) ?? '')
    // Each simulator uses the same name for its only shop.
    const body = (await bodyOf(request)).replace('tshop00000002', 'tshop00000001')
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const answer = await fetch(`${simulators.url}${url}`, { method, headers, body })
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  }
  const server = createServer((request, response) => void pass(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    asked,
    variables: {
      ...simulators.variablesOf('gmo'),
      GMO_SHOP_ID: 'tshop00000002',
      GMO_NOTIFICATION_KEY: 'notices-of-the-second',
      GMO_API_URL: `http://127.0.0.1:${port}/gmo`,
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await simulators.close()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('latin1')
}

function under(prefix: string, variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`${prefix}__${name}`, value]))
}

function firstShop(): Record<string, string> {
  const variables = Object.entries(shop.providers.variables).filter(([name]) => name.startsWith('GMO_'))
  return Object.fromEntries(variables)
}

/** A payment that was executed and whose answer was lost. */
async function payInTheDark(): Promise<BuyerOrder> {
  const order = await shop.orderFor(CARD)
  await shop.providers.arm({ provider: 'gmo', op: 'execute', mode: 'drop_after' })
  await shop.providers.arm({ provider: 'gmo', op: 'query', mode: 'drop_before', value: 3 })
  expect((await shop.checkout(CARD, order)).body).toMatchObject({ result: 'checking' })
  await shop.providers.disarm()
  return order
}

async function bought(driver: MethodDriver = CARD): Promise<BuyerOrder> {
  const order = await shop.orderFor(driver)
  expect((await shop.buy(driver, order)).body).toMatchObject({ result: 'completed' })
  await shop.settle()
  expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'captured' }])
  return order
}

/** The rows of `kippu attempts` for an order. */
async function watched(order: BuyerOrder): Promise<unknown[]> {
  const actor = { name: 'aki', role: 'owner', siteKeys: null } as const
  const { env, clock, sites } = shop.deps
  const staff = byStaff(actor, { ...shop.deps, payments })
  const deps = { ...staff, env, clock, sites, paying: () => Promise.resolve(staff) }
  const typed = { positionals: [], text: () => undefined, isSet: () => false }
  const { json } = await attempts.run(deps, typed)
  const ids = (await shop.attemptsOf(order)).map(({ id }) => id)
  return (json as Array<{ attempt_id: string }>).filter(row => ids.includes(row.attempt_id))
}

describe('while its account is no longer configured', () => {
  test(
    'an open payment is not queried through another account, and a person is told; with the keys back it continues (S-1.08, S-7.14)',
    async () => {
      const order = await payInTheDark()
      shop.expectPerson(order)
      configure(second.variables)
      await shop.reconcile()
      await shop.reconcile()
      expect(second.asked).toEqual([])
      expect(await shop.attemptsOf(order)).toMatchObject([
        { state: 'executing', operation: 'start', needsPerson: true },
      ])
      expect(await shop.statusOf(order)).toBe('payment_pending')
      const why = `account ${FIRST} of gmo has no keys for gmo, demo has ${SECOND}`
      expect(await watched(order)).toMatchObject([{ kind: 'payment', why }])
      expect(shop.logged.join('\n')).toContain(why)
      configure()
      await shop.reconcile()
      expect(await shop.statusOf(order)).toBe('completed')
      await shop.reconcile()
      expect(await shop.moneyOf(order)).toMatchObject({ authorizations: 1, captured: 3200, net: 3200 })
    },
    PROVIDER_IS_WAITED_FOR_MS,
  )

  test('a visitor who comes back to the payment reads that it is being checked (R-2.25)', async () => {
    const order = await shop.orderFor(WALLET)
    const answer = await shop.checkout(WALLET, order)
    const back = await shop.leave(WALLET, order.token, { answer, act: 'pay' })
    shop.expectPerson(order)
    configure(second.variables)
    const { answer: told } = await shop.comeBack(WALLET, back!)
    expect(told).toMatchObject({ status: 200, body: { result: 'checking' } })
    expect(second.asked).toEqual([])
    configure()
    await shop.settle()
    await shop.reconcile()
    expect(await shop.statusOf(order)).toBe('completed')
  })

  test('a payment past its deadline is not ended through another account, and keeps its places (S-1.09)', async () => {
    const order = await shop.orderFor(WALLET)
    await shop.checkout(WALLET, order)
    shop.expectPerson(order)
    configure(second.variables)
    await shop.passDeadline()
    await shop.reconcile()
    expect(second.asked).toEqual([])
    expect(await shop.attemptsOf(order)).toMatchObject([{ operation: 'void', needsPerson: true }])
    expect(await shop.unitsHeld(order)).toBe(1)
    configure()
    await shop.settle()
    await shop.reconcile()
    expect(await shop.attemptsOf(order)).toMatchObject([{ state: 'expired', operation: null }])
    expect(await shop.unitsHeld(order)).toBe(0)
  })

  test('a refund is not sent through another account; with the keys back it goes out by itself (R-7.75)', async () => {
    const order = await bought()
    configure(second.variables)
    expect(await shop.refund(order, 'all')).toMatchObject({ kind: 'refund' })
    await shop.reconcile()
    expect(second.asked).toEqual([])
    expect(await shop.refundsOf(order)).toEqual([{ state: 'requested', needsPerson: true }])
    expect(await watched(order)).toMatchObject([{ kind: 'refund', why: expect.stringContaining(FIRST) }])
    configure()
    await shop.reconcile()
    expect(await shop.refundsOf(order)).toEqual([{ state: 'done', needsPerson: false }])
    expect(await shop.moneyOf(order)).toMatchObject({ captured: 3200, refunded: 3200 })
  })

  test('no refund is sent when no account is left at all', async () => {
    const order = await bought()
    configure(Object.fromEntries(Object.keys(firstShop()).map(name => [name, ''])))
    expect(await shop.refund(order, 'all')).toMatchObject({ kind: 'refund' })
    expect(await shop.refundsOf(order)).toEqual([{ state: 'requested', needsPerson: true }])
    expect(await watched(order)).toMatchObject([{ why: expect.stringContaining('demo has none') }])
    configure()
    await shop.reconcile()
    expect(await shop.refundsOf(order)).toEqual([{ state: 'done', needsPerson: false }])
  })
})

describe('a site that gets an account of its own', () => {
  test('finishes earlier payments with the shared account, and begins new ones with its own (S-7.14)', async () => {
    const open = await payInTheDark()
    const paid = await bought()
    configure(under('DEMO', second.variables))
    await shop.settle()
    expect(await shop.statusOf(open)).toBe('completed')
    await shop.refund(paid, 'all')
    expect(await shop.moneyOf(paid)).toMatchObject({ refunded: 3200 })
    expect(second.asked).toEqual([])
    const order = await shop.orderFor(WALLET)
    expect((await shop.checkout(WALLET, order)).body).toMatchObject({ result: 'form' })
    expect(second.asked).toEqual(['EntryTranPaypay.idPass', 'ExecTranPaypay.idPass'])
    await shop.passDeadline()
    await shop.settle()
  })
})

describe('an account that is kept as a former one', () => {
  test('is queried, refunds and has its webhook events accepted, but takes no new payment (S-7.07, S-7.14)', async () => {
    const [paid, open] = [await bought(), await shop.orderFor(WALLET)]
    const answer = await shop.checkout(WALLET, open)
    configure({ ...second.variables, ...under('FORMER', firstShop()) })
    await shop.refund(paid, 'all')
    expect(await shop.moneyOf(paid)).toMatchObject({ refunded: 3200 })
    await shop.leave(WALLET, open.token, { answer, act: 'pay_no_return' })
    await shop.providers.untilHeard()
    expect(await shop.eventsOf(open)).toMatchObject([{ Status: 'AUTH' }])
    await shop.settle()
    expect(await shop.statusOf(open)).toBe('completed')
    expect(second.asked).toEqual([])
    await shop.checkout(WALLET, await shop.orderFor(WALLET))
    expect(second.asked).toContain('EntryTranPaypay.idPass')
  })
})
