import type { Reservation, Ticket } from '@kippu/contract/reservations'
import { textsOf } from '@kippu/texts/texts'
import { expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { buildOrder } from '../../../test/order.ts'
import { click, eventually, render } from '../../../test/render.tsx'
import { Header } from '../../app/header.tsx'
import { FixedRouter, ParamsContext } from '../../page/router.tsx'
import { TicketScreen } from './ticket-screen.tsx'

const order = buildOrder()
const ORDERED = buildFirstView({ texts: textsOf('ja') })
const { products: _, productUuid: __, stock: ___, colors: ____, ...base } = ORDERED
const view = { ...base, kind: 'ticket' as const }

const RESERVATION: Reservation = {
  reservation_number: 'ABCDEFGH23',
  reservation_token: 'rsv_1',
  status: 'active',
  sales_channel: 'web',
  booking_type: 'time',
  main_product: order.main_product,
  set_products: [{ product_name: '森のお茶', add_cost: 800, quantity: 1 }],
  price: 7200,
  tickets_count: 3,
  shared: null,
  permissions: {
    change: { allowed: true, until: '2099-12-02T10:00:00+09:00', reason: null },
    share: { allowed: true, reason: null, by_mail: true },
    receipt: { allowed: true },
  },
}
const GATE: Ticket = {
  id: 1,
  parent_id: 1,
  type: 'gate',
  status: 'available',
  option_name: '大人',
  option_value_id: 1,
  product_name: 'デジタルフォレスト',
  reservation_from: '2099-12-02T10:00:00+09:00',
  reservation_to: '2099-12-02T10:30:00+09:00',
  code: 'tkt_1',
  short_code: 'ABCDEFGH',
  used_at: null,
  shared: false,
}
const SET: Ticket = {
  ...GATE,
  id: 2,
  parent_id: 2,
  type: 'set',
  option_name: '',
  option_value_id: null,
  product_name: '森のお茶',
}

async function openTicket(display = {}, reservation: Partial<Reservation> = {}) {
  answerFetch({
    'GET /api/v1/reservations/rsv_1': { ...RESERVATION, ...reservation },
    'GET /api/v1/reservations/rsv_1/tickets': [GATE, SET],
  })
  const site = { ...view.site, ticketDisplay: { ...view.site.ticketDisplay, ...display } }
  const { element } = render(
    <FixedRouter route="/id/rsv_1">
      <ParamsContext value={{ reservationToken: 'rsv_1' }}>
        <Header />
        <TicketScreen />
      </ParamsContext>
    </FixedRouter>,
    { ...view, site },
  )
  await eventually(() => expect(element.textContent).toContain('ABCDEFGH23'))
  return element
}

test('shows product, day, time, lines, codes and the reservation number (R-1.08, R-2.42)', async () => {
  const { textContent } = await openTicket()
  for (const words of ['デジタルフォレスト', '2099年12月2日', '10:00 ~ 10:30', '大人 × 2', 'ABCD-EFGH'])
    expect(textContent).toContain(words)
})

test('a ticket of a set product shows the product and says what it is for (R-3.143)', async () => {
  const element = await openTicket()
  const set = [...element.querySelectorAll('article')].at(-1)!
  expect(set.textContent).toContain('森のお茶')
  expect(set.textContent).toContain(view.texts['ticket_set_note'])
})

test.each([true, false])('help follows the site setting: %s (R-2.43, R-3.26)', async help => {
  const element = await openTicket({ help })
  expect(element.textContent.includes(view.texts['ticket_help_title'] ?? '?')).toBe(help)
})

test.each([true, false])(
  'the logo in the header follows the setting: %s (R-2.44, R-3.29)',
  async showHeaderLogo => {
    const element = await openTicket({ showHeaderLogo })
    expect(element.querySelector('header picture') !== null).toBe(showHeaderLogo)
  },
)

test('the header has the two colours of the site, for wide screens and for phones (R-3.28)', async () => {
  const element = await openTicket()
  const header = element.querySelector('header')!
  expect([header.dataset['pc'], header.dataset['sp']]).toEqual(['accent-soft', 'sunken'])
})

test('cards are shown one at a time, a list shows all of them (R-3.27)', async () => {
  const cards = await openTicket({ type: 'card' })
  expect(cards.querySelectorAll('[data-print=no] > button[aria-label]')).toHaveLength(2)
  const list = await openTicket({ type: 'list' })
  expect(list.querySelectorAll('[data-print=no] > button[aria-label]')).toHaveLength(0)
})

test.each([
  ['period', '2099年12月2日(水) – 2099年12月8日(火)'],
  ['date', '2099年12月2日(水)'],
] as const)('a visit by %s shows %s and no time (R-3.145)', async (bookingType, when) => {
  const element = await openTicket(
    {},
    {
      booking_type: bookingType,
      main_product: { ...order.main_product, reservation_to: '2099-12-08T18:00:00+09:00' },
    },
  )
  const facts = element.querySelector('dl')!.textContent
  expect(facts).toContain(when)
  expect(facts).not.toContain('10:00')
})

test('tickets that are open while the visit moves elsewhere do not stay: asking for them says where they are (S-8.07, E-17)', async () => {
  const element = await openTicket()
  const moved = () => new Response('{"error":"reservation url changed"}', { status: 410 })
  answerFetch({
    'POST /api/v1/reservationmails/rsv_1': moved(),
    'GET /api/v1/reservations/rsv_1': moved(),
    'GET /api/v1/reservations/rsv_1/tickets': moved(),
  })
  const again = [...element.querySelectorAll('button')].find(({ textContent }) =>
    textContent.includes(view.texts['ticket_mail_again'] ?? '?'),
  )
  click(again)
  await eventually(() => expect(location.hash).toBe('#/change-url'))
})
