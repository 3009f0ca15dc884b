// @vitest-environment node
import { ERRORS, textKeysOf, UNMAPPED_ERRORS } from '@kippu/contract/errors'
import type { ErrorCode } from '@kippu/contract/errors'
import { checkout } from '@kippu/contract/payments'
import { describe, expect, test } from 'vitest'

import { decide } from './failure.ts'
import type { FailureContext } from './failure.ts'

/** Every kind of page on which a call can fail. */
const PAGES = {
  order: '/order',
  sign_in: '/sign-in',
  sended_mail: '/sended-mail',
  payment: '/payment',
  confirm: '/confirm',
  callback: '/payment-callback/stripe/success',
  complete: '/complete',
  ticket: '/id/R',
  change_confirm: '/tickets/changedate/confirm/O/timechange/T',
  change_payment: '/tickets/changedate/payment/O/timechange/T',
  change_payment_confirm: '/tickets/changedate/payment/confirm/O/timechange/T',
  change_callback: '/payment-callback/gmo3ds',
  spot: '/spot',
  spot_payment: '/spot/payment',
  spot_callback: '/payment-callback/sbps3ds',
} as const
type Page = keyof typeof PAGES

const START = '/?product=P&membership_key=club&membership_value=gold&token=t'
const ORDER = '/order?membership_key=club&membership_value=gold&token=t'
const SPOT = '/spot?qr_token=Q'
const CHANGE = '/tickets/changedate/confirm/O/timechange/T'
const EMAIL = '/tickets/changedate/email/O?timechange_token=T'

const isSpot = (page: Page) => page.startsWith('spot')
const isChange = (page: Page) => page.startsWith('change')

/** The result of step 5 for a code: the page that opens after OK, null to stay. */
const DESTINATIONS: Partial<Record<ErrorCode, (page: Page) => string | null>> = {
  session_timeout: page => (isSpot(page) ? SPOT : START),
  payment_api_failure: page => (isChange(page) ? CHANGE : page === 'confirm' ? ORDER : null),
  'coupon limit reached': page => (isChange(page) ? CHANGE : page === 'confirm' ? ORDER : null),
  'invalid email address': page => (isSpot(page) ? SPOT : ORDER),
  'invalid email address in time change': page => (isChange(page) ? EMAIL : null),
}

const PAY = (page: Page) => ({
  mend: {
    label: 'failure_pay_otherwise',
    goTo: isChange(page) ? CHANGE.replace('confirm', 'payment') : isSpot(page) ? '/spot/payment' : '/payment',
  },
})

/** The first button of the dialog (D-81): where the visitor puts right what was refused. */
const MENDS: Partial<Record<ErrorCode, (page: Page) => object>> = {
  payment_api_failure: page =>
    page === 'confirm' || (isChange(page) && page !== 'change_confirm') ? PAY(page) : {},
  'invalid email address': page =>
    page === 'sign_in' ? { mend: { label: 'failure_correct_address', goTo: null } } : {},
}

const UNMAPPED: readonly string[] = UNMAPPED_ERRORS
const came = { product: null, membershipKey: 'club', membershipValue: 'gold', token: 't' }

function contextOf(page: Page): FailureContext {
  return {
    path: PAGES[page],
    timeChange: isChange(page) ? { oldToken: 'O', token: 'T' } : null,
    isTimeChange: isChange(page),
    spot: isSpot(page) ? { qrToken: 'Q' } : null,
    came,
    start: { ...came, product: 'P' },
  }
}

const codes = Object.keys(ERRORS) as ErrorCode[]
const pages = Object.keys(PAGES) as Page[]

describe.each(codes)('"%s" on every kind of page (R-8.16–8.22, R-8.24, R-8.25, R-8.31, R-8.77)', code => {
  test.each(pages)('%s', page => {
    const { status } = ERRORS[code]
    const failure = { call: checkout, kind: 'refused', status, body: { error: code } } as const
    const isMapped = !UNMAPPED.includes(code)
    expect(decide(failure, contextOf(page))).toEqual({
      kind: 'dialog',
      words: isMapped ? textKeysOf(code) : 'connection',
      next: {
        forget: code === 'session_timeout' ? 'everything' : 'nothing',
        goTo: isMapped ? (DESTINATIONS[code]?.(page) ?? null) : null,
        ...MENDS[code]?.(page),
      },
    })
  })
})

describe.each(pages)('on the page %s', page => {
  const context = contextOf(page)
  test('a word that the catalogue does not know shows the connection dialog and stays (R-8.31)', () => {
    const failure = { call: checkout, kind: 'refused', status: 400, body: { error: 'foo' } } as const
    const stay = { forget: 'nothing', goTo: null }
    expect(decide(failure, context)).toEqual({ kind: 'dialog', words: 'connection', next: stay })
  })
  test('a payment that may be tried again leads to the page where it was chosen (R-8.08–8.10, R-8.13)', () => {
    const goTo = isChange(page) ? CHANGE : isSpot(page) ? SPOT : ORDER
    const body = { error: 'payment_api_failure', can_retry: true }
    const back = { call: { ...checkout, confirmsPayment: true }, kind: 'refused', status: 400, body } as const
    expect(decide(back, context)).toMatchObject({ next: { forget: 'nothing', goTo, ...PAY(page) } })
    const another = { call: checkout, kind: 'refused', status: 400, body, retryableError: true } as const
    expect(decide(another, context)).toMatchObject({ next: { forget: 'payment', goTo, ...PAY(page) } })
  })
  test('a payment that ended says whether it belonged to a date change (R-8.05, R-8.06, D-64)', () => {
    const after = (error: string) =>
      decide(
        {
          call: { ...checkout, confirmsPayment: true },
          kind: 'refused',
          status: 400,
          body: { error, can_retry: false },
        },
        context,
      )
    const to = `/payment-error?time_change=${isChange(page)}&additional_info=`
    // The page of an error at the door leads back to the start there.
    const spot = isSpot(page) ? '&spot=true' : ''
    expect(after('invalid payment status')).toEqual({ kind: 'go', to: to + spot })
    expect(after('critical refund error')).toEqual({ kind: 'go', to: `${to}inquiry${spot}` })
  })
})
