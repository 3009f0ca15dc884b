import * as v from 'valibot'

import type { Shop, StoreAnswer } from '../shop/orders.ts'
import type { Act, MethodDriver } from './method-driver.ts'
import { type BrowserRequest, visitProvider } from './visit-provider.ts'

/** The visitor's browser between the pay button and the end, acting as the store's pages do. */
export interface Visitor {
  /** Follows an answer up to the request that brings the browser back; undefined when it never comes back. */
  leave(driver: MethodDriver, orderToken: string, what: StoreResponse): Promise<BrowserRequest | undefined>
  /** The return: our return address, then the call of the page behind its route. */
  comeBack(driver: MethodDriver, request: BrowserRequest): Promise<ReturnResult>
}

/** The store's answer, and how the visitor reacts. */
export interface StoreResponse {
  readonly answer: StoreAnswer
  readonly act: Act
}

/** Where the store sends a returning browser, and the answer that its page gets. */
export interface ReturnResult {
  /** Hash route, with its query. */
  readonly route: string
  readonly answer: StoreAnswer
}

/** The minimum of a store that a visitor's browser needs: an app in this process, or a server behind an address. */
export interface AnyShop extends Pick<Shop, 'call'> {
  readonly app: {
    readonly inject: (request: {
      readonly method: 'GET' | 'POST'
      readonly url: string
      readonly payload?: string | Buffer
      readonly headers?: Record<string, string>
    }) => Promise<{ readonly statusCode: number; readonly headers: Readonly<Record<string, unknown>> }>
  }
}

/** @param origin of the store. */
export function createVisitor(shop: AnyShop, origin: string): Visitor {
  const own = new Map<string, OwnPayment>()
  return {
    leave: async (driver, orderToken, { answer, act }) => {
      remember(own, answer)
      const first = isLogin(answer)
        ? await logIn(shop, orderToken, { store: origin, answer })
        : firstRequest(answer)
      return first && visitProvider(first, { store: origin, answer: driver.answerOf(act) })
    },
    comeBack: async (driver, request) => {
      const { status, location } = await bringBack(shop, origin, request)
      if (status !== 303) throw new Error(`the return was answered with ${status}`)
      const route = location.slice(`${origin}/#`.length)
      return { route, answer: await askAs(shop, driver, { route, own }) }
    },
  }
}

/** What a browser keeps of a payment that it began: a return address has the reference alone. */
interface OwnPayment {
  readonly number: string
  readonly md: unknown
}

function remember(own: Map<string, OwnPayment>, { body }: StoreAnswer): void {
  const { payment_reference: reference, payment_number: number, md } = body
  own.set(String(reference), { number: String(number), md })
}

/** Whether an answer asks for something that only the visitor can do. */
export function isStep({ status, body }: StoreAnswer): boolean {
  return status === 200 && ['redirect', 'form', 'three_ds', 'action'].includes(String(body['result']))
}

/** The browser's request to the store's return address, and its answer. */
export async function bringBack(
  { app }: Pick<AnyShop, 'app'>,
  origin: string,
  { method, url, form }: BrowserRequest,
): Promise<{ readonly status: number; readonly location: string }> {
  const body = form && new URLSearchParams(form.map(([name, value]): [string, string] => [name, value]))
  const { statusCode, headers } = await app.inject({
    method,
    url: url.slice(origin.length),
    ...(body && {
      payload: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  })
  return { status: statusCode, location: String(headers.location) }
}

const action = v.object({
  type: v.string(),
  code: v.optional(v.string()),
  authorization_url: v.optional(v.string()),
})

function isLogin({ body }: StoreAnswer): boolean {
  return body['result'] === 'action' && v.parse(action, body['action']).type === 'd_account'
}

/** The login to d ACCOUNT and the page after it, up to the form that opens d払い (D-43). */
async function logIn(
  { app, call }: AnyShop,
  orderToken: string,
  { store, answer }: { readonly store: string; readonly answer: StoreAnswer },
): Promise<BrowserRequest | undefined> {
  const { body: login } = await call('GET', `/d-account/v1/auth/${orderToken}`)
  const address = new URL(String(v.parse(action, answer.body['action']).authorization_url))
  for (const [name, value] of Object.entries(login)) address.searchParams.set(name, String(value))
  const back = await visitProvider({ method: 'GET', url: address.href }, { store, answer: 'login' })
  if (back === undefined) throw new Error('the login did not come back')
  const returned = await app.inject({ method: 'GET', url: back.url.slice(store.length) })
  const { hash } = new URL(String(returned.headers.location))
  const state = new URLSearchParams(hash.split('?')[1]).get('state')
  if (!hash.startsWith('#/payment-callback/wallet?') || state !== login['state'])
    throw new Error(`the login came back to ${hash}`)
  return openForm({ call }, orderToken)
}

/** The page before d払い; its button may be pressed again when nothing came of it (S-13.04), but not forever. */
async function openForm(
  { call }: Pick<Shop, 'call'>,
  orderToken: string,
): Promise<BrowserRequest | undefined> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    const { status, body } = await call('GET', `/d-pay/v1/scptok/${orderToken}`)
    const { request_url: url, ...form } = body
    if (status === 200)
      return {
        method: 'POST',
        url: String(url),
        form: Object.entries(form).map(([name, value]) => [name, String(value)] as const),
      }
  }
  return undefined
}

const MOST_PRESSES = 3

const fields = v.array(v.tuple([v.string(), v.string()]))

/** The first request to the provider that an answer asks the browser for. */
function firstRequest({ body }: StoreAnswer): BrowserRequest {
  switch (body['result']) {
    case 'redirect':
      return { method: 'GET', url: String(body['redirect_url']) }
    case 'form':
      return {
        method: 'POST',
        url: String(body['action_url']),
        form: v.parse(fields, body['fields']),
        charset: String(body['charset']),
      }
    case 'three_ds':
      return { method: 'GET', url: String(body['acs_url']) }
    case 'action':
      return { method: 'GET', url: String(v.parse(action, body['action']).code) }
    default:
      throw new Error(`nothing to do for the visitor: ${JSON.stringify(body)}`)
  }
}

/** The call that the page of a callback route makes. */
async function askAs(
  { call }: Pick<Shop, 'call'>,
  { method }: MethodDriver,
  { route, own }: { readonly route: string; readonly own: ReadonlyMap<string, OwnPayment> },
): Promise<StoreAnswer> {
  const [path = '', query = ''] = route.split('?')
  const told = new URLSearchParams(query)
  const payment = own.get(told.get('payment_number') ?? '')
  if (path === '/payment-callback/gmo3ds')
    return call('POST', '/api/v1/gmo-secure/exe-payment', { md: payment?.md ?? told.get('md') })
  const status = path.split('/').at(-1)
  return call('POST', '/api/v1/orders/confirmcheckout', {
    payment_number: payment?.number ?? told.get('payment_number'),
    payment_method_type: method,
    ...(status === 'cancel' && { details: { status } }),
  })
}
