import { testCardNumber } from '@kippu/simulators/core/test-cards'
import { expect, test } from 'vitest'

import { leaksIn, withoutLeaks } from './log-leaks.ts'

const PLANTED = ['Kippu Taro', '山田 花子', '03-1234-5678']
const line = (fields: object): string => JSON.stringify({ level: 30, time: 1795284000129, ...fields })

const CARD = testCardNumber('1112')
const FOURS = CARD.match(/\d{4}/g) ?? []

test.each([CARD, FOURS.join(' '), FOURS.join('-')])(
  'the number of a card is found, however it is written: %s (S-7.11)',
  number => {
    expect(leaksIn(line({ body: `card=${number}&x=1` }), [])).toEqual([number])
    expect(leaksIn(line({ number }), [])).toEqual([number])
  },
)

test('neither the time of a line, nor ids, nor numbers with a wrong check digit are cards (S-7.11)', () => {
  const harmless = [
    '{"level":30,"time":1795284000129}',
    line({ attempt: '0198c3f2-7b4e-7000-8000-400000100000' }),
    line({ ref: `pi_${CARD}x`, other: `${CARD.slice(0, -1)}3`, at: '2026-11-21T18:00:00.123Z', ms: 12 }),
  ]
  for (const one of harmless) expect(leaksIn(one, PLANTED)).toEqual([])
})

test.each([
  ['buyer-1@example.com', 'buyer-1@example.com'],
  ['email=buyer-1%40example.com', 'buyer-1@example.com'],
  ['KIPPU TARO', 'Kippu Taro'],
  ['name=Kippu+Taro', 'Kippu Taro'],
  ['%E5%B1%B1%E7%94%B0%20%E8%8A%B1%E5%AD%90', '山田 花子'],
  ['+0312345678', '03-1234-5678'],
])('a buyer is found: %s (S-15.02)', (text, leak) => {
  expect(leaksIn(line({ text }), PLANTED)).toEqual([leak])
})

test('what only looks encoded is looked at as it is', () => {
  expect(leaksIn('%FF%FE Kippu Taro %', PLANTED)).toEqual(['Kippu Taro'])
})

test('a line is shown by its shape, without what it must not hold', () => {
  const err = { type: 'Error', message: `declined: ${CARD}`, code: 'E01' }
  const shown = { level: 30, time: 1795284000129, err: { ...err, message: '[leak]' }, msg: 'not paid' }
  expect(withoutLeaks(line({ err, msg: 'not paid' }), PLANTED)).toBe(JSON.stringify(shown))
  expect(withoutLeaks(line({ 'Kippu Taro': 1 }), PLANTED)).toBe('[leak]')
  expect(withoutLeaks(`a card ${CARD} in no JSON`, PLANTED)).toBe('[leak]')
})
