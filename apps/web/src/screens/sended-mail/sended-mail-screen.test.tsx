import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { useToast } from '../../ui/toast-store.ts'
import { SendedMailScreen } from './sended-mail-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const READ = 'GET /api/v1/orders/ord_1'
const SEND = 'POST /api/v1/ordermails/ord_1'
const CODE = 'POST /api/v1/ordermails/code/ord_1'
const SENT = buildOrder({ status: 'mail_sent' })
const NOT_FOUND = new Response(JSON.stringify({ error: 'record not found' }), { status: 404 })

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

async function waitForMail(order = SENT) {
  answerFetch({ [READ]: order })
  useSession.setState({ orderToken: 'ord_1' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  const { element } = render(<SendedMailScreen />, view)
  await eventually(() => expect(element.textContent).toContain('a@b.co'))
  const again = () =>
    [...element.querySelectorAll('button')].find(it => it.textContent?.startsWith('もう一度送る'))
  const input = element.querySelector<HTMLInputElement>('input[name=code]')!
  return { element, again, input }
}

/** Timers go on by the hand of the test alone, and the clock with them where it is named. */
const stopTimers = (...more: 'Date'[]) =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', ...more] })

/** Half a minute later, a mail may be sent again. */
const waitLong = () => act(async () => vi.advanceTimersByTime(30_000))

const type = (input: HTMLInputElement, text: string, isComposing = false) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing }))
  })

const refusal = (error: string) => new Response(JSON.stringify({ error }), { status: 400 })

const comeBack = () =>
  act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

test('an order that was bought in another window, or given back, has ended here too: the page makes no other claim (R-2.14)', async () => {
  const { element } = await waitForMail()
  const { asked } = answerFetch({ [READ]: NOT_FOUND })
  await comeBack()
  await eventually(() => expect(element.textContent).toContain('このご注文の手続きは終了しています'))
  expect(element.textContent).toContain('ほかの画面で購入された場合、')
  await comeBack()
  expect(asked).toEqual([READ])
  expect(element.querySelector('a')?.getAttribute('href')).toBe('#/order')
  expect(useSession.getState().orderToken).toBeNull()
})

test('the page asks for its order while it is seen, and goes on by itself once the address was confirmed elsewhere (R-2.14)', async () => {
  stopTimers()
  answerFetch({ [READ]: SENT })
  useSession.setState({ orderToken: 'ord_1' })
  const { element } = render(<SendedMailScreen />, view)
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  await pass(100)
  expect(element.textContent).toContain('この画面は自動でお支払いに進みます')
  const { asked } = answerFetch({ [READ]: buildOrder() })
  await pass(4_000)
  expect(asked).toEqual([])
  await pass(1_500)
  expect(asked).toEqual([READ])
  expect(location.hash).toBe('#/payment')
  expect(useToast.getState().message).toBe('メールアドレスを確認できました')
})

test('it asks less often after three minutes, never while it is hidden, and no longer once the hold has ended', async () => {
  stopTimers('Date')
  vi.setSystemTime(new Date('2026-11-22T00:00:00Z'))
  const order = buildOrder({ status: 'mail_sent', expires_at: '2026-11-22T09:05:00+09:00' })
  const { asked } = answerFetch({ [READ]: order })
  useSession.setState({ orderToken: 'ord_1' })
  render(<SendedMailScreen />, view)
  /** How often it asks in the next seconds. */
  const pass = async (seconds: number) => {
    const { length } = asked
    for (let passed = 0; passed < seconds; passed += 5)
      await act(async () => void (await vi.advanceTimersByTimeAsync(5_000)))
    return asked.length - length
  }
  await pass(5)
  expect(await pass(30)).toBe(6)
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await comeBack()
  expect(await pass(30)).toBe(0)
  hidden.mockReturnValue('visible')
  await comeBack()
  await pass(115)
  expect(await pass(60)).toBeLessThanOrEqual(5)
  await pass(60)
  // The end of the hold alone is asked about, by the clock of the hold.
  expect(await pass(60)).toBe(4)
})

test('a connection that is gone for a moment is not a dialog on a page that asks by itself; the end of the hold is', async () => {
  answerFetch({ [READ]: SENT })
  useSession.setState({ orderToken: 'ord_1' })
  const failures: unknown[] = []
  const { element } = render(<SendedMailScreen />, view, ({ kind, body }) =>
    failures.push(body?.error ?? kind),
  )
  await eventually(() => expect(element.textContent).toContain('a@b.co'))
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')))
  await comeBack()
  expect(failures).toEqual([])
  expect(element.textContent).toContain('a@b.co')
  answerFetch({ [READ]: refusal('session_timeout') })
  await comeBack()
  await eventually(() => expect(failures).toEqual(['session_timeout']))
})

test('sending again finds out that the address was confirmed meanwhile', async () => {
  const { again } = await waitForMail()
  answerFetch({ [SEND]: { mail_sent: false, places: 'held' }, [READ]: buildOrder() })
  await waitLong()
  click(again())
  await eventually(() => expect(location.hash).toBe('#/payment'))
})

test.each(['482913', '４８２９１３', ' 482 913 '])(
  'the code %j is sent as soon as it is whole, and leads to the payment (decision 63)',
  async typed => {
    const { input } = await waitForMail()
    const { asked, bodies } = answerFetch({ [CODE]: { order_token: 'ord_1' }, [READ]: buildOrder() })
    await type(input, typed.slice(0, 4))
    expect(asked).toEqual([])
    await type(input, typed)
    await eventually(() => expect(location.hash).toBe('#/payment'))
    expect(bodies).toEqual([{ code: '482913' }])
  },
)

test('digits that are being composed are not sent before they are meant', async () => {
  const { input } = await waitForMail()
  const { asked } = answerFetch({ [CODE]: { order_token: 'ord_1' }, [READ]: buildOrder() })
  await type(input, '４８２９１３', true)
  expect(asked).toEqual([])
  await act(async () => input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })))
  await eventually(() => expect(asked).toContain(CODE))
})

test.each([
  ['wrong mail code', '確認コードが違います。'],
  ['mail code used up', 'このメールのコードは使えなくなりました。'],
])('%s is said at the field, without a dialog, and goes with the next digit', async (error, words) => {
  const { element, input } = await waitForMail()
  answerFetch({ [CODE]: refusal(error) })
  await type(input, '482913')
  await eventually(() => expect(element.querySelector('[id$=-error]')?.textContent).toContain(words))
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(element.querySelector('form output')?.textContent).toContain(words)
  await type(input, '4829')
  expect(element.querySelector('[id$=-error]')).toBeNull()
})

test('D-18: where the places are gone the page says so, and leads to another time', async () => {
  const { element, input } = await waitForMail(buildOrder({ status: 'mail_sent', places: 'at_proof' }))
  answerFetch({ [CODE]: refusal('out of stock') })
  await type(input, '482913')
  await eventually(() => expect(element.textContent).toContain('ご希望の枚数が残っておりません'))
  expect(element.querySelector('a[href="#/order"]')).not.toBeNull()
})

test('a button pressed without a whole code sends nothing, and says what is missing', async () => {
  const { element, input } = await waitForMail()
  const { asked } = answerFetch({})
  await type(input, '4829')
  click(element.querySelector('button[type=submit]'))
  expect(element.textContent).toContain('6桁の数字を入力してください。')
  expect(asked).toEqual([])
})

test('the field is what phones fill in from a mail, and takes more than six characters of a paste', async () => {
  const { input } = await waitForMail()
  expect([input.autocomplete, input.inputMode, input.maxLength]).toEqual(['one-time-code', 'numeric', -1])
})

test('the page of a known mail service is linked, and none is made up (R-2.14)', async () => {
  const { element } = await waitForMail()
  expect(element.querySelector('a[target=_blank]')).toBeNull()
  const known = { customer_info: [{ key: 'email', value: 'hanako@gmail.com' }] }
  answerFetch({ [READ]: buildOrder({ status: 'mail_sent', ...known }) })
  await comeBack()
  await eventually(() => expect(element.querySelector('a[target=_blank]')?.textContent).toBe('Gmailを開く'))
  expect(element.querySelector('a[target=_blank]')?.getAttribute('rel')).toBe('noreferrer')
})

test('the page says the address, what to do, and until when (R-2.14)', async () => {
  const { element } = await waitForMail()
  expect(element.querySelector('strong[translate=no]')?.textContent).toBe('a@b.co')
  expect(element.textContent).toContain('メールの6桁のコードを入力するか')
  expect(element.textContent).toContain('10:00')
})

test('the mail is sent again with the same answers, and says so (R-2.14, S-1.02)', async () => {
  const { again } = await waitForMail()
  const { asked, bodies } = answerFetch({ [SEND]: { mail_sent: true, places: 'held' }, [READ]: SENT })
  expect(again()?.textContent).toBe('もう一度送る（あと30秒）')
  click(again())
  expect(asked).toEqual([])
  await waitLong()
  click(again())
  await eventually(() => expect(useToast.getState().message).toBe('確認メールをもう一度お送りしました'))
  expect(asked.filter(name => name === SEND)).toEqual([SEND])
  expect(bodies).toEqual([{ contents: SENT.customer_info, lang: 'ja' }])
})

test('the visitor corrects a wrong address in the form, which replaces this page (R-2.14, S-1.02)', async () => {
  const { element } = await waitForMail()
  const replace = vi.spyOn(location, 'replace')
  click([...element.querySelectorAll('button')].find(it => it.textContent === 'アドレスを直す'))
  expect(replace).toHaveBeenCalledExactlyOnceWith('#/sign-in')
})

test('D-18: an order without places says when it gets them, and claims to hold none', async () => {
  const { element } = await waitForMail(buildOrder({ status: 'mail_sent', places: 'at_proof' }))
  expect(element.textContent).toContain('チケットはまだ確保していません')
  expect(element.textContent).toContain('メールアドレスの確認が済むと2枚を確保します')
  expect(element.textContent).not.toContain('チケットを確保しています')
})
