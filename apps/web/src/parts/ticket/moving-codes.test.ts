import { expect, test } from 'vitest'

import { codeToShow, endOf, nextChange } from './moving-codes.ts'

const AT = Date.parse('2026-12-01T10:00:00+09:00')
const codes = [
  { from: '2026-12-01T10:00:00+09:00', code: 'KT1:A' },
  { from: '2026-12-01T10:00:30+09:00', code: 'KT1:B' },
]
const moving = [{ id: 1, codes }]
const ticket = { id: 1, code: 'tkt_1', signed_code: '', rotates: true }
const shownAt = (seconds: number) => codeToShow(ticket, moving, AT + seconds * 1_000)

test('each code is shown from its time on, until the next one', () => {
  expect([0, 29.999, 30].map(at => shownAt(at).code)).toEqual(['KT1:A', 'KT1:A', 'KT1:B'])
  expect(shownAt(30)).toEqual({ code: 'KT1:B', onPaper: 'tkt_1', kind: 'moving' })
})

test('the last one is shown while a gate still admits it, then the code that does not change', () => {
  expect(shownAt(89.999).code).toBe('KT1:B')
  expect(shownAt(90)).toEqual({ code: 'tkt_1', onPaper: 'tkt_1', kind: 'online' })
})

test('before any code, and of a ticket that is not among them, it is the code that does not change', () => {
  for (const shown of [shownAt(-1), codeToShow({ ...ticket, id: 2 }, moving, AT)])
    expect(shown).toEqual({ code: 'tkt_1', onPaper: 'tkt_1', kind: 'online' })
})

test('a code that does not change is the signed one where there is one', () => {
  const still = { ...ticket, rotates: false }
  expect(codeToShow(still, moving, AT).code).toBe('tkt_1')
  expect(codeToShow({ ...still, signed_code: 'KT1:S' }, moving, AT)).toEqual({
    code: 'KT1:S',
    onPaper: 'KT1:S',
    kind: 'still',
  })
})

test('what is shown changes with each code, and once more at the end', () => {
  expect([0, 30, 90].map(at => nextChange(moving, AT + at * 1_000))).toEqual([AT + 30_000, AT + 90_000, null])
  expect(endOf(moving)).toBe(AT + 60_000)
  expect([nextChange([], AT), endOf([])]).toEqual([null, 0])
})
