import { confirmOrderMail } from '@kippu/contract/order-mails'
import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { FixedRouter } from '../../page/router.tsx'
import { rememberAskedMail } from '../../session/asked-mail.ts'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { MailConfirmScreen } from './mail-confirm-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const CONFIRM = 'GET /api/v1/ordermails/mail_1'

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
  localStorage.clear()
})

beforeEach(rememberAskedMail)

function open(answer: unknown, route = '/mail-confirm?mail_token=mail_1') {
  const { asked } = answerFetch({ [CONFIRM]: answer })
  const { element } = render(
    <FixedRouter route={route}>
      <MailConfirmScreen />
    </FixedRouter>,
    view,
  )
  return { asked, element }
}

test('the link leads to the payment, also in a browser where no order began (R-2.15, D-16)', async () => {
  open({ order_token: 'ord_1' })
  await eventually(() => expect(location.hash).toBe('#/payment'))
  expect(useSession.getState()).toMatchObject({ orderToken: 'ord_1', mailToken: 'mail_1' })
})

test('in a browser from which no form was sent the link waits for a press: a gateway that runs scripts proves nothing', async () => {
  localStorage.clear()
  const { asked, element } = open({ order_token: 'ord_1' })
  await eventually(() => expect(element.querySelector('button')?.textContent).toBe('確認して進む'))
  expect(asked).toEqual([])
  click(element.querySelector('button'))
  await eventually(() => expect(location.hash).toBe('#/payment'))
  expect(asked).toEqual([CONFIRM])
})

test('in a tab that knows another order, its choices and its payment are forgotten (R-2.15, S-1.17)', async () => {
  const draft = { productUuid: 'a', date: null, timeSpanId: null, counts: {}, sets: {} }
  const other = { orderToken: 'ord_0', paymentNumber: 'pay_0', orderDraft: draft }
  act(() => useSession.setState(other))
  open({ order_token: 'ord_1' })
  await eventually(() => expect(location.hash).toBe('#/payment'))
  expect(useSession.getState()).toMatchObject({
    orderToken: 'ord_1',
    paymentNumber: null,
    orderDraft: null,
    savedOrder: null,
  })
})

test('in the tab of its order the link keeps the choices (R-2.15)', async () => {
  const draft = { productUuid: 'a', date: null, timeSpanId: null, counts: {}, sets: {} }
  act(() => useSession.setState({ orderToken: 'ord_1', orderDraft: draft }))
  open({ order_token: 'ord_1' })
  await eventually(() => expect(location.hash).toBe('#/payment'))
  expect(useSession.getState()).toMatchObject({ orderToken: 'ord_1', orderDraft: draft })
})

test('a wrong or superseded link shows its own dialog and leaves the way to a new order (R-2.15, S-1.02)', async () => {
  const { element } = open(new Response(JSON.stringify({ error: 'record not found' }), { status: 404 }))
  await eventually(() => expect(element.querySelector('a')?.getAttribute('href')).toBe('#/order'))
  expect(confirmOrderMail).not.toHaveProperty('silent')
  expect(confirmOrderMail).not.toHaveProperty('ignoredStatuses')
})

test.each([503, 429])(
  'an answer %i says nothing about the link: the visitor can try again (R-2.15, S-1.02)',
  async status => {
    const busy = new Response(JSON.stringify({ error: 'too_many_requests' }), { status })
    const { asked, element } = open(busy)
    await eventually(() => expect(element.querySelector('button')?.textContent).toBe('もう一度試す'))
    expect(element.querySelector('a')).toBeNull()
    click(element.querySelector('button'))
    await eventually(() => expect(asked).toEqual([CONFIRM, CONFIRM]))
  },
)

test('without a token there is nothing to confirm (R-2.15)', async () => {
  const { asked } = open(undefined, '/mail-confirm')
  await eventually(() => expect(location.hash).toBe('#/order'))
  expect(asked).toEqual([])
})

test('D-18: where the places are gone the visitor may try again, or choose another time', async () => {
  const gone = new Response(JSON.stringify({ error: 'out of stock' }), { status: 400 })
  const { asked, element } = open(gone)
  await eventually(() => expect(element.textContent).toContain('メールアドレスは確認できました'))
  expect(element.querySelector('a')?.getAttribute('href')).toBe('#/order')
  click(element.querySelector('button'))
  await eventually(() => expect(asked).toEqual([CONFIRM, CONFIRM]))
})
