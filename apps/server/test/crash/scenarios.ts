import { setTimeout as delay } from 'node:timers/promises'

import * as v from 'valibot'

import { type Failpoint, FAILPOINTS } from '../../src/payments/attempts/failpoints.ts'
import { findIntent, type ReadyOrder } from '../shop/stripe.ts'
import { stealStock } from '../shop/order-states.ts'
import type { Money } from '../stripe-simulator.ts'
import { COUPON, type CrashRig, letTimePass } from './crash-rig.ts'
import { proveOrder } from '../prove-order.ts'
import { orderIdOf } from '../order-id.ts'

/** The actions of a visitor and the surroundings until a failpoint of this step is passed. */
export type Scenario = (rig: CrashRig, timeSpanId: number) => Promise<void>

type StepOf<Name> = Name extends `${infer Step}.${string}` ? Step : never
/**
 * Stripe opens and executes a payment in one call, so it registers nothing; methods with a registration are killed
 * there too.
 */
export type StripeFailpoint = Exclude<Failpoint, `register.${string}`>
type Step = StepOf<StripeFailpoint>

export const STRIPE_FAILPOINTS = FAILPOINTS.filter(
  (name): name is StripeFailpoint => !name.startsWith('register.'),
)

/** A step of the code without a scenario does not compile; a point that its scenario never passes fails. */
const SCENARIOS: Readonly<Record<Step, Scenario>> = {
  claim: payByCard,
  start: payByCard,
  issue: payByCard,
  capture: payByCard,
  captured: payByCard,
  webhook: payByCard,
  outcome: payWithChallenge,
  return: payWithChallenge,
  resume: payWithChallenge,
  reconcile: stayAtTheBank,
  query: payAndHearNothing,
  void: payForStockThatIsGone,
  voided: payForStockThatIsGone,
  refund: payForStockThatIsGoneAndIsCaptured,
  refunded: payForStockThatIsGoneAndIsCaptured,
}

/** The call of a step at the provider, and how its ledger shows that it was executed. */
const EFFECTS: Readonly<
  Partial<Record<Step, { readonly op: string; readonly isDone: (money: Money) => boolean }>>
> = {
  start: { op: 'execute', isDone: ({ authorized }) => authorized > 0 },
  resume: { op: 'confirm', isDone: ({ authorized }) => authorized > 0 },
  capture: { op: 'capture', isDone: ({ captured }) => captured > 0 },
  void: { op: 'cancel', isDone: ({ voided }) => voided > 0 },
  refund: { op: 'refund', isDone: ({ refunded }) => refunded > 0 },
}

export function scenarioOf(failpoint: StripeFailpoint): Scenario {
  return SCENARIOS[stepOf(failpoint)]
}

/** Makes the provider delay its answer, so that the server can be killed between the execution and the answer. */
export async function holdAnswerBack(rig: CrashRig, failpoint: StripeFailpoint): Promise<void> {
  const effect = EFFECTS[stepOf(failpoint)]
  if (effect !== undefined) await rig.stripe.arm({ op: effect.op, mode: 'delay_ms', value: 1_500 })
}

/** Waits until the provider has executed the step for the newest attempt. */
export async function untilDone(rig: CrashRig, failpoint: StripeFailpoint): Promise<void> {
  const effect = EFFECTS[stepOf(failpoint)]
  if (effect === undefined) return
  const { id } = await rig.db.read(tx =>
    tx.selectFrom('payment_attempts').select('id').orderBy('created_at', 'desc').executeTakeFirstOrThrow(),
  )
  for (;;) {
    const money = (await rig.stripe.ledger())[id]
    if (money !== undefined && effect.isDone(money)) return
    await delay(10)
  }
}

function stepOf(failpoint: StripeFailpoint): Step {
  const step = failpoint.slice(0, failpoint.indexOf('.'))
  const found = STEPS.find(one => one === step)
  if (found === undefined) throw new Error(`no scenario for ${failpoint}`)
  return found
}

const STEPS: readonly Step[] = [
  'claim',
  'start',
  'issue',
  'capture',
  'captured',
  'webhook',
  'outcome',
  'return',
  'resume',
  'reconcile',
  'query',
  'void',
  'voided',
  'refund',
  'refunded',
]

async function payByCard(rig: CrashRig, timeSpanId: number): Promise<void> {
  await checkout(rig, await readyOrder(rig, timeSpanId), '1112')
}

async function payWithChallenge(rig: CrashRig, timeSpanId: number): Promise<void> {
  const { number, url } = await beginChallenge(rig, await readyOrder(rig, timeSpanId))
  const back = await rig.stripe.answer(url, 'authenticate')
  await fetch(`${rig.origin}${back.pathname}${back.search}`, { redirect: 'manual' })
  await confirm(rig, number)
}

async function stayAtTheBank(rig: CrashRig, timeSpanId: number): Promise<void> {
  await beginChallenge(rig, await readyOrder(rig, timeSpanId))
  await letTimePass(rig.db, { deadlines: false })
}

/** Both tries of the SDK are executed and unanswered, so that the server has to query the result. */
async function payAndHearNothing(rig: CrashRig, timeSpanId: number): Promise<void> {
  await rig.stripe.arm({ op: 'execute', mode: 'drop_after', value: 2 })
  await checkout(rig, await readyOrder(rig, timeSpanId), '1112')
}

async function payForStockThatIsGone(rig: CrashRig, timeSpanId: number): Promise<void> {
  const order = await readyOrder(rig, timeSpanId)
  const { number, url } = await beginChallenge(rig, order)
  await rig.stripe.answer(url, 'authenticate')
  await stealStock(rig, order)
  await confirm(rig, number)
}

async function payForStockThatIsGoneAndIsCaptured(rig: CrashRig, timeSpanId: number): Promise<void> {
  const order = await readyOrder(rig, timeSpanId)
  const { number, url } = await beginChallenge(rig, order)
  await rig.stripe.answer(url, 'authenticate')
  await stealStock(rig, order)
  const { id } = await rig.db.read(tx =>
    tx.selectFrom('payment_attempts').select('id').where('order_id', '=', order.id).executeTakeFirstOrThrow(),
  )
  const intent = await findIntent(rig.stripe, id)
  await rig.stripe.asStaff(`payment_intents/${intent}/confirm`, {})
  await rig.stripe.asStaff(`payment_intents/${intent}/capture`, {})
  await confirm(rig, number)
}

const ordered = v.object({ order_token: v.string() })
const couponed = v.object({ coupon_discount: v.literal(500) })

/** An order of one ticket, an audio guide and two cups of tea with a coupon, whose buyer has confirmed the mail. */
export async function readyOrder(
  { origin, catalogue, db }: CrashRig,
  timeSpanId: number,
): Promise<ReadyOrder> {
  const { productUuid, spans, adult, guide, tea } = catalogue
  const teaSpanId = tea.spans[spans.indexOf(timeSpanId)]
  const answer = await post(`${origin}/api/v1/orders`, {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: timeSpanId,
    quantity: 1,
    option_values: [adult, guide].map(option_value_id => ({ option_value_id, quantity: 1 })),
    set_products: [{ uuid: tea.productUuid, time_span_id: teaSpanId, quantity: 2 }],
  })
  const { order_token: token } = v.parse(ordered, answer)
  v.parse(couponed, await post(`${origin}/api/v1/ordercoupons/${token}`, { coupon: COUPON }))
  return db.transaction(async tx => {
    const id = await orderIdOf(tx, token)
    await proveOrder(tx, id)
    return { id, token }
  })
}

async function checkout(
  { origin, stripe }: CrashRig,
  { token }: ReadyOrder,
  last4: string,
): Promise<unknown> {
  return post(`${origin}/api/v1/orders/checkout/${token}`, {
    payment_method_type: last4 === '3220' ? 'stripe_secure' : 'stripe',
    payment_method: await stripe.card(last4),
  })
}

const redirected = v.object({ payment_number: v.string(), redirect_url: v.string() })

/** Pays with a card that sends the visitor to the bank. */
export async function beginChallenge(
  rig: CrashRig,
  order: ReadyOrder,
): Promise<{ readonly number: string; readonly url: string }> {
  const answer = v.parse(redirected, await checkout(rig, order, '3220'))
  return { number: answer.payment_number, url: answer.redirect_url }
}

export function confirm({ origin }: CrashRig, paymentNumber: string): Promise<unknown> {
  return post(`${origin}/api/v1/orders/confirmcheckout`, {
    payment_number: paymentNumber,
    payment_method_type: 'stripe_secure',
  })
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json()
}
