import { createOrder } from '@kippu/contract/orders'
import { confirmCheckout } from '@kippu/contract/payments'
import { LANGUAGES } from '@kippu/domain/language'
import { beforeEach, describe, expect, test } from 'vitest'

import { rememberQuery } from '../session/query-pieces.ts'
import { openSession, useSession } from '../session/session.ts'
import { CONNECTION_WORDS } from '../i18n/bundled-words.ts'
import { acceptDialog, useDialogs } from '../ui/dialog-store.ts'
import { handleFailure } from './handle-failure.ts'

const wording = { lang: 'en', texts: {} } as const
const refused = (error: string) =>
  ({ call: createOrder, kind: 'refused', status: 400, body: { error } }) as const
const DRAFT = { productUuid: 'Q', date: '2026-12-01', timeSpanId: 7, counts: { 1: 2 }, sets: {} }
const GOLD = '/?product=P&membership_key=club&membership_value=gold&token=t'

async function fail(error: string, route: string): Promise<void> {
  const done = handleFailure(refused(error), route, wording)
  acceptDialog('ok')
  await done
}

beforeEach(async () => {
  sessionStorage.clear()
  await openSession('demo')
  location.hash = '#/payment'
})

describe('a session that timed out', () => {
  test('R-8.19, R-4.13: starts over with product, membership and token, which are stored again', async () => {
    rememberQuery(GOLD)
    useSession.setState({ orderToken: 'ord_1', paymentNumber: 'pay_1' })
    await fail('session_timeout', '/payment')
    expect(location.hash).toBe(`#${GOLD}`)
    expect(useSession.getState()).toMatchObject({
      orderToken: null,
      paymentNumber: null,
      productInQuery: 'P',
      membershipInQuery: { membershipKey: 'club', membershipValue: 'gold', token: 't' },
    })
  })
  test('R-4.13: on the start page itself the membership is stored again as well', async () => {
    location.hash = `#${GOLD}`
    rememberQuery(GOLD)
    await fail('session_timeout', GOLD)
    expect(useSession.getState().membershipInQuery?.membershipValue).toBe('gold')
  })
  test('R-8.19: starts over with the chosen product, whatever the address named', async () => {
    rememberQuery('/order?product=P')
    useSession.setState({ orderDraft: DRAFT })
    await fail('session_timeout', '/sign-in')
    expect(location.hash).toBe('#/?product=Q')
  })
  test('R-8.19, R-4.41: with nothing saved it is the bare start page, and nothing is stored', async () => {
    await fail('session_timeout', '/sign-in')
    expect(location.hash).toBe('#/')
    expect(sessionStorage).toHaveLength(0)
  })
  test('R-8.18: an on-site order starts over by its code', async () => {
    await fail('session_timeout', '/spot?qr_token=Q')
    expect(location.hash).toBe('#/spot?qr_token=Q')
  })
})

describe('a payment that fails', () => {
  test('R-8.20: leads to the order page, whose choices are still there', async () => {
    useSession.setState({ orderDraft: DRAFT })
    await fail('payment_api_failure', '/confirm')
    expect(location.hash).toBe('#/order')
    expect(useSession.getState().orderDraft).toEqual(DRAFT)
  })
  test('the card stays under the dialog, and is forgotten after OK: no other page flashes behind it (R-8.12, D-60)', async () => {
    const paymentData = { payment_method_type: 'stripe', payment_method: 'pm_1' } as const
    useSession.setState({ savedPayment: { paymentMethodType: 'stripe', paymentData, card: null } })
    const done = handleFailure(refused('payment_api_failure'), '/confirm', wording)
    expect(useSession.getState().savedPayment?.paymentData).toEqual(paymentData)
    acceptDialog('ok')
    await done
    expect(useSession.getState().savedPayment).toMatchObject({
      paymentMethodType: 'stripe',
      paymentData: null,
    })
  })
  test('R-2.74: keeps the query of the address, with the product chosen since', async () => {
    rememberQuery('/order?product=P&membership_value=gold')
    useSession.setState({ orderDraft: DRAFT })
    await fail('coupon limit reached', '/confirm')
    expect(location.hash).toBe('#/order?product=Q&membership_value=gold')
  })
  test('R-8.20: the page that it leads to knows which order was refused, and only that page: not the one that the visitor stays on', async () => {
    useSession.setState({ orderToken: 'ord_1' })
    await fail('payment_api_failure', '/payment')
    expect(useSession.getState().refusedPayment).toBeNull()
    await fail('payment_api_failure', '/confirm')
    const refused = { paid: 'order', token: 'ord_1', reason: 'payment' }
    expect(useSession.getState().refusedPayment).toEqual(refused)
  })
  test.each([
    [
      'R-8.10: a failed challenge, or a wallet that was left',
      '/payment-callback/gmo3ds?md=1',
      'order',
      'ord_1',
    ],
    ['R-8.09: the same at the door', '/payment-callback/gmo3ds?md=1&spot=true', 'spot', 'spo_1'],
  ])('%s', async (_, route, paid, token) => {
    useSession.setState({ orderToken: 'ord_1', spotOrderToken: 'spo_1', spotQrToken: 'Q' })
    const body = { error: 'payment_api_failure', can_retry: true } as const
    const done = handleFailure({ call: confirmCheckout, kind: 'refused', status: 400, body }, route, wording)
    acceptDialog('ok')
    await done
    expect(useSession.getState().refusedPayment).toEqual({ paid, token, reason: 'payment' })
  })
  test('R-8.11, R-8.22: a refusal of Adyen, and a coupon that was used up meanwhile', async () => {
    useSession.setState({ orderToken: 'ord_1' })
    const adyen = { ...refused('payment_api_failure'), retryableError: true }
    const done = handleFailure(adyen, '/confirm', wording)
    acceptDialog('ok')
    await done
    expect(useSession.getState().refusedPayment?.reason).toBe('payment')
    await fail('coupon limit reached', '/confirm')
    expect(useSession.getState().refusedPayment?.reason).toBe('coupon')
  })
  test('R-8.24: an address that is refused is not a refused payment', async () => {
    useSession.setState({ orderToken: 'ord_1' })
    await fail('invalid email address', '/sign-in')
    expect(location.hash).toBe('#/order')
    expect(useSession.getState().refusedPayment).toBeNull()
  })
  test('R-8.21: a failed payment of a date change leads back to it, and its page knows of it', async () => {
    useSession.setState({ orderToken: 'ord_1', changeDateResult: { oldToken: 'O', token: 'T' } })
    await fail('payment_api_failure', '/tickets/changedate/payment/confirm/O/timechange/T')
    expect(location.hash).toBe('#/tickets/changedate/confirm/O/timechange/T')
    const refused = { paid: 'time_change', token: 'T', reason: 'payment' }
    expect(useSession.getState().refusedPayment).toEqual(refused)
  })
  test('R-8.25: a date change whose address refused the mail leads to its correction', async () => {
    await fail('invalid email address in time change', '/tickets/changedate/payment/confirm/O/timechange/T')
    expect(location.hash).toBe('#/tickets/changedate/email/O?timechange_token=T')
  })
})

test.each(LANGUAGES)(
  'R-8.27, R-8.29, R-2.86: no text could be loaded at all: the dialog in %s',
  async lang => {
    const lost = { call: createOrder, kind: 'connection', status: null, body: null } as const
    const done = handleFailure(lost, '/order', { lang, texts: {} })
    expect(useDialogs.getState().waiting).toMatchObject([{ ...CONNECTION_WORDS[lang], ok: 'OK' }])
    acceptDialog('ok')
    await done
  },
)
