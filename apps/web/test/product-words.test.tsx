import { textsOf } from '@kippu/texts/texts'
import { expect, test } from 'vitest'

import { ParamsContext, FixedRouter } from '../src/page/router.tsx'
import { ConfirmScreen } from '../src/screens/confirm/confirm-screen.tsx'
import { TicketScreen } from '../src/screens/ticket/ticket-screen.tsx'
import { useSession } from '../src/session/session.ts'
import { answerFetch } from './answering-fetch.ts'
import { buildFirstView } from './first-view.ts'
import { buildOrder } from './order.ts'
import { eventually, render } from './render.tsx'
import { buildReservation } from './reservation.ts'

const { main_product: bare } = buildOrder()
const WORDS = { naming_right: '協賛: きっぷ銀行', caution: '雨天決行' }
const main_product = { ...bare, ...WORDS }

const ordered = buildFirstView({ texts: textsOf('ja') })
const { products: _, productUuid: __, stock: ___, colors: ____, ...base } = ordered
const ticketView = { ...base, kind: 'ticket' as const, mapUrl: '/map' }

function confirm(product: typeof bare): HTMLElement {
  const order = { ...buildOrder(), main_product: product }
  answerFetch({ 'GET /api/v1/orders/ord_1': order, 'GET /api/v1/paymentmethods': [] })
  useSession.setState({
    orderToken: 'ord_1',
    savedPayment: {
      paymentMethodType: 'stripe',
      paymentData: { payment_method_type: 'stripe', payment_method: 'pm_1' },
      card: { brand: 'visa', last4: '1112' },
    },
  })
  return render(<ConfirmScreen />, ordered).element
}

function ticket(product: typeof bare): HTMLElement {
  answerFetch({
    'GET /api/v1/reservations/rsv_1': buildReservation({ main_product: product }),
    'GET /api/v1/reservations/rsv_1/tickets': [],
  })
  return render(
    <FixedRouter route="/id/rsv_1">
      <ParamsContext value={{ reservationToken: 'rsv_1' }}>
        <TicketScreen />
      </ParamsContext>
    </FixedRouter>,
    ticketView,
  ).element
}

test.each([
  ['confirmation', confirm],
  ['ticket page', ticket],
])(
  'the %s shows who gave a product its name and what to mind, where the venue says so (D-59)',
  async (_, show) => {
    const element = show(main_product)
    await eventually(() => expect(element.textContent).toContain(bare.product_name))
    for (const words of Object.values(WORDS)) expect(element.textContent).toContain(words)
  },
)
