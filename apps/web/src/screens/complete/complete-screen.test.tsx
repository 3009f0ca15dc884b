import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildReservation } from '../../../test/reservation.ts'
import { eventually, render } from '../../../test/render.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { CompleteScreen } from './complete-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const DONE = { reservationToken: 'rsv_1', reservationNumber: 'ABCDEFGH23', paymentNumber: 'pay_1' }

const READ = 'GET /api/v1/reservations/rsv_1'

beforeEach(() => void answerFetch({}))
afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

test('says thanks, the reservation number, and that a mail is on its way (R-2.21, R-3.66)', () => {
  useSession.setState({ completeData: DONE })
  const { element } = render(<CompleteScreen />, view)
  expect(element.textContent).toContain('ABCDEFGH23')
  expect(element.textContent).toContain(view.texts['complete_title'])
  expect(element.textContent).toContain(view.texts['complete_mail_unnamed'])
})

test('shows the day and the time in large letters, and what keeps the visit: calendar, friends, receipt (R-2.21)', async () => {
  answerFetch({ [READ]: buildReservation() })
  useSession.setState({ completeData: DONE })
  const { element } = render(<CompleteScreen />, view)
  await eventually(() => expect(element.textContent).toContain('2099年12月2日（水）'))
  for (const key of ['ticket_calendar', 'ticket_share', 'ticket_receipt'])
    expect(element.textContent).toContain(view.texts[key])
  const links = [...element.querySelectorAll('a')].map(link => link.getAttribute('href') ?? '')
  expect(links.filter(href => /\/tickets\/share\/rsv_1$|\/id\/rsv_1\/receipt$/.test(href))).toHaveLength(2)
})

test('a visit that can not be read disturbs nobody: the number and the way to the tickets stay', async () => {
  answerFetch({ [READ]: new Response('{}', { status: 500 }) })
  useSession.setState({ completeData: DONE })
  const { element } = render(<CompleteScreen />, view)
  await eventually(() => expect(element.querySelector('[aria-busy=true]')).toBeNull())
  expect(element.textContent).toContain('ABCDEFGH23')
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
})

test('the browser no longer remembers anything of the order, not even where its tickets went (R-4.12)', () => {
  useSession.setState({ completeData: DONE, orderToken: 'ord_1', veiledAddress: 'a…@b.co' })
  render(<CompleteScreen />, view)
  expect(useSession.getState()).toMatchObject({ ...NO_PIECES, completeData: DONE })
})

test.each([true, false])('the button to the tickets follows the site setting: %s (R-2.22, R-3.35)', flag => {
  useSession.setState({ completeData: DONE })
  const site = { ...view.site, completeButton: flag }
  const { element } = render(<CompleteScreen />, { ...view, site })
  const links = [...element.querySelectorAll('a')].map(link => link.getAttribute('href'))
  expect(links.some(href => href?.endsWith('/tickets/#/id/rsv_1'))).toBe(flag)
})

test('without a purchase there is nothing to complete: the order page opens instead', async () => {
  render(<CompleteScreen />, view)
  await eventually(() => expect(location.hash).toBe('#/order'))
})
