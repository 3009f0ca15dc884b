// @vitest-environment node
import { expect, test } from 'vitest'

import { codeToShow } from './shown-code.ts'

const ticket = { id: 1, code: 'tkt_1', signed_code: '', rotates: false }

test('a code that does not change is the signed one where there is one', () => {
  expect(codeToShow(ticket, new Map())).toEqual({ code: 'tkt_1', onPaper: 'tkt_1', kind: 'still' })
  expect(codeToShow({ ...ticket, signed_code: 'KT1:S' }, new Map())).toEqual({
    code: 'KT1:S',
    onPaper: 'KT1:S',
    kind: 'still',
  })
})

test('a code that changes is that of the moment; without one, and on paper, it is the one that does not', () => {
  const rotating = { ...ticket, rotates: true }
  expect(codeToShow(rotating, new Map([[1, 'KT1:A']]))).toEqual({
    code: 'KT1:A',
    onPaper: 'tkt_1',
    kind: 'moving',
  })
  expect(codeToShow(rotating, new Map([[2, 'KT1:B']]))).toEqual({
    code: 'tkt_1',
    onPaper: 'tkt_1',
    kind: 'online',
  })
})
