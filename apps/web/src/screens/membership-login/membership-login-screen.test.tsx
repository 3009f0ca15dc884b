import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { FixedRouter } from '../../page/router.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { MembershipLoginScreen } from './membership-login-screen.tsx'

const ORDER = 'GET /api/v1/orders/ord_1'
const LOGIN = 'POST /api/v1/membership/login/ord_1'
const TOKEN_LOGIN = 'POST /api/v1/membership/token/login/ord_1'
const MEMBER = 'GET /api/v1/membership/ord_1'
const HANAKO = { name: '山田 花子', resident_area: '', email: 'h@b.co', phone: '', age: '', gender: '' }
const FAILED = new Response(JSON.stringify({ error: 'membership login failed' }), { status: 400 })

const ID_PASS = {
  loginType: 'IdPass',
  disabled: false,
  required: false,
  skipMailAuthentication: false,
} as const
const TOKEN = { ...ID_PASS, loginType: 'Token', required: true } as const

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

function open(membership: typeof ID_PASS | typeof TOKEN | { readonly disabled: true }, answers: object = {}) {
  const { asked } = answerFetch({ [ORDER]: buildOrder({ status: 'temporary' }), ...answers })
  const view = buildFirstView({ texts: textsOf('ja') })
  const { element } = render(
    <FixedRouter route="/membership-login">
      <MembershipLoginScreen />
    </FixedRouter>,
    { ...view, site: { ...view.site, membership: { ...ID_PASS, ...membership } } },
  )
  return { element, asked }
}

async function openForm(answers: object = {}) {
  useSession.setState({ orderToken: 'ord_1' })
  const { element, asked } = open(ID_PASS, answers)
  await eventually(() => expect(element.querySelector('form')).not.toBeNull())
  const input = (name: string) => element.querySelector<HTMLInputElement>(`input[name=${name}]`)!
  const logIn = async (id: string, password: string) => {
    await type(input('username'), id)
    await type(input('password'), password)
    await act(async () => element.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
  }
  return { element, asked, input, logIn }
}

function type(input: HTMLInputElement, text: string): Promise<void> {
  return act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test('without an order the login leads to the order page (R-2.13, D-07)', async () => {
  open(ID_PASS)
  await eventually(() => expect(location.hash).toBe('#/order'))
})

test('where the login is disabled the route leads to the order page (R-1.04)', async () => {
  useSession.setState({ orderToken: 'ord_1' })
  const { asked } = open({ disabled: true })
  await eventually(() => expect(location.hash).toBe('#/order'))
  expect(asked).toEqual([])
})

test('a password manager can fill id and password, and both accept a paste (R-2.13, R-6.03)', async () => {
  const { input } = await openForm()
  expect([input('username').autocomplete, input('password').autocomplete]).toEqual([
    'username',
    'current-password',
  ])
  expect(input('password').type).toBe('password')
  expect(input('username').dispatchEvent(new Event('paste', { bubbles: true, cancelable: true }))).toBe(true)
})

test('the id need not look like a mail address, and the password is sent exactly as typed (D-07, R-1.02)', async () => {
  const { logIn } = await openForm()
  const bodies: unknown[] = []
  const answering = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (typeof init.body === 'string') bodies.push(JSON.parse(init.body))
    return answering(url, init)
  })
  await logIn('member-1 ', '　ＰＡＳＳ e\u0301 ')
  expect(bodies).toEqual([{ email: 'member-1', password: '　ＰＡＳＳ e\u0301 ' }])
})

test('a member who has logged in returns to the form (R-1.02, R-7.50)', async () => {
  const { asked, logIn } = await openForm({ [LOGIN]: { result: true }, [MEMBER]: HANAKO })
  await logIn('member@example.com', 'correct horse battery')
  await eventually(() => expect(location.hash).toBe('#/sign-in'))
  expect(asked).toEqual([ORDER, LOGIN, MEMBER, ORDER])
  expect(useSession.getState().memberOrder).toBe('ord_1')
})

test('a member who logs in after the form was sent returns to it without a dialog (R-7.52)', async () => {
  const silent = new Response(JSON.stringify({ error: 'membership retrieval failure' }), { status: 400 })
  const { logIn } = await openForm({ [LOGIN]: { result: true }, [MEMBER]: silent })
  await logIn('member@example.com', 'correct horse battery')
  await eventually(() => expect(location.hash).toBe('#/sign-in'))
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test.each([
  ['refused', FAILED],
  ['answered with no result', { result: false }],
])('after a login that is %s the page stays and keeps the input (R-2.13, R-8.74)', async (_, answer) => {
  const { asked, input, logIn } = await openForm({ [LOGIN]: answer })
  await logIn('member@example.com', 'wrong')
  await eventually(() => expect(asked).toContain(LOGIN))
  expect(location.hash).toBe('')
  expect(input('username').value).toBe('member@example.com')
  expect(asked).not.toContain(MEMBER)
})

test('nothing is sent while a field is empty, and the first empty field takes the focus (R-5.12)', async () => {
  const { asked, element, input, logIn } = await openForm()
  await logIn('member', '')
  expect(element.textContent).toContain('入力してください。')
  expect(document.activeElement).toBe(input('password'))
  expect(asked).toEqual([ORDER])
})

test('the token in the address logs the member in without a form (R-1.03, R-6.04, R-7.51)', async () => {
  useSession.setState({
    orderToken: 'ord_1',
    membershipInQuery: { membershipKey: null, membershipValue: null, token: 'jwt' },
  })
  const { asked } = open(TOKEN, { [TOKEN_LOGIN]: { result: true }, [MEMBER]: HANAKO })
  await eventually(() => expect(location.hash).toBe('#/sign-in'))
  expect(asked.filter(name => name === TOKEN_LOGIN)).toHaveLength(1)
})

test.each([
  ['no token', null],
  ['a token that is refused', 'old'],
])("with %s the page says that the venue's link is needed (R-2.13, S-5.05)", async (_, token) => {
  useSession.setState({
    orderToken: 'ord_1',
    membershipInQuery: { membershipKey: null, membershipValue: null, token },
  })
  const { asked, element } = open(TOKEN, { [TOKEN_LOGIN]: FAILED })
  await eventually(() => expect(element.textContent).toContain('会員専用のリンクが必要です'))
  expect(element.querySelector('input')).toBeNull()
  expect(asked.filter(name => name === TOKEN_LOGIN)).toHaveLength(token === null ? 0 : 1)
})

test.each([
  [503, 'service unavailable'],
  [429, 'too_many_requests'],
])(
  'an answer %i keeps the token, and the login can be tried again (R-1.03, S-5.05)',
  async (status, error) => {
    useSession.setState({
      orderToken: 'ord_1',
      membershipInQuery: { membershipKey: null, membershipValue: null, token: 'jwt' },
    })
    const answers = { [TOKEN_LOGIN]: new Response(JSON.stringify({ error }), { status }) }
    const { element } = open(TOKEN, answers)
    await eventually(() => expect(element.querySelector('button')?.textContent).toBe('もう一度試す'))
    expect(useSession.getState().membershipInQuery?.token).toBe('jwt')
    answerFetch({ [ORDER]: buildOrder(), [TOKEN_LOGIN]: { result: true }, [MEMBER]: HANAKO })
    click(element.querySelector('button'))
    await eventually(() => expect(location.hash).toBe('#/sign-in'))
  },
)
