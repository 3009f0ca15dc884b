// @vitest-environment node
import { describe, expect, test } from 'vitest'

import { buildChoice } from '../../../../test/choice.ts'
import { choiceAfterDay, currentChoiceOf, isOpenChoice } from './choice-order.ts'
import type { GuideFacts } from './choice-order.ts'
import type { ChoiceKind } from './choice-kind.ts'

const BY_TIME = buildChoice().product!
const BY_DAY = { ...BY_TIME, sale_type: 'date' } as const
const PASS = { ...BY_TIME, sale_type: 'period' } as const
const CHOSEN = { productUuid: BY_TIME.uuid, date: '2026-12-05', timeSpanId: 1 }

const facts = (changes: Partial<GuideFacts> = {}): GuideFacts => ({
  layout: 'product_first',
  draft: CHOSEN,
  product: BY_TIME,
  isTouched: true,
  reopened: null,
  ...changes,
})
const openOf = (given: GuideFacts) =>
  (['product', 'date', 'time', 'tickets', 'sets'] satisfies ChoiceKind[]).filter(kind =>
    isOpenChoice(kind, given),
  )

test.each([
  ['no day', { ...CHOSEN, date: null }, BY_TIME, 'date'],
  ['a day and no product', { ...CHOSEN, productUuid: null }, undefined, 'product'],
  ['no time of a timed product', { ...CHOSEN, timeSpanId: null }, BY_TIME, 'time'],
  ['a time', CHOSEN, BY_TIME, 'tickets'],
  ['the day of a product for a day', { ...CHOSEN, timeSpanId: null }, BY_DAY, 'tickets'],
  ['the first day of a pass', { ...CHOSEN, timeSpanId: null }, PASS, 'tickets'],
] as const)('with %s comes %s next (D-48)', (_, draft, product, next) => {
  expect(currentChoiceOf({ draft, product })).toBe(next)
})

test('after the day comes the product where days are first, else what the booking type asks for (R-4.01, R-4.02)', () => {
  expect(choiceAfterDay('date_first', BY_TIME)).toBe('product')
  expect(choiceAfterDay('product_first', BY_TIME)).toBe('time')
  expect(choiceAfterDay('product_first', PASS)).toBe('tickets')
})

describe('what is open on a narrow screen', () => {
  test('at first products and days, afterwards one choice; set products go with the tickets', () => {
    const start = { ...CHOSEN, date: null, timeSpanId: null }
    expect(openOf(facts({ draft: start, isTouched: false }))).toEqual(['product', 'date'])
    expect(openOf(facts({ draft: start }))).toEqual(['date'])
    // One product alone is not a choice, and folds with the day all the same.
    expect(openOf(facts({ isTouched: false }))).toEqual(['tickets', 'sets'])
    expect(openOf(facts({ draft: { ...CHOSEN, timeSpanId: null } }))).toEqual(['time'])
    expect(openOf(facts())).toEqual(['tickets', 'sets'])
  })

  test('where the day is first the products wait for it', () => {
    const start = { productUuid: null, date: null, timeSpanId: null }
    expect(
      openOf(facts({ layout: 'date_first', draft: start, product: undefined, isTouched: false })),
    ).toEqual(['date'])
  })

  test('what was opened again is open beside the next choice', () => {
    expect(openOf(facts({ reopened: 'date' }))).toEqual(['date', 'tickets', 'sets'])
  })
})
