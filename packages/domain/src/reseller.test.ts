import { expect, test } from 'vitest'

import { cancelledUntil, holdSecondsOf, netOf } from './reseller.ts'

const contract = { netPercent: 85, netUnits: new Map([['child', 700]]) }

test('a reseller owes its percentage rounded down, or the yen of the unit, and never more than the price of the day', () => {
  expect(netOf(contract, { unitId: 'adult', retail: 3_200 })).toBe(2_720)
  expect(netOf(contract, { unitId: 'adult', retail: 999 })).toBe(849)
  expect(netOf(contract, { unitId: 'child', retail: 1_000 })).toBe(700)
  expect(netOf(contract, { unitId: 'child', retail: 500 })).toBe(500)
  expect(netOf(contract, { unitId: 'adult', retail: 0 })).toBe(0)
})

test('a booking is cancelled until so many hours before the visit', () => {
  const start = Date.parse('2026-12-01T10:00:00+09:00')
  expect(cancelledUntil(start, 24)).toBe(Date.parse('2026-11-30T10:00:00+09:00'))
  expect(cancelledUntil(start, 0)).toBe(start)
})

test('places are held for half an hour, or as asked for up to an hour', () => {
  expect([undefined, 5, 60, 31, 600].map(minutes => holdSecondsOf(minutes))).toEqual([
    1_800, 300, 3_600, 1_860, 3_600,
  ])
})
