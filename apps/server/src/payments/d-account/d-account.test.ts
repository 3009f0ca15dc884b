import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createShop, type StripeShop } from '../../../test/shop/shop.ts'
import type { ReadyOrder } from '../../../test/shop/stripe.ts'
import {
  answerPage,
  openProviderSimulators,
  type ProviderSimulators,
} from '../../../test/provider-simulators.ts'
import { isRefusal } from '../../platform/http/refusal.ts'
import { hashToken } from '../../platform/tokens.ts'
import type { Attempt } from '../attempts/attempt.ts'
import { keepRefs } from '../attempts/attempt-queries.ts'
import { paymentByName } from '../attempts/find-attempts.ts'
import { referenceOf } from '../attempts/payment-name.ts'
import { beginLogin } from './begin-login.ts'
import { createDocomoProvider, type DocomoProvider, isDocomo } from '../providers/docomo/docomo-provider.ts'
import { acceptLogin, readLoginReturn } from './login-return.ts'
import { openDPay } from './open-d-pay.ts'

let simulators: ProviderSimulators
let store: StripeShop

beforeAll(async () => {
  simulators = await openProviderSimulators()
  store = await createShop({ payments: 'stripe', variables: simulators.variablesOf('docomo') })
  await store.list('d_pay')
})

afterAll(async () => {
  await store.close()
  await simulators.close()
})

interface PayingOrder extends ReadyOrder {
  readonly paymentNumber: string
}

/** An order whose buyer has chosen d払い. */
async function choose(): Promise<PayingOrder> {
  await store.resetStock()
  const order = await store.readyOrder(1)
  const { body } = await store.call('POST', `/api/v1/orders/checkout/${order.token}`, {
    payment_method_type: 'd_pay',
  })
  expect(body).toMatchObject({ result: 'action', action: { type: 'd_account' } })
  return { ...order, paymentNumber: String(body['payment_number']) }
}

const auth = ({ token }: ReadyOrder) => store.call('GET', `/d-account/v1/auth/${token}`)
const form = ({ token }: ReadyOrder) => store.call('GET', `/d-pay/v1/scptok/${token}`)

/** Takes the fields to d ACCOUNT, logs in, and returns the fields of the browser's return. */
async function logIn(fields: Readonly<Record<string, unknown>>): Promise<URLSearchParams> {
  const address = new URL(`${simulators.url}/docomo/oidc/authorize`)
  for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, String(value))
  const body = new URLSearchParams({ answer: 'login' })
  const response = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '').searchParams
}

async function attemptOf({ paymentNumber }: PayingOrder): Promise<Attempt> {
  return (await store.db.find(paymentByName, { siteKey: 'demo', name: paymentNumber }))!.attempt
}

/** Does what the return route does. */
async function comeBack(order: PayingOrder, fields: URLSearchParams): Promise<boolean> {
  const { state, code } = readLoginReturn(fields)!
  return acceptLogin(store.deps, await attemptOf(order), { state, code: code! })
}

async function loggedIn(): Promise<PayingOrder> {
  const order = await choose()
  expect(await comeBack(order, await logIn((await auth(order)).body))).toBe(true)
  return order
}

const REFUSED = { status: 400, body: { error: 'invalid payment status' } }

describe('d払い from the choice to the tickets', () => {
  test('logs in, opens the form, pays, is captured and completed (R-7.68, D-43)', async () => {
    const order = await loggedIn()
    const opened = await form(order)
    expect(opened.status).toBe(200)
    const { request_url: requestUrl, ...fields } = opened.body
    expect(Object.keys(fields)).toEqual(['s_terkn', 's_spcd', 's_cptok'])
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
    const page = await fetch(String(requestUrl), { method: 'POST', body, redirect: 'manual' })
    const back = await answerPage(page.headers.get('location') ?? '', 'pay')
    expect(back).toMatch(
      new RegExp(
        `/payment-return/docomo/${referenceOf(hashToken(order.paymentNumber))}/ret_[\\w-]+/success$`,
      ),
    )
    const returned = await store.app.inject({ url: new URL(back ?? '').pathname })
    expect(returned.headers.location).toContain('/#/payment-callback/d_pay/success?')
    expect((await store.confirm(order.paymentNumber, 'd_pay')).body).toMatchObject({ result: 'completed' })
    expect(await store.statusOf(order)).toBe('completed')
    const { id } = await attemptOf(order)
    expect(await simulators.moneyOf(id)).toMatchObject({ captured: 3200, net: 3200 })
    expect(await auth(order)).toMatchObject(REFUSED)
    expect(await form(order)).toMatchObject(REFUSED)
  })

  test('the form has new tokens at each call (R-7.33, R-3.141, S-13.04)', async () => {
    const order = await loggedIn()
    const [first, second] = [(await form(order)).body, (await form(order)).body]
    expect(second).toEqual({ ...first, s_cptok: expect.any(String) })
    expect(second['s_cptok']).not.toBe(first['s_cptok'])
  })
})

describe('the login (S-13.01)', () => {
  test('has eight fields, with a new state and nonce at each call, and is never cached (R-7.32, R-3.140)', async () => {
    const order = await choose()
    const answer = await store.app.inject({ url: `/d-account/v1/auth/${order.token}` })
    expect(answer.headers['cache-control']).toBe('no-store')
    const first: Record<string, string> = answer.json()
    const second = (await auth(order)).body
    expect(first).toEqual({
      response_type: 'code',
      scope: 'openid',
      client_id: 'simulated-client',
      redirect_uri: `${store.deps.sites.originOf('demo')}/payment-return/docomo`,
      state: expect.stringMatching(
        new RegExp(`^${referenceOf(hashToken(order.paymentNumber))}\\.[\\w-]{43}$`),
      ),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      prompt: 'login',
      authif: '1',
    })
    expect(second['state']).not.toBe(first['state'])
    expect(second['nonce']).not.toBe(first['nonce'])
  })

  test('leaves neither state nor nonce nor code readable in the database', async () => {
    const order = await choose()
    const fields = (await auth(order)).body
    const back = await logIn(fields)
    const before = JSON.stringify((await attemptOf(order)).refs)
    await comeBack(order, back)
    const after = JSON.stringify((await attemptOf(order)).refs)
    for (const secret of [fields['state'], fields['nonce'], back.get('code')])
      expect(before + after).not.toContain(secret)
    await form(order)
    expect((await attemptOf(order)).refs).toMatchObject({ login_state: '', login_nonce: '', login_code: '' })
  })

  test('must come before the form (S-13.03)', async () => {
    const order = await choose()
    expect(await form(order)).toMatchObject(REFUSED)
    await auth(order)
    expect(await form(order)).toMatchObject(REFUSED)
  })

  test('is accepted once', async () => {
    const order = await choose()
    const back = await logIn((await auth(order)).body)
    expect(await comeBack(order, back)).toBe(true)
    expect(await comeBack(order, back)).toBe(false)
    expect((await form(order)).status).toBe(200)
    expect(await comeBack(order, back)).toBe(false)
  })

  test('is accepted by one of two returns at the same time', async () => {
    const order = await choose()
    const back = await logIn((await auth(order)).body)
    const accepted = await Promise.all([comeBack(order, back), comeBack(order, back)])
    expect(accepted.toSorted()).toEqual([false, true])
  })

  test('is refused with an older state, a foreign one, or that of another order', async () => {
    const [order, other] = [await choose(), await choose()]
    const older = await logIn((await auth(order)).body)
    const newer = await logIn((await auth(order)).body)
    const others = await logIn((await auth(other)).body)
    const madeUp = new URLSearchParams({ state: `${order.paymentNumber}.${'A'.repeat(43)}`, code: 'code_x' })
    for (const fields of [older, others, madeUp]) expect(await comeBack(order, fields)).toBe(false)
    expect(await form(order)).toMatchObject(REFUSED)
    expect(await comeBack(order, newer)).toBe(true)
  })

  test('expires after ten minutes, both before the return and before its code is used', async () => {
    const [late, unused] = [await choose(), await choose()]
    const age = async (order: PayingOrder, minutes: number): Promise<void> => {
      const { id } = await attemptOf(order)
      const begun = String(Date.now() - minutes * 60_000)
      await store.db.transaction(tx => keepRefs(tx, id, { login_at: begun }))
    }
    const back = await logIn((await auth(late)).body)
    await age(late, 10)
    expect(await comeBack(late, back)).toBe(false)
    await age(late, 9)
    expect(await comeBack(late, back)).toBe(true)
    await comeBack(unused, await logIn((await auth(unused)).body))
    await age(unused, 10)
    expect(await form(unused)).toMatchObject(REFUSED)
  })

  test.each(['nonce', 'signature', 'aud', 'iss', 'exp'])(
    'with a wrong %s in the ID token opens no form',
    async flaw => {
      const order = await loggedIn()
      await simulators.turn('docomo', 'd-account', { flaw })
      expect(await form(order)).toMatchObject(REFUSED)
      await simulators.turn('docomo', 'd-account', { flaw: 'none' })
      expect(await form(order)).toMatchObject(REFUSED)
    },
  )

  test('whose code exchange is lost is repeated, and charges nothing', async () => {
    const order = await loggedIn()
    await simulators.turn('docomo', 'd-account', { tokenFault: 'drop' })
    expect(await form(order)).toMatchObject(REFUSED)
    await simulators.turn('docomo', 'd-account', { tokenFault: 'none' })
    expect(await form(order)).toMatchObject(REFUSED)
    expect(await comeBack(order, await logIn((await auth(order)).body))).toBe(true)
    expect((await form(order)).status).toBe(200)
    expect(await simulators.moneyOf((await attemptOf(order)).id)).toMatchObject({ captured: 0 })
  })

  test('comes back to its one address, and continues with the state or to the cancelled page (R-2.30, E-21, D-72)', async () => {
    const order = await choose()
    const back = await logIn((await auth(order)).body)
    const visit = async (fields: URLSearchParams): Promise<URL> => {
      const answer = await store.app.inject({ url: `/payment-return/docomo?${fields.toString()}` })
      expect(answer.statusCode).toBe(303)
      return new URL(String(answer.headers.location).replace('/#', ''))
    }
    const wrong = new URLSearchParams({ state: `${order.paymentNumber}.${'A'.repeat(43)}`, code: 'code_x' })
    expect((await visit(wrong)).pathname).toBe('/error')
    const wallet = await visit(back)
    expect(wallet.pathname).toBe('/payment-callback/wallet')
    expect(Object.fromEntries(wallet.searchParams)).toEqual({
      payment_number: referenceOf(hashToken(order.paymentNumber)),
      state: back.get('state'),
      time_change: 'false',
    })
    expect((await visit(back)).pathname).toBe('/error')
    const given = new URLSearchParams({ state: back.get('state') ?? '', error: 'access_denied' })
    expect((await visit(given)).pathname).toBe('/payment-callback/d_pay/cancel')
  })

  test('has its return fields validated strictly', () => {
    const name = `ref_${'a'.repeat(43)}`
    const state = `${name}.${'b'.repeat(43)}`
    const read = (fields: Readonly<Record<string, string>>) => readLoginReturn(new URLSearchParams(fields))
    expect(read({ state, code: 'c' })).toEqual({ name, state, code: 'c' })
    // A login that began before logins named payments by reference.
    const former = `pay_${'a'.repeat(24)}`
    expect(read({ state: state.replace(name, former), code: 'c' })).toMatchObject({ name: former })
    expect(read({ state: state.replace(name, 'somebody'), code: 'c' })).toBeUndefined()
    expect(read({ state, error: 'access_denied' })).toMatchObject({ code: null })
    expect(read({ state, code: 'c'.repeat(2001) })).toBeUndefined()
    expect(read({ state: `${state}x`, code: 'c' })).toBeUndefined()
    expect(read({ code: 'c' })).toBeUndefined()
  })
})

describe('login and form are refused', () => {
  test('without an order, without a payment by d払い, or after its deadline', async () => {
    await store.resetStock()
    expect(await auth({ token: 'ord_unknown', id: '' })).toMatchObject({
      status: 404,
      body: { error: 'record not found' },
    })
    const unpaid = await store.readyOrder(1)
    expect(await auth(unpaid)).toMatchObject(REFUSED)
    const order = await loggedIn()
    const { id } = await attemptOf(order)
    await store.db.transaction(tx =>
      tx
        .updateTable('payment_attempts')
        .set({ deadline: sql<Date>`now()` })
        .where('id', '=', id)
        .execute(),
    )
    expect(await auth(order)).toMatchObject(REFUSED)
    expect(await form(order)).toMatchObject(REFUSED)
    await store.reconcile()
    expect(await store.statusOf(order)).toBe('expired')
  })

  test('on another site (S-15.01)', async () => {
    const order = await choose()
    const asked = { siteKey: 'mori', orderToken: order.token }
    expect(await beginLogin(store.deps, asked)).toMatchObject({ code: 'record not found' })
    expect(await openDPay(store.deps, asked)).toMatchObject({ code: 'record not found' })
  })

  test('once the payment is fenced at docomo, even for a visitor who was about to open it', async () => {
    const order = await loggedIn()
    await form(order)
    const provider = store.deps.payments.of('demo').find('d_pay')
    if (!isDocomo(provider)) throw new Error('no docomo')
    const { id, ...attempt } = await attemptOf(order)
    await provider.cancelAuthorization({ ...attempt, method: 'd_pay', attemptId: id })
    expect(await form(order)).toMatchObject({ status: 400, body: { error: 'payment_api_failure' } })
  })

  test('for a host that the configuration does not name (S-13.04)', async () => {
    const order = await loggedIn()
    const found = store.deps.payments.of('demo').find('d_pay')
    if (!isDocomo(found)) throw new Error('no docomo')
    const account = { ...found.docomo.account, requestHosts: ['pay.example'] }
    const strict: DocomoProvider = createDocomoProvider(account, found.docomo)
    const site = { ...store.deps.payments.of('demo'), all: [strict] }
    const payments = { ...store.deps.payments, of: () => site }
    const answer = await openDPay({ ...store.deps, payments }, { siteKey: 'demo', orderToken: order.token })
    expect(isRefusal(answer) && answer).toMatchObject({
      code: 'payment_api_failure',
      details: { canRetry: false },
    })
  })

  test('while the gateway is in trouble; afterwards the payment continues', async () => {
    const order = await loggedIn()
    for (const mode of ['http_500', 'drop_after', 'drop_before']) {
      await simulators.arm({ provider: 'docomo', op: 'register', mode })
      expect(await form(order)).toMatchObject({
        status: 400,
        body: { error: 'payment_api_failure', can_retry: true },
      })
    }
    expect((await form(order)).status).toBe(200)
  })
})
