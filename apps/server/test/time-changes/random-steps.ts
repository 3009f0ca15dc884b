import { sql } from 'kysely'

import type { Dice } from '../../../../packages/domain/test/random-order.ts'
import { releaseExpired } from '../../src/orders/life/release-expired.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { hashToken } from '../../src/platform/tokens.ts'
import type { OtherDaysShop } from '../shop/shop.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import { proveOrder } from '../prove-order.ts'
import { expectAnswer, oneOf, type Run, type Step } from './run.ts'
import { accept, askForReceipt, handOn, mailShare, takeBack } from './sharing-steps.ts'
import { isEntered, isUsed, startOf } from './gate-model.ts'
import { changeRules, GATE_STEPS } from './gate-steps.ts'
import { compareWithModel, rowsOf, ticketsOf } from './compare-with-model.ts'
import {
  canComplete,
  type Change,
  complete,
  hasRoom,
  isBeingPaid,
  isHandedOn,
  isGate,
  type Model,
  planMove,
  priceOf,
  takenUnits,
  type Visit,
  type Waiting,
  wantedBy,
} from './slow-model.ts'
import { insertWorld } from './world.ts'

/** Less than a week before all visits: a gate that admits so early lets their buyers in, and they may still move. */
const BEGINNING = '2026-11-28T10:00:00+09:00'
/** The least that a card pays at the provider, in yen. */
const LEAST_OF_A_CARD = 50
/** How often one change may be tried to be paid. */
const MOST_TRIES = 5
/** The state of SQL in which a connection ends. */
const ADMIN_SHUTDOWN = '57P01'
/** Crashes happen at one of the first points of what is under way. */
const MOST_POINTS = 9

/**
 * Random steps of many visitors in a small shop of their own; after each the shop and a slow model of it have the same stock, tickets
 * and money. Answers with how often each kind of step was made.
 * @throws with the last steps and every difference.
 */
export async function runWorld(
  { shop, door }: Pick<Run, 'shop' | 'door'>,
  dice: Dice,
  steps: number,
): Promise<ReadonlyMap<string, number>> {
  shop.clock.set(BEGINNING)
  const world = await insertWorld(shop, dice)
  const model: Model = {
    world,
    waiting: new Set(),
    visits: new Set(),
    givesBack: true,
    needsTeaStock: false,
    rules: { policy: 'once', reentryMinutes: null, earlyMinutes: 0 },
    scans: [],
    refusals: new Map(),
    offline: null,
  }
  const run: Run = { shop, door, dice, model, log: [] }
  const made = new Map<string, number>()
  await setTerms(run)
  await changeRules(run)
  for (let count = 0; count < steps;) {
    const [name, step] = weighted(dice)
    const what = await step(run).catch((error: unknown) => {
      throw new Error(storyOf(run, `${name} failed: ${String(error)}`), { cause: error })
    })
    // There was nobody to do it.
    if (what === undefined) continue
    count += 1
    run.log.push(`${name}: ${what}`)
    const kind = `${name}: ${what.replaceAll(/\d+ /g, '')}`
    made.set(kind, (made.get(kind) ?? 0) + 1)
    const wrongs = await compareWithModel(shop, model)
    if (wrongs.length > 0) throw new Error(storyOf(run, ...wrongs))
    shop.clock.advance(1_001)
  }
  await settle(run)
  const wrongs = await compareWithModel(shop, model)
  if (wrongs.length > 0) throw new Error(storyOf(run, ...wrongs))
  return made
}

function storyOf({ log }: Run, ...lines: readonly string[]): string {
  return [...log.slice(-12), ...lines].join('\n')
}

const STEPS: ReadonlyArray<readonly [name: string, weight: number, step: Step]> = [
  ['buy', 16, buy],
  ['pay for an order', 3, payWaiting],
  ['give an order up', 2, giveWaitingUp],
  ['let an order end', 2, endWaiting],
  ['move', 24, move],
  ['agree', 22, agree],
  ['agree and crash', 7, agreeAndCrash],
  ['come back from the bank', 9, comeBack],
  ['give a change up', 3, giveChangeUp],
  ['let a change end', 4, endChange],
  ['run the sweeper', 3, sweep],
  ['let the time to pay pass', 2, passDeadline],
  ['reconcile', 2, reconcileAll],
  ['refund', 7, refund],
  ['hand on', 9, handOn],
  ['accept', 6, accept],
  ['take back', 6, takeBack],
  ['mail a share', 3, mailShare],
  ['ask for a receipt', 4, askForReceipt],
  ['change the terms', 2, setTerms],
  ...GATE_STEPS,
]

const SUM_OF_WEIGHTS = STEPS.reduce((sum, [, weight]) => sum + weight, 0)

function weighted(dice: Dice): readonly [string, Step] {
  let left = dice.between(1, SUM_OF_WEIGHTS)
  for (const [name, weight, step] of STEPS) {
    left -= weight
    if (left <= 0) return [name, step]
  }
  throw new Error('the weights have another sum')
}

/** Somebody orders; most pay at once, the others wait. */
async function buy(run: Run): Promise<string> {
  const { shop, dice, model } = run
  const { world, waiting } = model
  const { catalogue, days } = world
  const day = dice.oneOf(days)
  const span = dice.oneOf(day.spans).id
  const adults = dice.between(1, 3)
  const party = {
    adults,
    children: dice.between(0, 1),
    guides: dice.between(0, Math.min(2, adults)),
    teas: dice.between(0, 2),
  }
  const quantity = adults + party.children
  const wanted = new Map([
    [span, quantity],
    [day.tea.id, party.teas],
  ])
  const isMember = dice.happens(30)
  const options = [
    { option_value_id: catalogue.adult, quantity: adults },
    { option_value_id: catalogue.child, quantity: party.children },
    { option_value_id: catalogue.guide, quantity: party.guides },
  ]
  const made = await shop.call('POST', '/api/v1/orders', {
    lang: 'ja',
    product_uuid: catalogue.productUuid,
    time_span_id: span,
    quantity,
    option_values: options.filter(one => one.quantity > 0),
    ...(party.teas > 0 && {
      set_products: [{ uuid: catalogue.tea.productUuid, time_span_id: day.tea.id, quantity: party.teas }],
    }),
    ...(isMember && { membership_key: 'club', membership_value: world.promotion.value }),
  })
  if (!hasRoom(model, takenUnits(model), wanted)) {
    expectAnswer(made, { status: 400 })
    return 'full'
  }
  expectAnswer(made, { status: 201 })
  const token = String(made.body['order_token'])
  let coupon = dice.happens(50) ? dice.oneOf(world.coupons) : null
  if (coupon !== null) {
    const without = priceOf(model, day, { party, coupon: null, isMember })
    const price = priceOf(model, day, { party, coupon, isMember })
    const added = await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: coupon.code })
    expectAnswer(added, { status: price < without ? 201 : 400 })
    if (price === without) coupon = null
  }
  const id = await orderIdOf(shop, token)
  await shop.db.transaction(tx => proveOrder(tx, id))
  const price = priceOf(model, day, { party, coupon, isMember })
  const teaSpan = party.teas > 0 ? day.tea.id : null
  const order: Waiting = { id, token, span, teaSpan, price, party, coupon, isMember, hasEnded: false }
  waiting.add(order)
  return dice.happens(80) ? payFor(run, order) : 'waits'
}

async function orderIdOf(shop: OtherDaysShop, token: string): Promise<string> {
  const { id } = await shop.db.read(tx =>
    tx.selectFrom('orders').select('id').where('token_hash', '=', hashToken(token)).executeTakeFirstOrThrow(),
  )
  return id
}

async function payFor({ shop, dice, model }: Run, order: Waiting): Promise<string> {
  const isFree = order.price === 0
  const isDeclined = !isFree && (dice.happens(10) || order.price < LEAST_OF_A_CARD)
  const way = isFree
    ? { payment_method_type: 'free' }
    : { payment_method_type: 'stripe', payment_method: await shop.stripe.card(isDeclined ? '0002' : '1112') }
  const paid = await shop.call('POST', `/api/v1/orders/checkout/${order.token}`, way)
  if (order.hasEnded) {
    expectAnswer(paid, { status: 400, error: 'session_timeout' })
    return 'too late'
  }
  if (isDeclined) {
    expectAnswer(paid, { status: 400, error: 'payment_api_failure' })
    return 'declined'
  }
  expectAnswer(paid, { result: 'completed', time_change: false })
  const { id: reservationId } = await shop.db.read(tx =>
    tx.selectFrom('reservations').select('id').where('order_id', '=', order.id).executeTakeFirstOrThrow(),
  )
  const { party, span, teaSpan, coupon, isMember, price } = order
  const tickets = await ticketsOf(shop, { catalogue: model.world.catalogue, reservationId })
  const sum = tickets.reduce((total, ticket) => total + ticket.price, 0)
  if (sum !== price) throw new Error(`${price} yen are paid, and the tickets cost ${sum}`)
  model.waiting.delete(order)
  model.visits.add({
    reservationId,
    number: String(paid.body['reservation_number']),
    orderIds: [order.id],
    token: String(paid.body['reservation_token']),
    formerTokens: [],
    span,
    teaSpan,
    isTeaHeld: teaSpan !== null,
    tickets,
    guides: party.guides,
    admissions: party.adults + party.children,
    coupon,
    isMember,
    paid: price,
    owed: 0,
    versions: new Map(tickets.map(({ number }) => [number, 0])),
    kinds: new Map(tickets.map(({ number, kind }) => [number, kind])),
    startsAt: new Map(
      tickets.map(({ number, kind }) => [number, startOf(model.world, kind === 'tea' ? teaSpan : span)]),
    ),
    entries: [],
    copies: [],
    change: null,
    shares: [],
    mails: 0,
    hasReceipt: false,
  })
  return isFree ? 'for nothing' : 'paid'
}

async function payWaiting(run: Run): Promise<string | undefined> {
  const order = oneOf(run.dice, run.model.waiting)
  return order && payFor(run, order)
}

async function giveWaitingUp({ shop, dice, model }: Run): Promise<string | undefined> {
  const order = oneOf(
    dice,
    [...model.waiting].filter(({ hasEnded }) => !hasEnded),
  )
  if (order === undefined) return undefined
  expectAnswer(await shop.call('DELETE', `/api/v1/orders/${order.token}`), { status: 204 })
  model.waiting.delete(order)
  return 'done'
}

async function endWaiting({ shop, dice, model }: Run): Promise<string | undefined> {
  const order = oneOf(
    dice,
    [...model.waiting].filter(({ hasEnded }) => !hasEnded),
  )
  if (order === undefined) return undefined
  await shop.endHold(order.id)
  order.hasEnded = true
  return 'done'
}

/** Asks for another time: any that there is, its own too. */
async function move({ shop, dice, model }: Run): Promise<string | undefined> {
  const all = [...model.visits]
  const movable = all.filter(
    visit => !isUsed(visit) && visit.tickets.some(isGate) && (!isHandedOn(visit) || dice.happens(20)),
  )
  const visit = oneOf(dice, dice.happens(95) ? movable : all)
  if (visit === undefined) return undefined
  const spans = model.world.days.flatMap(day => day.spans.map(({ id }) => id))
  const span = dice.oneOf(dice.happens(95) ? spans.filter(id => id !== visit.span) : spans)
  const plan = planMove(model, visit, span)
  const made = await shop.change(visit.token, span)
  if ('refusal' in plan) {
    expectAnswer(made, { status: 400, error: plan.refusal })
    return plan.refusal
  }
  const { change } = plan
  expectAnswer(made, {
    status: 'pending',
    old_price: visit.paid,
    new_price: change.price,
    difference: change.price - visit.paid,
    payment_required: change.price > visit.paid,
    refund: change.refund,
  })
  const token = String(made.body['timechange_token'])
  const id = await orderIdOf(shop, token)
  const hadOne = visit.change !== null
  visit.change = { ...change, id, token }
  visit.orderIds.push(id)
  const way = change.price > visit.paid ? 'up' : change.price < visit.paid ? 'down' : 'equal'
  return hadOne ? `${way}, instead of another` : way
}

type Changing = Visit & { change: Change }

function changing({ dice, model }: Run, isFit: (change: Change) => boolean): Changing | undefined {
  return oneOf(
    dice,
    [...model.visits].filter((visit): visit is Changing => visit.change !== null && isFit(visit.change)),
  )
}

const isPending = ({ bank }: Change): boolean => bank === null
const isAtBank = ({ bank }: Change): boolean => bank !== null

/** Agrees to a change: for nothing, or with a card that pays, that is declined, or that asks its bank. */
async function agree(run: Run): Promise<string | undefined> {
  const { shop, dice } = run
  const isLate = dice.happens(15)
  const visit = changing(run, change => isPending(change) && change.hasEnded === isLate)
  if (visit === undefined) return undefined
  const { change } = visit
  const due = Math.max(0, change.price - change.credit)
  const card = due === 0 ? undefined : due < LEAST_OF_A_CARD ? '0002' : dice.oneOf(CARDS)
  const isLost = due === 0 && dice.happens(15)
  if (isLost) await shop.stripe.arm({ op: 'refund', mode: dice.oneOf(['http_500', 'drop_after']), value: 2 })
  const tries = (await shop.attemptsOf(change)).length
  const answer = await shop.agree(change.token, card)
  if (isLost) await disarm(shop)
  if (change.hasEnded) {
    expectAnswer(answer, { status: 400, error: 'time change expired' })
    return 'too late'
  }
  if (isUsed(visit) || isHandedOn(visit)) {
    expectAnswer(answer, { status: 400, error: 'cannot change ticket' })
    return isUsed(visit) ? 'used meanwhile' : 'handed on meanwhile'
  }
  if (tries >= MOST_TRIES) {
    // It is left to run out, as an order is that was tried so often.
    expectAnswer(answer, { status: 400, error: 'time change expired' })
    return 'tried too often'
  }
  if (card === '0002') {
    const canRetry = due >= LEAST_OF_A_CARD
    expectAnswer(answer, { status: 400, error: 'payment_api_failure', can_retry: canRetry })
    return 'declined'
  }
  if (card === '3220') {
    expectAnswer(answer, { result: 'redirect' })
    const { redirect_url: url, payment_number: paymentNumber } = answer.body
    change.bank = { url: String(url), paymentNumber: String(paymentNumber) }
    return 'at the bank'
  }
  expectAnswer(answer, { result: 'completed' })
  const { refund: back } = change
  await adoptCompleted(run, visit, answer)
  if (card !== undefined) return 'paid'
  return back === 0 ? 'for nothing' : isLost ? 'money back, lost on its way' : 'money back'
}

const CARDS = ['1112', '1112', '1112', '3220', '3220', '0002'] as const

async function disarm({ stripe }: OtherDaysShop): Promise<void> {
  await fetch(`${stripe.url}/_sim/faults`, { method: 'DELETE' })
}

/** The change is complete: the answer says so, and the model follows. */
async function adoptCompleted({ shop, model }: Run, visit: Changing, answer?: StoreAnswer): Promise<void> {
  const { change } = visit
  const { reservationId } = visit
  const read = await shop.read(change.token)
  expectAnswer(read, { status: 'complete', reservation_number: visit.number, new_price: change.price })
  const token = String(read.body['reservation_token'])
  const { catalogue } = model.world
  const tickets = await ticketsOf(shop, { catalogue, reservationId })
  const sum = tickets.reduce((total, ticket) => total + ticket.price, 0)
  if (sum !== change.price) throw new Error(`the new time costs ${change.price}, its tickets ${sum}`)
  const kinds = (all: Visit['tickets']): string => all.map(({ kind, number }) => `${number} ${kind}`).join()
  if (kinds(tickets) !== kinds(visit.tickets)) throw new Error('other tickets than before')
  const formerToken = visit.token
  complete(model, visit, { change, token, tickets })
  if (answer !== undefined)
    expectAnswer(answer, {
      result: 'completed',
      reservation_token: token,
      reservation_number: visit.number,
      time_change: true,
    })
  visit.owed += await stillOwed(shop, visit)
  expectAnswer(await shop.call('GET', `/api/v1/reservations/${formerToken}`), { status: 410 })
  expectAnswer(await shop.call('GET', `/api/v1/reservations/${token}`), {
    status: 'active',
    reservation_number: visit.number,
    price: visit.paid,
  })
}

/** Yen that are asked for back beyond what the model knows, and that the provider has not given yet. */
async function stillOwed(shop: OtherDaysShop, { reservationId, owed }: Visit): Promise<number> {
  const [row] = await rowsOf(
    shop,
    sql<{ yen: number }>`select (coalesce(sum(q.amount) filter (where not q.is_spread), 0)
                + coalesce((select sum(f.amount) from refunds f join refund_requests p on p.id = f.request_id
                             where p.reservation_id = ${reservationId} and f.state <> 'done'), 0))::integer as yen
          from refund_requests q where q.reservation_id = ${reservationId}`,
  )
  return (row?.yen ?? 0) - owed
}

/** The server dies, or the provider fails, somewhere on the way; the next look ends what it has left. */
async function agreeAndCrash(run: Run): Promise<string | undefined> {
  const { shop, dice } = run
  const visit = changing(run, change => isPending(change) && !change.hasEnded)
  if (visit === undefined) return undefined
  const { change } = visit
  const due = Math.max(0, change.price - change.credit)
  const card = due === 0 ? undefined : due < LEAST_OF_A_CARD ? '0002' : dice.oneOf(['1112', '0002'] as const)
  const isOfProvider = dice.happens(40)
  if (isOfProvider)
    await shop.stripe.arm({
      op: due === 0 ? 'refund' : dice.oneOf(['execute', 'capture']),
      mode: dice.oneOf(['drop_before', 'drop_after', 'http_500']),
      value: dice.between(1, 3),
    })
  else crashAt(dice.between(1, MOST_POINTS))
  try {
    await shop.agree(change.token, card)
  } finally {
    crashAt(0)
    await disarm(shop)
  }
  await reconcileAll(run)
  return adopt(run, visit)
}

/**
 * The request ends without a word at this point of what it does, as if its server were gone, by the error that a connection ends
 * with: any other would be a fault of the program, which a person hears of. 0: at none.
 */
function crashAt(point: number): void {
  let left = point
  Reflect.set(
    globalThis,
    Symbol.for('kippu.failpoint'),
    point === 0
      ? undefined
      : () => {
          left -= 1
          if (left === 0) throw Object.assign(new Error('the server is gone'), { code: ADMIN_SHUTDOWN })
        },
  )
}

/** What became of a change when chance had a say: made whole, or as before, or over. */
async function adopt(run: Run, visit: Changing): Promise<string> {
  const { shop } = run
  const { change } = visit
  const status = await shop.statusOf(change)
  switch (status) {
    case 'completed':
      await adoptCompleted(run, visit)
      return 'complete'
    case 'ready_checkout':
      change.bank = null
      // Only `endChange` lets others take places that are being paid: time to pay otherwise brings them not back.
      if (change.hasEnded && !(await holdsAll(shop, change))) await shop.endHold(change.id)
      // Whoever was declined gets time to pay otherwise (S-1.12).
      change.hasEnded = (await shop.secondsLeft(change)) <= 0
      return change.hasEnded ? 'ended' : 'pending'
    case 'expired':
    case 'cancelled':
    case 'refunded':
      drop(visit)
      return 'over'
    default:
      throw new Error(`a change is left ${status}`)
  }
}

async function holdsAll(shop: OtherDaysShop, change: Change): Promise<boolean> {
  const [row] = await rowsOf(
    shop,
    sql<{ spans: number }>`select count(*)::integer as spans from holds where order_id = ${change.id}::uuid`,
  )
  return row?.spans === [...wantedBy(change).values()].filter(units => units > 0).length
}

/** The visitor answers their bank, and comes back or not; the hold may have ended meanwhile, and somebody come in. */
async function comeBack(run: Run): Promise<string | undefined> {
  const { shop, dice, model } = run
  const visit = changing(run, isAtBank)
  if (visit === undefined) return undefined
  const { change } = visit
  const { bank } = change
  if (bank === null) return undefined
  const isPaid = dice.happens(75)
  const back = await shop.stripe.answer(
    bank.url,
    isPaid ? 'authenticate' : dice.oneOf(['fail', 'cancel'] as const),
  )
  const may = canComplete(model, visit, change)
  if (dice.happens(60)) {
    await shop.app.inject({ url: `${back.pathname}${back.search}` })
    await shop.confirm(bank.paymentNumber)
  }
  await reconcileAll(run)
  const end = await adopt(run, visit)
  const isLate = change.hasEnded
  if (isPaid && may !== (end === 'complete'))
    throw new Error(`it was paid and ${may ? 'may' : 'may not'} be made, and is ${end}`)
  if (!isPaid && end === 'complete') throw new Error('nobody paid')
  return `${isPaid ? 'paid' : 'not paid'}${isLate ? ' late' : ''}: ${end}`
}

async function giveChangeUp(run: Run): Promise<string | undefined> {
  const { shop } = run
  const visit = changing(run, () => true)
  if (visit === undefined) return undefined
  const answer = await shop.call('DELETE', `/api/v1/timechanges/${visit.change.token}`)
  if (visit.change.bank !== null) {
    // Of one that is being paid only its payment decides, ended or not.
    expectAnswer(answer, { status: 400 })
    return 'refused'
  }
  if (visit.change.hasEnded) {
    expectAnswer(answer, { status: 400, error: 'time change expired' })
    return 'too late'
  }
  expectAnswer(answer, { status: 204 })
  drop(visit)
  return 'done'
}

function drop(visit: Visit): void {
  visit.change = null
}

/** The hold of a change ends, also while its visitor is at the bank. */
async function endChange(run: Run): Promise<string | undefined> {
  const visit = changing(run, ({ hasEnded }) => !hasEnded)
  if (visit === undefined) return undefined
  await run.shop.endHold(visit.change.id)
  visit.change.hasEnded = true
  return visit.change.bank === null ? 'pending' : 'at the bank'
}

async function sweep({ shop, model }: Run): Promise<string> {
  await releaseExpired(shop.deps)
  for (const order of model.waiting) if (order.hasEnded) model.waiting.delete(order)
  for (const visit of model.visits)
    if (visit.change?.hasEnded === true && visit.change.bank === null) visit.change = null
  return 'done'
}

/** Nobody answers the bank in time. */
async function passDeadline(run: Run): Promise<string | undefined> {
  const visit = changing(run, isAtBank)
  if (visit === undefined) return undefined
  await run.shop.run(sql`
    update payment_attempts set deadline = now() - interval '1 hour' where order_id = ${visit.change.id}::uuid`)
  await reconcileAll(run)
  const end = await adopt(run, visit)
  if (end === 'complete') throw new Error('nobody paid')
  return end
}

/** All waiting times pass, and the server looks until nothing is open that is not at a bank. */
async function reconcileAll({ shop, model }: Run): Promise<string> {
  for (let looks = 0; looks < 4; looks += 1) {
    await shop.run(sql`update refunds set check_at = now() where check_at is not null`)
    await shop.reconcile()
  }
  for (const visit of model.visits) visit.owed = 0
  return 'done'
}

/** Staff give some of the tickets back, or all. */
async function refund({ shop, dice, model }: Run): Promise<string | undefined> {
  const visit = oneOf(
    dice,
    [...model.visits].filter(({ tickets }) => tickets.length > 0),
  )
  if (visit === undefined) return undefined
  const isAll = dice.happens(30)
  const chosen = isAll ? visit.tickets : [dice.oneOf(visit.tickets)]
  const evenAccepted = dice.happens(30)
  const answer = await requestRefund(shop.deps, {
    siteKey: 'demo',
    reservationNumber: visit.number,
    tickets: isAll ? 'all' : chosen.map(({ number }) => number),
    evenAccepted,
    reason: 'it rains',
  })
  const isAccepted = visit.shares.some(
    ({ holder, numbers }) => holder !== null && chosen.some(({ number }) => numbers.includes(number)),
  )
  const hasEntered = chosen.some(({ number }) => isEntered(visit, number))
  if (answer.kind === 'refused') {
    if (isBeingPaid(visit) && answer.why === 'another time is being paid for') return answer.why
    if (hasEntered && answer.why === 'ticket was used') return answer.why
    if (isAccepted && !evenAccepted && answer.why === 'somebody else has accepted the ticket')
      return answer.why
    if (visit.owed > 0 && answer.why === 'another refund is under way') return answer.why
    throw new Error(`refused: ${answer.why}`)
  }
  if (isBeingPaid(visit)) throw new Error('given back while another time is paid')
  if (hasEntered) throw new Error('given back though somebody came in')
  if (isAccepted && !evenAccepted) throw new Error('given back though somebody else has accepted it')
  const yen = chosen.reduce((sum, { price }) => sum + price, 0)
  if (answer.amount !== yen) throw new Error(`${answer.amount} yen go back, the tickets cost ${yen}`)
  visit.paid -= yen
  visit.tickets = visit.tickets.filter(ticket => !chosen.includes(ticket))
  visit.change = null
  const what = isAll ? 'all' : chosen.every(isGate) ? 'a ticket' : 'a tea'
  return isAccepted ? `${what}, though accepted` : what
}

async function setTerms({ shop, dice, model }: Run): Promise<string> {
  model.givesBack = dice.happens(70)
  model.needsTeaStock = dice.happens(50)
  await shop.set('Time_Change_Refund', String(model.givesBack))
  await shop.set('Time_Change_Set_Product_Stock', String(!model.needsTeaStock))
  return 'done'
}

/** Nobody is left at a bank, and nothing is open. */
async function settle(run: Run): Promise<void> {
  for (;;) if ((await passDeadline(run)) === undefined) break
  await sweep(run)
  await reconcileAll(run)
}
