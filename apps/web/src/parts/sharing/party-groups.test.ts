// @vitest-environment node
import type { Ticket } from '@kippu/contract/reservations'
import { expect, test } from 'vitest'

import { boundsOf, chosenIds, isShareable, partyGroups, withChosen } from './party-groups.ts'
import { kindsOf } from '../ticket/ticket-state.ts'

const ticket = (id: number, more: Partial<Ticket> = {}): Ticket => ({
  id,
  parent_id: 1,
  type: 'gate',
  status: 'available',
  option_name: '大人',
  option_value_id: 10,
  product_name: '光の森',
  reservation_from: '2026-12-01T10:00:00+09:00',
  reservation_to: '2026-12-01T11:00:00+09:00',
  code: `tkt_${id}`,
  short_code: 'ABCDEFGH',
  signed_code: '',
  rotates: false,
  used_at: null,
  shared: false,
  refunded: false,
  ...more,
})
const child = { option_name: '子ども', option_value_id: 11 } as const
const tea = {
  type: 'set',
  parent_id: 4,
  option_name: '',
  option_value_id: null,
  product_name: '森のお茶',
} as const
const PARTY = [ticket(1), ticket(2), ticket(3, child), ticket(4, tea)]

test('tickets are counted by kind; those that are used, or with others, are not there', () => {
  const party = [...PARTY, ticket(5, { status: 'used' }), ticket(6, { status: 'invalid', shared: true })]
  expect(partyGroups(party).map(({ name, ids }) => [name, ids])).toEqual([
    ['大人', [1, 2]],
    ['子ども', [3]],
    ['森のお茶', [4]],
  ])
})

test('S-10.04: of all kinds of admission together one stays, and of a single tea none goes', () => {
  const groups = partyGroups(PARTY)
  const most = (chosen: Readonly<Record<string, number>>) =>
    groups.map(group => boundsOf(group, groups, chosen).most)
  expect(most({})).toEqual([2, 1, 0])
  const [adults, children] = groups.map(({ key }) => key)
  expect(most({ [adults!]: 2 })).toEqual([2, 0, 0])
  expect(most({ [children!]: 1 })).toEqual([1, 1, 0])
})

test('a companion goes along with its holder, stays with one, and is not chosen by itself', () => {
  const companion = { option_name: '付き添い', option_value_id: 12, only_with: 10 } as const
  const groups = partyGroups([...PARTY.slice(0, 3), ticket(5, companion), ticket(6, companion)])
  const [adults, , companions] = groups
  const choose = (chosen: Readonly<Record<string, number>>, key: string, count: number) =>
    withChosen(groups, chosen, { key, count })
  expect(boundsOf(companions!, groups, {})).toEqual({ least: 0, most: 0 })
  expect(isShareable(companions!, groups)).toBe(true)
  const one = choose({}, adults!.key, 1)
  expect(one).toEqual({ [adults!.key]: 1, [companions!.key]: 1 })
  expect(boundsOf(companions!, groups, one)).toEqual({ least: 1, most: 1 })
  expect(choose(one, adults!.key, 0)).toEqual({ [adults!.key]: 0, [companions!.key]: 0 })
})

test('the last ones of a kind are handed on', () => {
  const groups = partyGroups(PARTY)
  expect(chosenIds(groups, {})).toEqual([])
  expect(chosenIds(groups, { [groups[0]!.key]: 1, [groups[1]!.key]: 1 })).toEqual([2, 3])
})

test('they are named with how many there are', () => {
  expect(kindsOf(PARTY)).toEqual(['大人 × 2', '子ども × 1', '森のお茶 × 1'])
})
