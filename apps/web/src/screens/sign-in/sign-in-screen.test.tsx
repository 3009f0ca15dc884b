import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { FixedRouter } from '../../app/router.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { SignInScreen } from './sign-in-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const READ = 'GET /api/v1/orders/ord_1'
const DELETE = 'DELETE /api/v1/orders/ord_1'
const SEND = 'POST /api/v1/ordermails/ord_1'
const TEMPLATES = {
  'GET /api/v1/field_templates': ['fullname', 'email'].map(field_name => ({
    field_name,
    is_display: true,
    is_require: true,
  })),
}
const customer_info = [
  { key: 'fullname', value: '山田 花子' },
  { key: 'email', value: 'a@b.co' },
]
const CONFIRMED = buildOrder({ customer_info })
const SENT = buildOrder({ customer_info, status: 'mail_sent' })
const NOT_ANOTHER = new Response(JSON.stringify({ error: 'invalid order status' }), { status: 400 })

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

async function openForm(order = CONFIRMED, route = '/sign-in') {
  answerFetch({ ...TEMPLATES, [READ]: order })
  useSession.setState({
    orderToken: 'ord_1',
    savedSignIn: { termsAccepted: true, acceptMailMagazine: false, acceptTeamLabMailMagazine: false },
  })
  const { element } = render(
    <FixedRouter route={route}>
      <SignInScreen />
    </FixedRouter>,
    view,
  )
  const input = (key: string) => element.querySelector<HTMLInputElement>(`#buyer-${key}`)!
  await eventually(() => expect(input('email').value).toBe('a@b.co'))
  const submit = () => click(element.querySelector('button[type=submit]'))
  return { element, input, submit }
}

function type(input: HTMLInputElement, text: string): Promise<void> {
  return act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test.each([
  ['/sign-in', '#/payment'],
  ['/sign-in?ref=c', '#/confirm'],
])('a changed name of a confirmed order is stored without a mail: from %s on to %s', async (route, next) => {
  const { input, submit } = await openForm(CONFIRMED, route)
  const { asked } = answerFetch({ [SEND]: { mail_sent: false }, [READ]: CONFIRMED })
  await type(input('name'), '山田 太郎')
  submit()
  await eventually(() => expect(location.hash).toBe(next))
  expect(asked).toContain(SEND)
})

test('nothing changed, nothing sent: back to the confirmation (D-33)', async () => {
  const { submit } = await openForm(CONFIRMED, '/sign-in?ref=c')
  const { asked } = answerFetch({})
  submit()
  await eventually(() => expect(location.hash).toBe('#/confirm'))
  expect(asked).toEqual([])
})

test('answers that are mailed lead to the page of the mail (R-2.12)', async () => {
  const { submit } = await openForm(SENT)
  answerFetch({ [SEND]: { mail_sent: true }, [READ]: SENT })
  submit()
  await eventually(() => expect(location.hash).toBe('#/sended-mail'))
})

test('another address for an order that was confirmed meanwhile is refused in words, on the spot (S-1.11)', async () => {
  const { element, input, submit } = await openForm(SENT)
  answerFetch({ [SEND]: NOT_ANOTHER, [READ]: CONFIRMED })
  await type(input('email'), 'c@d.co')
  await type(input('emailAgain'), 'c@d.co')
  submit()
  await eventually(() => expect(element.querySelector('[role=alert]')?.textContent).toContain('新しくご注文'))
  expect(input('email').readOnly).toBe(true)
  expect(input('email').value).toBe('a@b.co')
  expect(location.hash).toBe('')
})

test('a new order gives the confirmed one back and keeps the choices (S-1.17)', async () => {
  const { element } = await openForm()
  const orderDraft = { productUuid: 'P', date: '2099-12-02', timeSpanId: 1, counts: { 1: 2 } }
  act(() => useSession.setState({ orderDraft }))
  const { asked } = answerFetch({ [DELETE]: undefined })
  click([...element.querySelectorAll('button')].find(it => it.textContent === '別のアドレスで注文し直す'))
  await eventually(() => expect(location.hash).toBe('#/order'))
  expect(asked).toEqual([DELETE])
  expect(useSession.getState()).toMatchObject({ orderToken: null, orderDraft })
})
