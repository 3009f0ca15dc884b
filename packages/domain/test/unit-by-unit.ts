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

/** The most that buyers may have of a day who have not paid: all unproven ones, those of one network, proved or not, and those with one code. */
export interface ModelDay {
  readonly all: number
  readonly network: number
  readonly unpaid: number
  readonly code: number
}

/** Where a buyer is, or which code they show at the door. */
export interface ModelHolder {
  readonly by: 'network' | 'code'
  readonly of: string
}

export interface ModelOrder {
  readonly channel: string
  /** Null where the buyer is known. */
  readonly holder: ModelHolder | null
  /** The time span of each unit. */
  readonly units: readonly number[]
}

export interface SoldUnit {
  readonly span: number
  readonly channel: string
  readonly holder: ModelHolder | null
  isProved: boolean
}

export type ModelGrant = 'held' | 'refused' | 'day' | 'network' | 'unpaidNetwork' | 'doorCode'

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
    if (grant === 'held')
      sold.push(...order.units.map(span => ({ ...order, span, isProved: order.holder?.by === 'code' })))
    return grant
  })
}

function sellOne(
  spans: readonly ModelSpan[],
  days: ReadonlyMap<string, ModelDay>,
  { channel, holder, units }: ModelOrder,
  sold: readonly SoldUnit[],
): ModelGrant {
  for (const span of spans) {
    const owners = sold.filter(unit => unit.span === span.id).map(unit => unit.channel)
    if (!canSell(span, owners, channel, units.filter(id => id === span.id).length)) return 'refused'
  }
  if (holder === null) return 'held'
  const dayOf = (id: number): string | undefined => spans.find(span => span.id === id)?.day
  for (const [day, most] of days) {
    const wanted = units.filter(id => dayOf(id) === day).length
    if (wanted === 0) continue
    const unpaid = sold.filter(unit => unit.holder !== null && dayOf(unit.span) === day)
    const own = unpaid.filter(unit => unit.holder?.by === holder.by && unit.holder.of === holder.of)
    if (holder.by === 'code') {
      if (own.length + wanted > most.code) return 'doorCode'
      continue
    }
    const isUnproven = ({ isProved }: SoldUnit): boolean => !isProved
    if (unpaid.filter(isUnproven).length + wanted > most.all) return 'day'
    if (own.filter(isUnproven).length + wanted > most.network) return 'network'
    if (own.length + wanted > most.unpaid) return 'unpaidNetwork'
  }
  return 'held'
}

/** Who comes: web buyers whose address is not proved, web buyers who move a visit, the door, other desks, and staff who issue. */
const COMERS = [
  { channel: 'web', by: 'network', most: 3 },
  { channel: 'web', by: 'network', most: 3 },
  { channel: 'web', by: 'network', most: 3 },
  { channel: 'web', by: null, most: 3 },
  { channel: 'spot', by: 'code', most: 10 },
  { channel: 'OTA', by: null, most: 4 },
  { channel: 'pos', by: null, most: 4 },
] as const

const MODEL_CHANNELS: readonly string[] = [...new Set(COMERS.map(({ channel }) => channel))]

/** Orders that come together, for one time span of the first day and at times one of another day beside it. */
export function mixedOrders(dice: Dice, spans: readonly ModelSpan[]): ModelOrder[] {
  const [first] = spans
  const visits = spans.filter(({ day }) => day === first?.day)
  const besides = spans.filter(({ day }) => day !== first?.day)
  return Array.from({ length: dice.between(1, 8) }, () => {
    const { channel, by, most } = dice.oneOf(COMERS)
    const unitsOf = ({ id }: ModelSpan): number[] => Array.from({ length: dice.between(1, most) }, () => id)
    const visit = unitsOf(dice.oneOf(visits))
    const beside = besides.length > 0 && dice.happens(30) ? unitsOf(dice.oneOf(besides)) : []
    const holder = by === null ? null : { by, of: dice.oneOf(['a', 'b', 'c']) }
    return { channel, holder, units: [...visit, ...beside] }
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
