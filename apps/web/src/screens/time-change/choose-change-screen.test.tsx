import { textsOf } from '@kippu/texts/texts'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildReservation } from '../../../test/reservation.ts'
import { eventually, render } from '../../../test/render.tsx'
import { ParamsContext } from '../../page/router.tsx'
import { saveCollected } from '../../parts/paying/data/payment-data.ts'
import { NO_PIECES } from '../../session/pieces.ts'
import { useSession } from '../../session/session.ts'
import { ChooseChangeScreen } from './choose-change-screen.tsx'

const view = buildFirstView({ texts: textsOf('ja'), today: '2026-11-24' })
const SEARCH = 'GET /api/v1/timechanges/products/search'
const CREATE = 'POST /api/v1/timechanges'

const span = (id: number, time: string) => ({
  time_span_id: id,
  from: `2026-12-01T${time}:00+09:00`,
  to: `2026-12-01T18:00:00+09:00`,
  stock_count: 9,
  remaining_stock: 9,
})
const CHOICE = {
  current: {
    date: '2026-12-01',
    time_span_id: 10,
    reservation_from: '2026-12-01T10:00:00+09:00',
    reservation_to: '2026-12-01T18:00:00+09:00',
    set_products: [],
  },
  product_uuid: '00000000-0000-4000-8000-000000000001',
  product_name: 'デジタルフォレスト',
  booking_type: 'time',
  paid: 6400,
  refund: false,
  change_until: '2026-12-01T09:30:00+09:00',
  required_tickets: 2,
  required_set_products: [],
  needs_set_product_stock: false,
  days: [
    {
      date: '2026-12-01',
      product_stock_status: 'normal',
      time_spans: [span(10, '10:00'), span(11, '11:00')],
      difference: 0,
      refusal: null,
    },
  ],
  set_products: [],
}
const CREATED = {
  timechange_token: 'tch_1',
  status: 'pending',
  expires_at: '2026-12-01T09:00:00+09:00',
  old_price: 6400,
  new_price: 6400,
  difference: 0,
  payment_required: false,
  refund: 0,
}

afterEach(() => {
  act(() => useSession.setState(NO_PIECES))
  location.hash = ''
})

const refusal = (error: string, status: number): Response =>
  new Response(JSON.stringify({ error }), { status })

async function open(answers: Readonly<Record<string, unknown>>) {
  const requests = answerFetch(answers)
  const { element } = render(
    <ParamsContext value={{ reservationToken: 'rsv_1' }}>
      <ChooseChangeScreen />
    </ParamsContext>,
    view,
  )
  await eventually(() => expect(element.querySelector('[aria-busy=true]')).toBeNull())
  return { ...requests, element }
}

test('opens at the day of the visit, and a tap on another time and one on the button hold it; both are kept for this tab (R-2.50, R-3.74, R-3.75)', async () => {
  const { element, bodies } = await open({ [SEARCH]: CHOICE, [CREATE]: CREATED })
  await eventually(() => expect(element.textContent).toContain('2026年12月1日（火） 09:30まで変更できます'))
  expect(element.textContent).toContain('安い日に変更しても、差額の返金はありません')
  const day = element.querySelector('[data-date="2026-12-01"]')
  expect(day?.getAttribute('aria-pressed')).toBe('true')
  expect(day?.textContent).toContain('現在のご予約日')
  const times = [...element.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  expect(times.map(({ disabled }) => disabled)).toEqual([true, false])
  act(() => times[1]!.click())
  expect(useSession.getState().changeDateData).toEqual({
    reservationToken: 'rsv_1',
    date: '2026-12-01',
    timeSpanId: 11,
    sets: {},
  })
  act(() => [...element.querySelectorAll('button')].at(-1)!.click())
  await eventually(() => expect(location.hash).toBe('#/tickets/changedate/confirm/rsv_1/timechange/tch_1'))
  expect(bodies).toEqual([{ reservation_token: 'rsv_1', time_span_id: 11, set_products: [], lang: 'ja' }])
  expect(useSession.getState().changeDateResult).toEqual({ oldToken: 'rsv_1', token: 'tch_1' })
})

test('without a time the button says what is missing, and moves nothing', async () => {
  const { element, asked } = await open({ [SEARCH]: CHOICE })
  await eventually(() => expect(element.querySelector('[role=grid]')).not.toBeNull())
  act(() => [...element.querySelectorAll('button')].at(-1)!.click())
  expect(element.querySelector('[role=alert]')?.textContent).toContain('新しい日と時間をお選びください')
  expect(asked).not.toContain(CREATE)
})

test('the choice of this tab is there again after a reload; that for another reservation is not', async () => {
  const draft = { reservationToken: 'rsv_1', date: '2026-12-01', timeSpanId: 11, sets: {} }
  useSession.setState({ changeDateData: draft })
  const { element } = await open({ [SEARCH]: CHOICE })
  await eventually(() => expect(element.querySelectorAll('input:checked')).toHaveLength(1))
  act(() => useSession.setState({ changeDateData: { ...draft, reservationToken: 'rsv_2' } }))
  expect(element.querySelectorAll('input:checked')).toHaveLength(0)
})

test('a reservation that was moved has another address: the page says so (S-8.07, R-2.81)', async () => {
  await open({ [SEARCH]: refusal('reservation url changed', 410) })
  await eventually(() => expect(location.hash).toBe('#/change-url'))
})

test('the way to pay a difference is kept apart from that of an order (R-3.76)', () => {
  saveCollected('time_change', { paymentData: { payment_method_type: 'gmo_paypay' }, card: null })
  expect(useSession.getState()).toMatchObject({
    savedPayment: null,
    changeDatePayment: { paymentMethodType: 'gmo_paypay' },
  })
})

test('while another change is being paid the page says so, and this tab goes on with it (S-11.02, R-8.68)', async () => {
  useSession.setState({ paymentNumber: 'pay_1', payingBy: 'gmo_paypay', payingFor: 'time_change' })
  const { element } = await open({
    [SEARCH]: refusal('waiting time change exists', 400),
    'GET /api/v1/reservations/rsv_1': buildReservation({
      permissions: {
        change: { allowed: false, until: null, reason: 'being_paid' },
        share: { allowed: false, reason: 'being_paid', by_mail: true },
        receipt: { allowed: true },
      },
    }),
  })
  await eventually(() => expect(element.textContent).toContain('別の変更のお支払いが進行中です'))
  expect([...element.querySelectorAll('a')].map(link => link.getAttribute('href'))).toEqual([
    '#/payment-callback/gmo_paypay/success?payment_number=pay_1&time_change=true',
    '/tickets/#/id/rsv_1',
  ])
})

test('while somebody else has tickets, or is offered some, the page leads to where they are taken back (S-10.05, S-10.08)', async () => {
  const { element } = await open({
    [SEARCH]: refusal('cannot change ticket', 400),
    'GET /api/v1/reservations/rsv_1': buildReservation({
      permissions: {
        change: { allowed: false, until: null, reason: 'handed_on' },
        share: { allowed: false, reason: 'single', by_mail: true },
        receipt: { allowed: true },
      },
    }),
  })
  await eventually(() => expect(element.textContent).toContain('取り戻すと変更できます'))
  expect([...element.querySelectorAll('a')].map(link => link.getAttribute('href'))).toEqual([
    '/#/tickets/share/rsv_1',
    '/tickets/#/id/rsv_1',
  ])
})
