import { act } from 'react'
import { LANGUAGES } from '@kippu/domain/language'
import { textsOf } from '@kippu/texts/texts'
import { expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { eventually, render } from '../../../test/render.tsx'
import { FixedRouter, ParamsContext } from '../../page/router.tsx'
import { AddressCorrectionScreen } from './address-correction-screen.tsx'

const CALL = 'PUT /api/v1/reservations/rsv_1/email'
const CHANGE = 'GET /api/v1/timechanges/tch_1'
const VISIT = {
  reservation_from: '2026-12-01T10:00:00+09:00',
  reservation_to: '2026-12-01T18:00:00+09:00',
  price: 6400,
}
const PENDING = {
  status: 'pending',
  reservation_token: 'rsv_1',
  reservation_number: 'ABCDEFGH23',
  product_name: 'Forest',
  booking_type: 'time',
  quantity: 2,
  old: VISIT,
  new: VISIT,
  lines: [],
  coupons: [],
  membership: null,
  credit: 0,
  old_price: 6400,
  new_price: 6400,
  difference: 0,
  payment_required: false,
  refund: 0,
  refund_state: null,
  expires_at: '2026-11-24T10:15:00+09:00',
  extensions_left: 0,
}
const IN_CHANGE = '/tickets/changedate/email/rsv_1?timechange_token=tch_1'
const texts = textsOf('ja')

function open(answer: unknown, route = IN_CHANGE) {
  const fetched = answerFetch({ [CALL]: answer, [CHANGE]: PENDING })
  const { element } = render(
    <FixedRouter route={route}>
      <ParamsContext value={{ reservationToken: 'rsv_1' }}>
        <AddressCorrectionScreen />
      </ParamsContext>
    </FixedRouter>,
    buildFirstView({ texts }),
  )
  return { element, ...fetched, sent: () => fetched.asked.filter(name => name === CALL) }
}

async function send(element: HTMLElement, address: string): Promise<void> {
  const field = element.querySelector<HTMLInputElement>('input')
  if (field === null) throw new Error('there is no field')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, address)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    element.querySelector('form')?.requestSubmit()
  })
}

const refusal = (status: number, body: object) => new Response(JSON.stringify(body), { status })

test.each(LANGUAGES)('R-2.80: the page says in %s what it is for, and asks for one thing', async lang => {
  answerFetch({ [CHANGE]: PENDING })
  const words = textsOf(lang)
  const { element } = render(
    <FixedRouter route={IN_CHANGE}>
      <AddressCorrectionScreen />
    </FixedRouter>,
    buildFirstView({ lang, texts: words }),
  )
  await eventually(() => expect(element.textContent).toContain(words['correction_no_charge']))
  expect(element.querySelector('h1')?.textContent).toBe(words['correction_title'])
  expect(element.textContent).toContain(words['correction_lead'])
  expect(element.querySelectorAll('input')).toHaveLength(1)
})

test('S-11.18: the new address is sent with the change, and success leads back to the change', async () => {
  const { element, bodies } = open({ mail_sent: true })
  await send(element, 'ｈａｎａ＠example.com')
  await eventually(() => expect(element.textContent).toContain(texts['correction_done_title']))
  expect(bodies).toEqual([{ email: 'hana@example.com', timechange_token: 'tch_1' }])
  expect(element.textContent).toContain('hana@example.com')
  expect(element.querySelector('a')?.getAttribute('href')).toBe(
    '#/tickets/changedate/confirm/rsv_1/timechange/tch_1',
  )
})

test('without a change under way it leads to the tickets', async () => {
  const { element, bodies } = open({ mail_sent: true }, '/tickets/changedate/email/rsv_1')
  expect(element.textContent).not.toContain(texts['correction_no_charge'])
  await send(element, 'hana@example.com')
  await eventually(() => expect(element.querySelector('a')?.getAttribute('href')).toContain('/id/rsv_1'))
  expect(bodies).toEqual([{ email: 'hana@example.com' }])
})

test('what is not an address is named at the field and not sent (R-5.23)', async () => {
  const { element, sent } = open({ mail_sent: true })
  await send(element, 'hana@')
  await eventually(() => expect(element.querySelector('[aria-invalid=true]')).not.toBeNull())
  expect(sent()).toEqual([])
})

test('S-6.03: an address that is refused as well is named at the field, each time', async () => {
  const { element, sent } = open(refusal(400, { error: 'invalid email address in time change' }))
  for (const [times, address] of ['bounce@example.com', 'bounce2@example.com'].entries()) {
    await send(element, address)
    await eventually(() => expect(sent()).toHaveLength(times + 1))
    await eventually(() => expect(element.textContent).toContain(texts['correction_refused']))
  }
  expect(document.activeElement).toBe(element.querySelector('input'))
})

test('an address that needs no correction says so, with the way on', async () => {
  const { element } = open(refusal(400, { error: 'invalid_request', fields: [] }))
  await send(element, 'hana@example.com')
  await eventually(() => expect(element.textContent).toContain(texts['correction_not_needed']))
  expect(element.querySelector('input')).toBeNull()
  expect(element.querySelector('a')?.textContent).toBe(texts['correction_to_change'])
})

test('after too many mails it says when the next try makes sense', async () => {
  const { element } = open(refusal(429, { error: 'too many mails', retry_after: 1700 }))
  await send(element, 'hana@example.com')
  await eventually(() => expect(element.querySelector('[role=alert]')?.textContent).toContain('29'))
})

test('S-8.07: a visit that was moved since leads to the page that says so', async () => {
  const { element } = open(refusal(410, { error: 'reservation url changed' }))
  await send(element, 'hana@example.com')
  await eventually(() => expect(location.hash).toBe('#/change-url'))
})
