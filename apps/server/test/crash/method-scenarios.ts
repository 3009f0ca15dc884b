import { DRIVERS } from '../payment-methods/drivers.ts'
import type { Act, Conduct, MethodDriver } from '../payment-methods/method-driver.ts'
import { isStep } from '../payment-methods/visitor.ts'
import { stealStock } from '../shop/order-states.ts'
import { joinPayments } from '../second-payment.ts'
import type { MethodRig, OtherDay, RigOrder } from './method-rig.ts'

/** What a course needs of the shop that it happens in. */
export type ScenarioRig = Pick<
  MethodRig,
  | 'db'
  | 'providers'
  | 'visitor'
  | 'newOrder'
  | 'newChange'
  | 'use'
  | 'checkout'
  | 'refund'
  | 'refundDifference'
>

/** What making the order of a scenario needs besides. */
type OrderingRig = ScenarioRig & Pick<MethodRig, 'recover' | 'newDoorOrder'>

/** The course of one order of a method: first the visitor's actions, then perhaps time until it ends. */
export interface MethodScenario {
  readonly name: string
  isFor(driver: MethodDriver): boolean
  /** The order that it is about; else a new one of the method. */
  readonly order?: (rig: OrderingRig, driver: MethodDriver) => Promise<RigOrder>
  /** Finished before the scenario begins. */
  readonly before?: MethodScenario['visit']
  visit(rig: ScenarioRig, driver: MethodDriver, order: RigOrder): Promise<void>
  /** The work that is left for a server that only looks for due payments. */
  readonly afterwards: 'nothing' | 'a while' | 'the deadline'
  /** Its ways of ending a payment are distinguished from those of the other scenarios. */
  readonly isEnding: boolean
  /** It gives back a part of a payment, by whatever method. */
  readonly isPartGivenBack?: true
}

const leaves = ({ leaves: when }: MethodDriver): boolean => when !== 'never'
const isPaid = ({ provider }: MethodDriver): boolean => provider !== null

/** The call that a purchase begins with, if the server makes one. */
const firstOp = ({ ops }: MethodDriver) => ops.find(op => op === 'register' || op === 'execute')

export const METHOD_SCENARIOS: readonly MethodScenario[] = [
  { name: 'bought', isFor: () => true, visit: buy('pay'), afterwards: 'nothing', isEnding: false },
  { name: 'given up', isFor: leaves, visit: buy('cancel'), afterwards: 'nothing', isEnding: false },
  {
    name: 'paid and never back',
    isFor: leaves,
    visit: buy('pay_no_return'),
    afterwards: 'a while',
    isEnding: false,
  },
  { name: 'left alone', isFor: leaves, visit: leaveAlone, afterwards: 'the deadline', isEnding: true },
  {
    name: 'begun without an answer',
    isFor: driver => firstOp(driver) !== undefined,
    visit: hearNothing,
    afterwards: 'a while',
    isEnding: false,
  },
  {
    name: 'paid for stock that is gone',
    isFor: isPaid,
    visit: payForNothing,
    afterwards: 'a while',
    isEnding: true,
  },
  {
    name: 'refunded',
    isFor: isPaid,
    before: buy('pay'),
    visit: giveBack,
    afterwards: 'a while',
    isEnding: true,
  },
  {
    // A reservation with two payments exists only where the date of a visit was changed.
    name: 'refunded over two payments',
    // Where a lost part calls a person, the newer payment's whole refund would be another scenario.
    isFor: driver => isPaid(driver) && driver.lostPart === 'found',
    before: payTwice,
    visit: giveBackFromBoth,
    afterwards: 'a while',
    isEnding: true,
  },
]

/** Changes of time: a visit is bought, and then paid to move, or moves and gets money back. */
export const CHANGE_SCENARIOS: readonly MethodScenario[] = [
  {
    name: 'moved to a dearer time',
    isFor: isPaid,
    order: changeTo('dear'),
    visit: buy('pay'),
    afterwards: 'nothing',
    isEnding: false,
  },
  {
    name: 'moved, given up',
    isFor: leaves,
    order: changeTo('dear'),
    visit: buy('cancel'),
    afterwards: 'nothing',
    isEnding: false,
  },
  {
    name: 'moved, paid and never back',
    isFor: leaves,
    order: changeTo('dear'),
    visit: buy('pay_no_return'),
    afterwards: 'a while',
    isEnding: false,
  },
  {
    name: 'moved, left alone',
    isFor: leaves,
    order: changeTo('dear'),
    visit: leaveAlone,
    afterwards: 'the deadline',
    isEnding: true,
  },
  {
    name: 'moved, begun without an answer',
    isFor: driver => firstOp(driver) !== undefined,
    order: changeTo('dear'),
    visit: hearNothing,
    afterwards: 'a while',
    isEnding: false,
  },
  {
    name: 'moved to a time that is gone',
    isFor: isPaid,
    order: changeTo('dear'),
    visit: payForNothing,
    afterwards: 'a while',
    isEnding: true,
  },
  {
    name: 'moved, and come in meanwhile',
    isFor: leaves,
    order: changeTo('dear'),
    visit: payAndComeIn,
    afterwards: 'a while',
    isEnding: true,
  },
  {
    name: 'moved to a cheaper time',
    isFor: isPaid,
    order: changeTo('cheap'),
    visit: agreeFreely,
    afterwards: 'a while',
    isEnding: false,
  },
  {
    name: 'moved to a cheaper time, money back',
    isFor: isPaid,
    order: boughtVisit,
    visit: moveForLess,
    afterwards: 'a while',
    isEnding: true,
    isPartGivenBack: true,
  },
  {
    name: 'moved to a time at the same price',
    isFor: driver => !isPaid(driver),
    order: (rig, _driver) => changeTo('same')(rig, PAYER),
    visit: agreeFreely,
    afterwards: 'a while',
    isEnding: false,
  },
]

/** At the door: nobody has said who they are, and nothing is mailed. */
export const DOOR_SCENARIOS: readonly MethodScenario[] = [
  {
    name: 'bought at the door',
    isFor: () => true,
    order: atDoor,
    visit: buy('pay'),
    afterwards: 'nothing',
    isEnding: false,
  },
  {
    name: 'paid at the door and never back',
    isFor: leaves,
    order: atDoor,
    visit: buy('pay_no_return'),
    afterwards: 'a while',
    isEnding: false,
  },
  {
    name: 'paid at the door for a place that is gone',
    isFor: isPaid,
    order: atDoor,
    visit: payForNothing,
    afterwards: 'a while',
    isEnding: true,
  },
]

function atDoor(rig: OrderingRig, driver: MethodDriver): Promise<RigOrder> {
  return rig.newDoorOrder(driver)
}

/** With what a visit is bought that then moves for nothing. */
const PAYER = driverOf('stripe')
const FREE = driverOf('free')

function driverOf(method: string): MethodDriver {
  const found = DRIVERS.find(driver => driver.method === method)
  if (found === undefined) throw new Error(`no method ${method}`)
  return found
}

/** A visit that is bought by the method, to the end. */
async function boughtVisit(
  rig: ScenarioRig & Pick<MethodRig, 'recover'>,
  driver: MethodDriver,
): Promise<RigOrder> {
  const visit = await rig.newOrder(driver)
  await buy('pay')(rig, driver, visit)
  await rig.providers.untilHeard()
  await rig.recover()
  return visit
}

function changeTo(day: OtherDay): NonNullable<MethodScenario['order']> {
  return async (rig, driver) => rig.newChange(await boughtVisit(rig, driver), day)
}

/** Agrees to a change that costs nothing. */
async function agreeFreely(rig: ScenarioRig, _driver: MethodDriver, order: RigOrder): Promise<void> {
  await rig.checkout(FREE, order, 'paid')
}

/**
 * The visit moves, and the provider of its payment cannot be reached when something is to go back; but for those of whom a lost
 * part calls a person: theirs is given back at once, and may be lost by a death alone.
 */
async function moveForLess(rig: ScenarioRig, driver: MethodDriver, order: RigOrder): Promise<void> {
  const change = await rig.newChange(order, 'cheap')
  if (driver.lostPart === 'found')
    await rig.providers.arm({ provider: driver.provider ?? '', op: 'refund', mode: 'drop_before', value: 2 })
  await agreeFreely(rig, driver, change)
  await rig.providers.disarm()
}

/** Somebody comes in with a ticket while the visitor pays for another time. */
async function payAndComeIn(rig: ScenarioRig, driver: MethodDriver, order: RigOrder): Promise<void> {
  const answer = await rig.checkout(driver, order, conductOf(driver))
  const back = await rig.visitor.leave(driver, order.token, { answer, act: 'pay' })
  await rig.use(order)
  if (back !== undefined) await rig.visitor.comeBack(driver, back)
}

/** A card that sends its visitor to the bank, where the method has such a page. */
function conductOf({ leaves: when }: MethodDriver): Conduct {
  return when === 'challenged' ? 'challenge' : 'paid'
}

/** From the pay button to the end that the visitor's actions lead to. */
function buy(act: Act): MethodScenario['visit'] {
  return async (rig, driver, order) => {
    let answer = await rig.checkout(driver, order, conductOf(driver))
    for (let steps = 0; steps < 5 && isStep(answer); steps += 1) {
      const back = await rig.visitor.leave(driver, order.token, { answer, act })
      if (back === undefined) return
      ;({ answer } = await rig.visitor.comeBack(driver, back))
    }
  }
}

async function leaveAlone(rig: ScenarioRig, driver: MethodDriver, order: RigOrder): Promise<void> {
  await rig.checkout(driver, order, conductOf(driver))
}

async function hearNothing(rig: ScenarioRig, driver: MethodDriver, order: RigOrder): Promise<void> {
  const op = firstOp(driver)
  if (op === undefined) throw new Error(`${driver.method} asks nobody`)
  await checkoutUnheard(rig, driver, { order, op })
}

/** The provider executes a call, its answer is lost, and for a while no query is answered either. */
async function checkoutUnheard(
  rig: ScenarioRig,
  driver: MethodDriver,
  { order, op }: { readonly order: RigOrder; readonly op: string },
): Promise<void> {
  const provider = driver.provider ?? ''
  // Stripe's SDK tries twice.
  const { providers } = rig
  await providers.arm({ provider, op, mode: 'drop_after', value: provider === 'stripe' ? 2 : 1 })
  await providers.arm({ provider, op: 'query', mode: 'drop_before', value: 20 })
  await rig.checkout(driver, order, conductOf(driver))
  await providers.disarm()
}

/** The places are sold to others while the visitor is away, or while it is unknown whether the card was charged. */
async function payForNothing(rig: ScenarioRig, driver: MethodDriver, order: RigOrder): Promise<void> {
  if (!leaves(driver)) {
    await checkoutUnheard(rig, driver, { order, op: 'execute' })
    return stealStock(rig, order)
  }
  const answer = await rig.checkout(driver, order, conductOf(driver))
  const back = await rig.visitor.leave(driver, order.token, { answer, act: 'pay' })
  await stealStock(rig, order)
  if (back !== undefined) await rig.visitor.comeBack(driver, back)
}

/**
 * Staff refund one of two tickets, or both where only a full refund can be asked for again, while the provider is
 * unreachable.
 */
async function giveBack(rig: ScenarioRig, driver: MethodDriver, order: RigOrder): Promise<void> {
  const fault = { provider: driver.provider ?? '', op: 'refund', mode: 'drop_before', value: 2 }
  await rig.providers.arm(fault)
  await rig.refund(order, driver.lostPart === 'person' ? 'all' : [1])
  await rig.providers.disarm()
}

/** The payments that came second, by the order of the first. */
const changes = new WeakMap<RigOrder, RigOrder>()

async function payTwice(rig: ScenarioRig, driver: MethodDriver, order: RigOrder): Promise<void> {
  const change = await rig.newOrder(driver)
  for (const paid of [order, change]) await buy('pay')(rig, driver, paid)
  changes.set(order, change)
}

/**
 * Staff refund more than the newer payment of a visit, so that the older one, which this order has made, gives back the
 * rest; meanwhile the provider is unreachable for both.
 */
async function giveBackFromBoth(rig: ScenarioRig, driver: MethodDriver, order: RigOrder): Promise<void> {
  const change = changes.get(order)
  if (change === undefined) throw new Error('this order was not paid twice')
  await joinPayments(rig.db, { orderId: order.id, changeId: change.id })
  const fault = { provider: driver.provider ?? '', op: 'refund', mode: 'drop_before', value: 2 }
  await rig.providers.arm(fault)
  await rig.refundDifference(change, change.yen + PART_OF_THE_OLDER)
  await rig.providers.disarm()
}

/** Yen. */
const PART_OF_THE_OLDER = 1000
