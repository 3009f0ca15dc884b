import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { eventually, render } from '../../../test/render.tsx'
import { buildReservation } from '../../../test/reservation.ts'
import { ParamsContext } from '../../page/router.tsx'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { ChangeCompleteScreen } from './change-complete-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja') })
const DONE = '日時を変更しました'

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

function open(answer: unknown) {
  answerFetch({ 'GET /api/v1/reservations/rsv_1': answer })
  return render(
    <ParamsContext value={{ reservationToken: 'rsv_1' }}>
      <ChangeCompleteScreen />
    </ParamsContext>,
    view,
  ).element
}

const unknown = () => new Response(JSON.stringify({ error: 'record not found' }), { status: 404 })

test('a visit that was moved says so', async () => {
  const element = open(buildReservation({ changes: 1 }))
  expect(element.textContent).not.toContain(DONE)
  await eventually(() => expect(element.querySelector('h1')?.textContent).toBe(DONE))
})

test.each([
  ['was never moved', buildReservation()],
  ['does not exist', unknown()],
])('a visit that %s leads to its tickets, and claims nothing', async (_, answer) => {
  const element = open(answer)
  await eventually(() => expect(location.hash).toBe('#/id/rsv_1'))
  expect(element.textContent).not.toContain(DONE)
})

test('whoever has just moved it reads it at once, and without a connection', async () => {
  useSession.setState({
    changeDatePaymentResult: { reservationToken: 'rsv_1', paymentNumber: 'pay_1', refund: null },
  })
  const element = open(new Response(null, { status: 500 }))
  await eventually(() => expect(element.querySelector('h1')?.textContent).toBe(DONE))
  expect(location.hash).toBe('')
})
