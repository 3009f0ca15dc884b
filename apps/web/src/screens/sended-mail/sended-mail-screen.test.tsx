import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { SendedMailScreen } from './sended-mail-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const READ = 'GET /api/v1/orders/ord_1'
const SEND = 'POST /api/v1/ordermails/ord_1'
const SENT = buildOrder({ status: 'mail_sent' })
const NOT_FOUND = new Response(JSON.stringify({ error: 'record not found' }), { status: 404 })

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

async function waitForMail() {
  answerFetch({ [READ]: SENT })
  useSession.setState({ orderToken: 'ord_1' })
  const { element } = render(<SendedMailScreen />, view)
  await eventually(() => expect(element.textContent).toContain('a@b.co'))
  const again = () => [...element.querySelectorAll('button')].find(it => it.textContent === 'もう一度送る')
  return { element, again }
}

const comeBack = () =>
  act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

test('an order that was bought in another window is finished here, and asked for no more (R-2.14)', async () => {
  const { element } = await waitForMail()
  const { asked } = answerFetch({ [READ]: NOT_FOUND })
  await comeBack()
  await eventually(() => expect(element.textContent).toContain('チケットはメールでお届けしています'))
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
