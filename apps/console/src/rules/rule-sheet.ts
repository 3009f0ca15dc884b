/** A rule that stays, as its sheet has it: each cell is a text, and none of it is ''. */
export interface Rule {
  readonly product: string
  readonly name: string
  readonly from: string
  readonly until: string
  /** `mon tue` */
  readonly weekdays: string
  readonly holidays: Holidays
  readonly except: string
  readonly first: string
  readonly last: string
  readonly every: string
  readonly length: string
  readonly valid_days: string
  readonly capacity: string
  readonly base_price: string
}

export const HOLIDAYS = ['also', 'except', 'only'] as const
type Holidays = (typeof HOLIDAYS)[number]

export function isOneOf<Word extends string>(all: readonly Word[], word: string): word is Word {
  return all.some(one => one === word)
}

/** A small sheet of one rule: of one that is there, what is another, so that two people’s changes of it are both kept. */
export function sheetOfRule(rule: Rule, before: Rule | undefined): File {
  const changed = Object.entries(rule).filter(([name, value]) => {
    if (name === 'product' || name === 'name' || before === undefined) return true
    return Object.entries(before).some(([other, was]) => other === name && was !== value)
  })
  return new File([JSON.stringify({ rules: [Object.fromEntries(changed)] })], 'rules.json')
}

/** A sheet that ends a rule with a day; one that begins later makes nothing any longer. */
export function sheetOfEnd({ product, name, from }: Rule, until: string): File {
  const first = until < from ? { from: until, except: until } : {}
  return new File([JSON.stringify({ rules: [{ product, name, ...first, until }] })], 'rules.json')
}
