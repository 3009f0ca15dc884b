// @vitest-environment node
import { expect, test, vi } from 'vitest'

import { enrolmentTokenIn, takeEnrolmentToken } from './enrolment-token.ts'

const TOKEN = 'enr_AbCdEfGh12345678-_aa'

test.each([
  [TOKEN, TOKEN],
  [`https://tickets.example/gate#${TOKEN}`, TOKEN],
  [` ${TOKEN}\n`, TOKEN],
  ['コード：ｅｎｒ＿ＡｂＣｄＥｆＧｈ１２３４５６７８ー_aa', TOKEN],
  ['enr_', null],
  ['tkt_AbCdEfGh12345678', null],
  ['', null],
])('%j has the code %j', (text, token) => {
  expect(enrolmentTokenIn(text)).toBe(token)
})

test('the code leaves the address bar and the history at once, and a tab stays', () => {
  const replaceState = vi.fn<(state: unknown, unused: string, url?: string | URL | null) => void>()
  const place = { pathname: '/gate', search: '' }
  expect(takeEnrolmentToken({ location: { ...place, hash: `#${TOKEN}` }, history: { replaceState } })).toBe(
    TOKEN,
  )
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/gate')
  expect(takeEnrolmentToken({ location: { ...place, hash: '#list' }, history: { replaceState } })).toBeNull()
  expect(replaceState).toHaveBeenCalledOnce()
})
