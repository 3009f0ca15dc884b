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
const SENT = buildOrder({ status: 'mail_sent' })
const NOT_FOUND = new Response(JSON.stringify({ error: 'record not found' }), { status: 404 })

afterEach(() => {
  vi.restoreAllMocks()
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

async function waitForMail(order = SENT) {
  answerFetch({ [READ]: order })
  useSession.setState({ orderToken: 'ord_1' })
  const { element } = render(<SendedMailScreen />, view)
  await eventually(() => expect(element.textContent).toContain('a@b.co'))
  const again = () => [...element.querySelectorAll('button')].find(it => it.textContent === 'もう一度送る')
  return { element, again }
}

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

test('an address that was confirmed elsewhere leads on, and no mail is sent again (R-2.14)', async () => {
  const { element, again } = await waitForMail()
  expect(again()).toBeDefined()
  answerFetch({ [READ]: buildOrder() })
  await comeBack()
  await eventually(() => expect(element.querySelector('a[href="#/payment"]')).not.toBeNull())
  expect(again()).toBeUndefined()
})

test('sending again finds out that the address was confirmed meanwhile', async () => {
  const { element, again } = await waitForMail()
  answerFetch({ [SEND]: { mail_sent: false }, [READ]: buildOrder() })
  click(again())
  await eventually(() => expect(element.querySelector('a[href="#/payment"]')).not.toBeNull())
})

test('the page says the address, what to do, and until when (R-2.14)', async () => {
  const { element } = await waitForMail()
  expect(element.querySelector('strong[translate=no]')?.textContent).toBe('a@b.co')
  expect(element.querySelectorAll('ol li')).toHaveLength(2)
  expect(element.textContent).toContain('10:00')
})

test('the mail is sent again with the same answers, and says so (R-2.14, S-1.02)', async () => {
  const { again } = await waitForMail()
  const { asked, bodies } = answerFetch({ [SEND]: { mail_sent: true }, [READ]: SENT })
  click(again())
  await eventually(() => expect(useToast.getState().message).toBe('確認メールをもう一度お送りしました'))
  expect(asked).toEqual([SEND])
  expect(bodies).toEqual([{ contents: SENT.customer_info, lang: 'ja' }])
})

test('the visitor corrects a wrong address in the form, which replaces this page (R-2.14, S-1.02)', async () => {
  const { element } = await waitForMail()
  const replace = vi.spyOn(location, 'replace')
  click([...element.querySelectorAll('button')].find(it => it.textContent === 'メールアドレスを直す'))
  expect(replace).toHaveBeenCalledExactlyOnceWith('#/sign-in')
})

test('D-18: an order without places says when it gets them, and claims to hold none', async () => {
  const { element } = await waitForMail(buildOrder({ status: 'mail_sent', places: 'at_proof' }))
  expect(element.textContent).toContain('チケットはまだ確保していません')
  expect(element.textContent).toContain('メールのリンクを開くと2枚を確保します')
  expect(element.textContent).not.toContain('チケットを確保しています')
})
