import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { createFirstTry } from '../../src/mail/smtp-first-try.ts'
import { createPaymentProviders } from '../../src/payments/accounts/providers.ts'
import type { PaymentProviders } from '../../src/payments/port/payment-providers.ts'
import { createSeal, type Seal } from '../../src/payments/port/seal.ts'
import type { Tokens } from '../../src/platform/tokens.ts'
import { clockAhead } from '../clock-ahead.ts'
import { startMailbox } from '../mailbox.ts'
import { startProviders } from '../payment-methods/simulators.ts'
import { startStripeSimulator } from '../stripe-simulator.ts'
import { type MethodsShop, withAllMethods } from './all-methods.ts'
import { type DoorShop, withDoor } from './door.ts'
import { type GateShop, withGate } from './gate.ts'
import { type Shop, withOrders } from './orders.ts'
import { type OtherDaysShop, withOtherDays } from './other-days.ts'
import { type AppOptions, openServerApp, type ServerApp } from './server-app.ts'
import { type StripeShop, withStripe } from './stripe.ts'

export type { DoorShop, GateShop, MethodsShop, OtherDaysShop, Shop, StripeShop }
/** The whole server with the demo catalogue alone. */
export type DemoShop = ServerApp

type Without<Part extends string> = { readonly [Name in Part]?: never }

/** Every method against its simulator. */
interface AllMethods {
  readonly payments: 'all'
  /** Replaces the usual providers. */
  readonly providers?: (usual: PaymentProviders) => PaymentProviders
  /** Keys that a test changes, instead of those of the environment. */
  readonly keys?: { readonly tokens: Tokens; readonly seal: Seal }
}

/**
 * The whole server on a database of its own, and what a test needs of the world around it: by default a product of five places
 * that can be ordered.
 * - `catalogue: 'demo'`: the demo catalogue alone.
 * - `payments: 'stripe'` and `'all'`: it can be paid, by the cards of Stripe or by each method, at simulators over HTTP.
 * - `otherDays`: it can move to days at other prices; `gate`: and be admitted; `door`: it is sold at the door (each paid at Stripe).
 */
export function createShop(options: AppOptions & { readonly catalogue: 'demo' }): Promise<DemoShop>
export function createShop(
  options?: AppOptions & Without<'payments' | 'otherDays' | 'gate' | 'door'>,
): Promise<Shop>
export function createShop(options: AppOptions & { readonly payments: 'stripe' }): Promise<StripeShop>
export function createShop(options: AllMethods): Promise<MethodsShop>
export function createShop(options: AppOptions & { readonly otherDays: true }): Promise<OtherDaysShop>
export function createShop(options: AppOptions & { readonly gate: true }): Promise<GateShop>
export function createShop(options: AppOptions & { readonly door: true }): Promise<DoorShop>
export async function createShop(
  options: AppOptions & {
    readonly catalogue?: 'demo'
    readonly payments?: 'stripe' | 'all'
    readonly otherDays?: true
    readonly gate?: true
    readonly door?: true
  } & Omit<AllMethods, 'payments'> = {},
): Promise<DemoShop> {
  const { catalogue, payments, otherDays, gate, door, providers, keys, ...app } = options
  if (catalogue === 'demo') return openServerApp(app)
  if (payments === 'all') return createMethodsShop({ ...(providers && { providers }), ...(keys && { keys }) })
  if (door) return createDoorShop(app)
  if (gate) return withGate(await withOtherDays(await createStripeShop(app)))
  if (otherDays) return withOtherDays(await createStripeShop(app))
  return payments === 'stripe' ? createStripeShop(app) : withOrders(await openServerApp(app))
}

async function createStripeShop(options: AppOptions): Promise<StripeShop> {
  const stripe = await startStripeSimulator()
  const variables = { ...stripe.variables, ...options.variables }
  return withStripe(await withOrders(await openServerApp({ ...options, variables })), stripe)
}

/** With a mail server that is tried while the buyer waits. */
async function createDoorShop(options: AppOptions): Promise<DoorShop> {
  const mailbox = await startMailbox()
  const shop = await createStripeShop({
    ...options,
    replace: deps => ({
      firstTry: createFirstTry({ ...deps, env: { ...deps.env, smtpUrl: mailbox.smtpUrl } }),
      ...options.replace?.(deps),
    }),
  })
  return withDoor(shop, mailbox)
}

async function createMethodsShop({
  providers: replaced = usual => usual,
  keys,
}: Omit<AllMethods, 'payments'>): Promise<MethodsShop> {
  const port = await claimPort()
  // The providers' `localhost` is the store's own origin.
  const origin = `http://localhost:${port}`
  const providers = await startProviders({ storeUrl: origin })
  let aheadMs = 0
  const clock = clockAhead(() => aheadMs)
  const app = await openServerApp({
    variables: { ...providers.variables, PORT: String(port) },
    replace: ({ env, tokens }) => ({
      tokens: keys?.tokens ?? tokens,
      payments: replaced(
        createPaymentProviders(env, { clock, seal: keys?.seal ?? createSeal(env.secretKey) }),
      ),
    }),
  })
  await app.app.listen({ port, host: 'localhost' })
  const setAhead = (seconds: number): void => {
    aheadMs = seconds * 1000
  }
  return withAllMethods(await withOrders(app), { providers, origin, setAhead })
}
