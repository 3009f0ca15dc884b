import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { buildFirstView } from '../../../test/first-view.ts'
import { eventually, render } from '../../../test/render.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { CompleteScreen } from './complete-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const DONE = { reservationToken: 'rsv_1', reservationNumber: 'ABCDEFGH23', paymentNumber: 'pay_1' }

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
