import type { Dice } from './random-order.ts'

/** A slow model of the stock: it sells unit by unit, looks at every unit that was sold before, and shares no code with the product. */
export interface ModelShare {
  readonly share: number
  readonly usesPool: boolean
  readonly isReleased: boolean
}

export interface ModelSpan {
  readonly id: number
  readonly day: string
  readonly capacity: number
  readonly shares: ReadonlyMap<string, ModelShare>
}

/** The most that unproven buyers may have of a day: all together, and those of one network. */
export interface ModelDay {
  readonly all: number
  readonly network: number
}

export interface ModelOrder {
  readonly channel: string
  /** Null where the buyer is proved, or stands at the door. */
  readonly network: string | null
  /** The time span of each unit. */
  readonly units: readonly number[]
}

export interface SoldUnit {
  readonly span: number
  readonly channel: string
  readonly network: string | null
}

export type ModelGrant = 'held' | 'refused' | 'day' | 'network'

/** Whether a channel can have so many units of a time span, beside those of the owners. */
export function canSell(
  { capacity, shares }: Pick<ModelSpan, 'capacity' | 'shares'>,
  ownersBefore: readonly string[],
  channel: string,
  units: number,
): boolean {
  const owners = [...ownersBefore]
  const has = (of: string): number => owners.filter(owner => owner === of).length
  for (let sold = 0; sold < units; sold += 1) {
    let promised = 0
    let isPromised = false
    for (const [of, { share, isReleased }] of shares)
      for (let unit = has(of); !isReleased && unit < share; unit += 1) {
        promised += 1
        isPromised ||= of === channel
      }
    const free = capacity - owners.length
    const own = shares.get(channel)
    if (free <= 0 || (!isPromised && free <= promised)) return false
    if (own !== undefined && !own.usesPool && has(channel) >= own.share) return false
    owners.push(channel)
  }
  return true
}

/** What becomes of orders that come one after the other; adds to `sold` what they get. */
export function sellInTurn(
  spans: readonly ModelSpan[],
  days: ReadonlyMap<string, ModelDay>,
  orders: readonly ModelOrder[],
  sold: SoldUnit[],
): ModelGrant[] {
  return orders.map(order => {
    const grant = sellOne(spans, days, order, sold)
    if (grant === 'held') sold.push(...order.units.map(span => ({ ...order, span })))
    return grant
  })
}

function sellOne(
  spans: readonly ModelSpan[],
  days: ReadonlyMap<string, ModelDay>,
  { channel, network, units }: ModelOrder,
  sold: readonly SoldUnit[],
): ModelGrant {
  for (const span of spans) {
    const owners = sold.filter(unit => unit.span === span.id).map(unit => unit.channel)
    if (!canSell(span, owners, channel, units.filter(id => id === span.id).length)) return 'refused'
  }
  if (network === null) return 'held'
  const dayOf = (id: number): string | undefined => spans.find(span => span.id === id)?.day
  for (const [day, most] of days) {
    const wanted = units.filter(id => dayOf(id) === day).length
    const unproven = sold.filter(unit => unit.network !== null && dayOf(unit.span) === day)
    if (wanted > 0 && unproven.length + wanted > most.all) return 'day'
    const ofNetwork = unproven.filter(unit => unit.network === network).length
    if (wanted > 0 && ofNetwork + wanted > most.network) return 'network'
  }
  return 'held'
}

/** Who comes: web buyers whose address is not proved, web buyers who move a visit, the door, other desks, and staff who issue. */
const COMERS = [
  { channel: 'web', isUnproven: true, most: 3 },
  { channel: 'web', isUnproven: true, most: 3 },
  { channel: 'web', isUnproven: true, most: 3 },
  { channel: 'web', isUnproven: false, most: 3 },
  { channel: 'spot', isUnproven: false, most: 10 },
  { channel: 'OTA', isUnproven: false, most: 4 },
  { channel: 'pos', isUnproven: false, most: 4 },
] as const

const MODEL_CHANNELS: readonly string[] = [...new Set(COMERS.map(({ channel }) => channel))]

/** Orders that come together, for one time span of the first day and at times one of another day beside it. */
export function mixedOrders(dice: Dice, spans: readonly ModelSpan[]): ModelOrder[] {
  const [first] = spans
  const visits = spans.filter(({ day }) => day === first?.day)
  const besides = spans.filter(({ day }) => day !== first?.day)
  return Array.from({ length: dice.between(1, 8) }, () => {
    const { channel, isUnproven, most } = dice.oneOf(COMERS)
    const unitsOf = ({ id }: ModelSpan): number[] => Array.from({ length: dice.between(1, most) }, () => id)
    const visit = unitsOf(dice.oneOf(visits))
    const beside = besides.length > 0 && dice.happens(30) ? unitsOf(dice.oneOf(besides)) : []
    const network = isUnproven ? dice.oneOf(['a', 'b', 'c']) : null
    return { channel, network, units: [...visit, ...beside] }
  })
}

/** Shares of a time span for some of the channels. */
export function mixedShares(dice: Dice, capacity: number): ReadonlyMap<string, ModelShare> {
  const kept = MODEL_CHANNELS.filter(() => dice.happens(25))
  return new Map(
    kept.map(channel => [
      channel,
      {
        share: dice.between(0, Math.ceil(capacity / 2)),
        usesPool: dice.happens(70),
        isReleased: dice.happens(20),
      },
    ]),
  )
}
