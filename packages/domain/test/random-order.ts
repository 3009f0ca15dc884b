import type { OracleCoupon, OracleLine, OracleOrder } from './price-oracle.ts'

/** A source of whole numbers that repeats the same sequence for the same seed (xorshift32). */
export interface Dice {
  /** From `min` to `max`, both included. */
  between(min: number, max: number): number
  oneOf<T>(choices: readonly T[]): T
  /** True in `percent` of a hundred calls. */
  happens(percent: number): boolean
}

export function createDice(seed: number): Dice {
  let state = seed | 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    between,
    oneOf: choices => {
      const choice = choices[between(0, choices.length - 1)]
      if (choice === undefined) throw new Error('nothing to choose from')
      return choice
    },
    happens: percent => next() * 100 < percent,
  }
}

/** A plausible random order: every kind of line, and coupons that can be combined (D-22). */
export function randomOrder(dice: Dice): OracleOrder {
  const lines = randomLines(dice)
  const tickets = lines.reduce((sum, line) => sum + (line.kind === 'ticket' ? line.quantity : 0), 0)
  return {
    lines,
    promotion: dice.happens(40) ? randomAmount(dice, 1_500) : null,
    coupons: randomCoupons(dice, tickets),
    method: dice.happens(50) ? randomAmount(dice, 3_000) : null,
  }
}

function randomLines(dice: Dice): OracleLine[] {
  const basePrice = dice.oneOf([0, 1, 99, 1_999, 3_200, dice.between(0, 20_000)])
  const tickets = Array.from({ length: dice.between(1, 4) }, () => ({
    kind: 'ticket' as const,
    basePrice,
    addCost: dice.oneOf([0, 300, -1_000, -basePrice, dice.between(-basePrice - 500, 2_000)]),
    quantity: dice.between(1, 5),
  }))
  const extras = Array.from({ length: dice.between(0, 2) }, () => ({
    kind: 'extra' as const,
    basePrice: 0,
    addCost: dice.between(-200, 1_500),
    quantity: dice.between(1, 4),
  }))
  const sets = Array.from({ length: dice.between(0, 2) }, () => ({
    kind: 'set' as const,
    basePrice: dice.between(0, 4_000),
    addCost: 0,
    quantity: dice.between(1, 4),
  }))
  return [...tickets, ...extras, ...sets]
}

function randomAmount(dice: Dice, mostYen: number): { type: string; amount: number } {
  return dice.oneOf([
    { type: 'fixed', amount: dice.between(0, mostYen) },
    { type: 'percent', amount: dice.between(0, 110) },
    { type: 'percent', amount: dice.oneOf([3, 5, 7, 10]) },
  ])
}

function randomCoupons(dice: Dice, tickets: number): OracleCoupon[] {
  const discountAmount = dice.between(0, 6_000)
  const shouldApplyPerTicket = dice.happens(40)
  const percent = dice.oneOf([1, 7, 10, 15, 100, dice.between(0, 130)])
  switch (dice.between(0, 5)) {
    case 0:
      return []
    case 1:
      return [{ kind: 'flat_rate', discountType: 'fixed', discountAmount, shouldApplyPerTicket }]
    case 2:
      return [{ kind: 'fixed_rate', discountType: 'percent', discountAmount: percent, shouldApplyPerTicket }]
    case 3:
      return [{ kind: 'campaign', discountType: 'fixed', discountAmount, shouldApplyPerTicket }]
    case 4:
      return [
        {
          kind: 'campaign',
          discountType: dice.oneOf(['percent', 'percent', 'points']),
          discountAmount: percent,
          shouldApplyPerTicket,
        },
      ]
    default:
      return Array.from({ length: dice.between(1, Math.min(tickets, 9)) }, () => ({
        kind: 'invitation' as const,
        discountType: 'fixed',
        discountAmount: 0,
        shouldApplyPerTicket: false,
      }))
  }
}
