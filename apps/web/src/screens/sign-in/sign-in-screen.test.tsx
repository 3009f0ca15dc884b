import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { FixedRouter } from '../../page/router.tsx'
import { readUnsentAnswers } from '../../parts/form/unsent-answers.ts'
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

/** The forms of earlier tests were closed without being sent. */
beforeEach(() => sessionStorage.clear())

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
  const { element, show } = render(
    <FixedRouter route={route}>
      <SignInScreen />
    </FixedRouter>,
    view,
  )
  const input = (key: string) => element.querySelector<HTMLInputElement>(`#buyer-${key}`)!
  await eventually(() => expect(input('email').value).toBe('a@b.co'))
  const submit = () => click(element.querySelector('button[type=submit]'))
  return { element, input, submit, close: () => show(null) }
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
])('a changed name in a confirmed order is stored without a mail: from %s to %s', async (route, next) => {
  const { input, submit } = await openForm(CONFIRMED, route)
  const { asked } = answerFetch({ [SEND]: { mail_sent: false }, [READ]: CONFIRMED })
  await type(input('name'), '山田 太郎')
  submit()
  await eventually(() => expect(location.hash).toBe(next))
  expect(asked).toContain(SEND)
})

test('without a change nothing is sent: back to the confirmation (D-33)', async () => {
  const { submit } = await openForm(CONFIRMED, '/sign-in?ref=c')
  const { asked } = answerFetch({})
  submit()
  await eventually(() => expect(location.hash).toBe('#/confirm'))
  expect(asked).toEqual([])
})

test('the same answers in another language are sent, so that the mails are in that language (R-4.14)', async () => {
  const { submit } = await openForm(buildOrder({ customer_info, lang: 'en' }))
  const { bodies } = answerFetch({ [SEND]: { mail_sent: false }, [READ]: CONFIRMED })
  submit()
  await eventually(() => expect(location.hash).toBe('#/payment'))
  expect(bodies).toMatchObject([{ lang: 'ja' }])
})

test('answers that need a mail lead to the page of the mail (R-2.12)', async () => {
  const { submit } = await openForm(SENT)
  answerFetch({ [SEND]: { mail_sent: true }, [READ]: SENT })
  submit()
  await eventually(() => expect(location.hash).toBe('#/sended-mail'))
})

test('another address for an order that was confirmed meanwhile is refused in words on the page (S-1.11)', async () => {
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
  const orderDraft = { productUuid: 'P', date: '2099-12-02', timeSpanId: 1, counts: { 1: 2 }, sets: {} }
  act(() => useSession.setState({ orderDraft }))
  const { asked } = answerFetch({ [DELETE]: undefined })
  click([...element.querySelectorAll('button')].find(it => it.textContent === '別のアドレスで注文し直す'))
  await eventually(() => expect(location.hash).toBe('#/order'))
  expect(asked).toEqual([DELETE])
  expect(useSession.getState()).toMatchObject({ orderToken: null, orderDraft })
})

const MEMBER = 'GET /api/v1/membership/ord_1'
const HANAKO = {
  name: '会員 花子',
  resident_area: 'Kyoto',
  email: 'hanako@b.co',
  phone: '090-1234-5678',
  age: '30-34',
  gender: 'unknown',
}
const GOLD = { membership_promotion_name: 'ゴールド会員', membership_discount: 640 }
const FIELDS = {
  'GET /api/v1/field_templates': ['fullname', 'email', 'phone', 'resident_area', 'age', 'gender'].map(
    field_name => ({ field_name, is_display: true, is_require: false }),
  ),
}

/** The form of a member on a site with a given kind of login. */
async function openAsMember(membership: object, order: object, answers: object = {}) {
  const temporary = buildOrder({ status: 'temporary', customer_info: [], ...order })
  const { asked } = answerFetch({ ...FIELDS, [READ]: temporary, ...answers })
  useSession.setState({ orderToken: 'ord_1' })
  const site = { ...view.site, membership: { ...view.site.membership, ...membership } }
  const { element, show } = render(
    <FixedRouter route="/sign-in">
      <SignInScreen />
    </FixedRouter>,
    { ...view, site },
  )
  const valueOf = (key: string) =>
    element.querySelector<HTMLInputElement | HTMLSelectElement>(`#buyer-${key}`)?.value
  const drawn = () => eventually(() => expect(element.querySelector('form')).not.toBeNull())
  const loginLink = () => element.querySelector('a[href="#/membership-login"]')
  return { asked, element, valueOf, drawn, loginLink, close: () => show(null) }
}

test('a member’s known details fill the form, which names the membership discount (R-3.139, R-9.10)', async () => {
  const { element, valueOf, drawn, loginLink } = await openAsMember(
    {},
    { membership_promotion: GOLD },
    { [MEMBER]: HANAKO },
  )
  await drawn()
  expect(
    Object.fromEntries(
      ['name', 'email', 'emailAgain', 'phone', 'residentArea'].map(key => [key, valueOf(key)]),
    ),
  ).toEqual({
    name: '会員 花子',
    email: 'hanako@b.co',
    emailAgain: 'hanako@b.co',
    phone: '090-1234-5678',
    residentArea: 'Kyoto',
  })
  expect(element.textContent).toContain('ゴールド会員：640円引き')
  expect(loginLink()).toBeNull()
})

test('answers that the visitor gave stay: only blank fields are filled (R-3.139)', async () => {
  const customer_info = [{ key: 'fullname', value: '山田 花子' }]
  const { valueOf, drawn } = await openAsMember(
    {},
    { membership_promotion: GOLD, customer_info },
    { [MEMBER]: HANAKO },
  )
  await drawn()
  expect([valueOf('name'), valueOf('email')]).toEqual(['山田 花子', 'hanako@b.co'])
})

test('a promotion from the address means no member, and no dialog (S-5.03)', async () => {
  const nobody = new Response(JSON.stringify({ error: 'membership retrieval failure' }), { status: 400 })
  const { element, valueOf, drawn, loginLink } = await openAsMember(
    {},
    { membership_promotion: GOLD },
    { [MEMBER]: nobody },
  )
  await drawn()
  expect(valueOf('name')).toBe('')
  expect(element.textContent).toContain('ゴールド会員')
  expect(loginLink()).not.toBeNull()
})

test('members find their login, and their input is still in the form when they come back (R-2.13)', async () => {
  const { element, drawn, loginLink, close } = await openAsMember({}, {})
  await drawn()
  await type(element.querySelector('#buyer-name')!, '山田 太郎')
  expect(loginLink()).not.toBeNull()
  close()
  const { valueOf, drawn: drawnAgain } = await openAsMember(
    {},
    { membership_promotion: GOLD },
    { [MEMBER]: HANAKO },
  )
  await drawnAgain()
  expect([valueOf('name'), valueOf('email')]).toEqual(['山田 太郎', 'hanako@b.co'])
})

test('the input is still in the form after a way back to the visit, and lies in the storage of this tab alone (S-1.17)', async () => {
  const { element, drawn, close } = await openAsMember({}, {})
  await drawn()
  await type(element.querySelector('#buyer-name')!, '山田 太郎')
  close()
  expect(JSON.stringify(localStorage)).not.toContain('山田')
  const again = await openAsMember({}, {})
  await again.drawn()
  expect(again.valueOf('name')).toBe('山田 太郎')
})

test('answers that the server refused are kept, those that the order has are not', async () => {
  const { input, submit, close } = await openForm(SENT)
  await type(input('name'), '山田 太郎')
  const { asked } = answerFetch({ [SEND]: new Response('{}', { status: 500 }) })
  submit()
  await eventually(() => expect(asked).toContain(SEND))
  close()
  expect(readUnsentAnswers()?.name).toBe('山田 太郎')

  const sent = await openForm(SENT)
  answerFetch({ [SEND]: { mail_sent: true }, [READ]: SENT })
  sent.submit()
  await eventually(() => expect(location.hash).toBe('#/sended-mail'))
  sent.close()
  expect(readUnsentAnswers()).toBeNull()
})

test('where the login is disabled no link is shown and no member is read (R-1.04)', async () => {
  const { asked, drawn, loginLink } = await openAsMember({ disabled: true }, { membership_promotion: GOLD })
  await drawn()
  expect(loginLink()).toBeNull()
  expect(asked).not.toContain(MEMBER)
})

test('where only members with a token can buy, the form waits for the login (R-1.03, S-5.08)', async () => {
  await openAsMember({ loginType: 'Token', required: true }, {})
  await eventually(() => expect(location.hash).toBe('#/membership-login'))
})

test.each(['mail_sent', 'ready_checkout'])(
  'a form that was sent (%s) is filled from the order after a reload, without reading a member or a login (R-3.64, R-3.139)',
  async status => {
    const { asked, valueOf, drawn } = await openAsMember(
      { loginType: 'Token', required: true },
      { status, membership_promotion: GOLD, customer_info },
    )
    await drawn()
    expect(valueOf('name')).toBe('山田 花子')
    expect(asked).not.toContain(MEMBER)
    expect(location.hash).not.toBe('#/membership-login')
  },
)

test('a member whose address is trusted goes straight to the payment (R-3.37, D-16)', async () => {
  const { element, drawn } = await openAsMember(
    { skipMailAuthentication: true },
    { membership_promotion: GOLD },
    { [MEMBER]: HANAKO, [SEND]: { mail_sent: false } },
  )
  await drawn()
  const submit = element.querySelector('button[type=submit]')
  expect(submit?.textContent).toBe('次へ進む')
  await type(element.querySelector('#buyer-email')!, 'stranger@b.co')
  expect(submit?.textContent).not.toBe('次へ進む')
  await type(element.querySelector('#buyer-email')!, 'HANAKO@b.co')
  expect(submit?.textContent).toBe('次へ進む')
  await type(element.querySelector('#buyer-emailAgain')!, 'HANAKO@b.co')
  await act(async () => element.querySelector<HTMLInputElement>('#buyer-termsAccepted')?.click())
  click(submit)
  await eventually(() => expect(location.hash).toBe('#/payment'))
})

test('the form shows the answers as they were sent (R-3.64)', async () => {
  const { element, input } = await openForm(SENT)
  expect(input('name').value).toBe('山田 花子')
  expect(element.querySelector<HTMLInputElement>('#buyer-termsAccepted')?.checked).toBe(true)
})

test('without an order the form leads to the order page (R-2.10)', async () => {
  answerFetch({})
  render(<SignInScreen />, view)
  await eventually(() => expect(location.hash).toBe('#/order'))
})

test.each([
  ['at_proof', true],
  ['held', false],
] as const)(
  'D-18: places that are %s: the form says before it that they are not held yet: %s',
  async (places, isSaid) => {
    const { element } = await openForm(buildOrder({ customer_info, status: 'mail_sent', places }))
    const form = element.querySelector('form')!
    const note = [...element.querySelectorAll('p')].find(it => it.textContent?.includes('2枚を確保します'))
    expect(note !== undefined).toBe(isSaid)
    expect(
      note === undefined || (note.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING) > 0,
    ).toBe(true)
  },
)
