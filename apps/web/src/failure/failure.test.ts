// @vitest-environment node
import type { Call } from '@kippu/contract/call'
import { ERRORS, textKeysOf, UNMAPPED_ERRORS } from '@kippu/contract/errors'
import type { ErrorCode } from '@kippu/contract/errors'
import type { FailureBody } from '@kippu/contract/failure-body'
import { createOrder, deleteOrder } from '@kippu/contract/orders'
import { checkout, confirmCheckout } from '@kippu/contract/payments'
import {
  checkoutTimeChange,
  createTimeChange,
  readTimeChange,
  searchChangeDays,
} from '@kippu/contract/time-changes'
import { LANGUAGES } from '@kippu/domain/language'
import { textsOf, TEXTS } from '@kippu/texts/texts'
import { describe, expect, test } from 'vitest'

import type { Failure } from '../api/api-error.ts'
import { decide } from './failure.ts'
import type { FailureContext } from './failure.ts'
import { wordsOf } from './perform-outcome.ts'

const CAME = { product: null, membershipKey: null, membershipValue: null, token: null }
const HERE: FailureContext = {
  path: '/order',
  timeChange: null,
  isTimeChange: false,
  spot: null,
  came: CAME,
  start: { ...CAME, product: 'P' },
}
const TIME_CHANGE = { ...HERE, timeChange: { oldToken: 'O', token: 'T' }, isTimeChange: true }
const SPOT = { ...HERE, spot: { qrToken: 'Q' } }
const TIME_CHANGE_PAGE = '/tickets/changedate/confirm/O/timechange/T'
const refused = (call: Call, status: number, body: FailureBody | null): Failure => ({
  call,
  kind: 'refused',
  status,
  body,
})
const silent = { ...createOrder, silent: true }

const dialog = (words: unknown, next = {}) => ({
  kind: 'dialog',
  words,
  next: { forget: 'nothing', goTo: null, ...next },
})
const nothing = { kind: 'nothing' }
const go = (to: string) => ({ kind: 'go', to })
const request = { title: 'request_error_title', message: 'request_error_message' }
const mends = (goTo: string) => ({ mend: { label: 'failure_pay_otherwise', goTo } })
const [PAY, PAY_CHANGE, PAY_SPOT] = [
  '/payment',
  '/tickets/changedate/payment/O/timechange/T',
  '/spot/payment',
].map(mends)
const retry = { title: '3ds_payment_retry_error_title', message: '3ds_payment_retry_error_message' }

describe('the failure handler', () => {
  test('R-8.01, R-8.02: a silent call shows nothing, whatever its answer', () => {
    expect(decide(refused(silent, 400, { error: 'session_timeout' }), HERE)).toEqual(nothing)
    expect(decide({ call: silent, kind: 'connection', status: null, body: null }, HERE)).toEqual(nothing)
  })

  test('D-73: a change that is made without its refund leads to the inquiry page; its other refusals are told on the page', () => {
    const after = (error: string) =>
      decide(refused(checkoutTimeChange, 400, { error, can_retry: false }), TIME_CHANGE)
    expect(after('critical refund error')).toEqual(
      go('/payment-error?time_change=true&additional_info=inquiry'),
    )
    expect(after('time change status is not pending')).toMatchObject({ kind: 'dialog', next: { goTo: null } })
    expect(after('payment_api_failure')).toMatchObject({ kind: 'dialog', next: { goTo: TIME_CHANGE_PAGE } })
  })

  describe('step 2: a payment that comes back', () => {
    const after = (body: FailureBody, context = HERE) => decide(refused(confirmCheckout, 400, body), context)

    test('R-8.03: only calls that finish a payment reach it', () => {
      expect(decide(refused(checkout, 400, { error: 'x', can_retry: false }), HERE)).toEqual(
        dialog('connection'),
      )
    })
    test('R-8.03, D-09: without a data body it is a connection failure', () => {
      const lost = { call: confirmCheckout, kind: 'timeout', status: null, body: null } as const
      expect(decide(lost, HERE)).toEqual(dialog('connection'))
    })
    test.each([{ error: 'x', can_retry: false }, { error: 'x' }, {}])(
      'R-8.04, D-09: %o cannot be tried again and names no order: the generic error page',
      body => expect(after(body)).toEqual(go('/error')),
    )
    test('R-8.05: a critical refund error asks to get in touch, also with an order token', () => {
      const inquiry = go('/payment-error?time_change=false&additional_info=inquiry')
      expect(after({ error: 'critical refund error', can_retry: false })).toEqual(inquiry)
      expect(after({ error: 'critical refund error', order_token: 'T' })).toEqual(inquiry)
    })
    test.each(['invalid order status', 'invalid payment status'])(
      'R-8.06: "%s" leads to the payment error page',
      error => {
        expect(after({ error, can_retry: false })).toEqual(
          go('/payment-error?time_change=false&additional_info='),
        )
        expect(after({ error }, TIME_CHANGE)).toEqual(go('/payment-error?time_change=true&additional_info='))
      },
    )
    test('R-8.06: an order token leads to the payment error page', () => {
      expect(after({ error: 'x', order_token: 'T', can_retry: false })).toEqual(
        go('/payment-error?time_change=false&additional_info='),
      )
    })
    test('R-8.07, R-8.10: a payment that can be tried again goes back to the order page after a dialog', () => {
      expect(after({ error: 'payment_api_failure', can_retry: true })).toEqual(
        dialog(retry, { goTo: '/order', ...PAY }),
      )
      expect(after({ error: 'critical refund error', can_retry: true })).toEqual(
        dialog(retry, { goTo: '/order', ...PAY }),
      )
    })
    test('R-8.06, D-64: the token of a date change is as good as that of an order', () => {
      const body = { error: 'payment_api_failure', can_retry: false, timechange_token: 'T' }
      expect(after(body, TIME_CHANGE)).toEqual(go('/payment-error?time_change=true&additional_info='))
    })
    test('R-8.08: in a date change it goes back to the date change', () => {
      expect(after({ can_retry: true }, TIME_CHANGE)).toEqual(
        dialog(retry, { goTo: TIME_CHANGE_PAGE, ...PAY_CHANGE }),
      )
    })
    test('R-8.09: in an on-site order it goes back to the on-site order', () => {
      expect(after({ can_retry: true }, SPOT)).toEqual(
        dialog(retry, { goTo: '/spot?qr_token=Q', ...PAY_SPOT }),
      )
    })
    test('R-8.10, R-2.74: the order page gets the query the visitor came with', () => {
      const came = { ...CAME, membershipKey: 'club', membershipValue: 'gold' }
      expect(after({ can_retry: true }, { ...HERE, came })).toEqual(
        dialog(retry, { goTo: '/order?membership_key=club&membership_value=gold', ...PAY }),
      )
    })
    test.each([
      [429, 'too_many_requests'],
      [503, 'busy'],
    ] as const)(
      'D-65: a %i was never looked at: the dialog stays on the page, where the visitor can ask for the payment again',
      (status, error) => {
        for (const call of [checkout, confirmCheckout])
          expect(decide(refused(call, status, { error }), { ...HERE, path: '/confirm' })).toEqual(
            dialog(textKeysOf(error)),
          )
      },
    )
    test('a 503 from a server between us and the store stays as well', () => {
      expect(decide(refused(confirmCheckout, 503, {}), HERE)).toEqual(dialog(request))
      expect(decide(refused(confirmCheckout, 503, null), HERE)).toEqual(dialog(request))
    })
  })

  describe('step 3: a payment that may be tried by another method', () => {
    const after = (
      status: number,
      context = HERE,
      body: FailureBody | null = { error: 'payment_api_failure' },
    ) => decide({ ...refused(checkout, status, body), retryableError: true }, context)
    const words = {
      title: 'adyen_payment_retryable_error_title',
      message: 'adyen_payment_retryable_error_message',
    }

    test('R-8.11–8.13: a 400 says so, forgets the payment method and goes back to the order page', () => {
      expect(after(400)).toEqual(dialog(words, { forget: 'payment', goTo: '/order', ...PAY }))
      expect(after(400, HERE, null)).toEqual(dialog(words, { forget: 'payment', goTo: '/order', ...PAY }))
    })
    test('R-8.13: in a date change it goes back to the date change', () => {
      expect(after(400, TIME_CHANGE)).toEqual(
        dialog(words, { forget: 'payment', goTo: TIME_CHANGE_PAGE, ...PAY_CHANGE }),
      )
    })
    test.each([404, 500, 502])('R-8.14: a %i goes to the generic error page', status => {
      expect(after(status)).toEqual(go('/error'))
      expect(after(status, HERE, null)).toEqual(go('/error'))
    })
    test('R-8.14: no answer at all is a connection failure', () => {
      const lost = {
        call: checkout,
        kind: 'connection',
        status: null,
        body: null,
        retryableError: true,
      } as const
      expect(decide(lost, HERE)).toEqual(dialog('connection'))
    })
    test('R-8.03: without the flag the same answer belongs to step 5', () => {
      expect(decide(refused(checkout, 400, { error: 'busy' }), HERE)).toEqual(dialog(textKeysOf('busy')))
    })
    test('D-09: it comes after the silent flag and after step 2', () => {
      const both = { ...refused(confirmCheckout, 400, { can_retry: true }), retryableError: true }
      expect(decide(both, HERE)).toEqual(dialog(retry, { goTo: '/order', ...PAY }))
      expect(decide({ ...refused(silent, 400, {}), retryableError: true }, HERE)).toEqual(nothing)
    })
  })

  test('R-7.17, R-8.15, D-09: an ignored status shows nothing although the body names an error', () => {
    expect(decide(refused(deleteOrder, 400, { error: 'session_timeout' }), HERE)).toEqual(nothing)
    expect(decide(refused(deleteOrder, 500, {}), HERE)).toEqual(dialog(request))
  })

  test('R-8.15, S-11.13, D-41: what a page of a change of time says itself is not said by a dialog before it', () => {
    const cannot = { error: 'cannot change ticket' }
    expect(decide(refused(searchChangeDays, 400, cannot), HERE)).toEqual(nothing)
    expect(decide(refused(createTimeChange, 400, cannot), HERE)).not.toEqual(nothing)
    for (const call of [searchChangeDays, readTimeChange])
      expect(decide(refused(call, 410, { error: 'reservation url changed' }), HERE)).toEqual(nothing)
    expect(decide(refused(searchChangeDays, 404, { error: 'record not found' }), HERE)).not.toEqual(nothing)
  })

  test.each(['connection', 'timeout'] as const)(
    'R-8.27, D-51: a %s failure shows the connection dialog',
    kind => {
      expect(decide({ call: createOrder, kind, status: null, body: null }, HERE)).toEqual(
        dialog('connection'),
      )
    },
  )

  describe('step 5: the server names the reason', () => {
    const bad = (error: string, path = '/order') =>
      decide(refused(checkout, 400, { error }), { ...HERE, path })

    test.each((Object.keys(ERRORS) as ErrorCode[]).filter(code => !UNMAPPED_ERRORS.some(u => u === code)))(
      'R-8.16, R-8.76: "%s" shows its own dialog, written in six languages',
      code => {
        const words = textKeysOf(code)
        expect(bad(code)).toMatchObject({ kind: 'dialog', words })
        expect(TEXTS).toHaveProperty([words.title])
        expect(TEXTS).toHaveProperty([words.message])
      },
    )
    test('R-8.17, R-8.19: a session timeout forgets everything and starts over with the product', () => {
      const next = { forget: 'everything', goTo: '/?product=P' }
      expect(bad('session_timeout')).toEqual(dialog(textKeysOf('session_timeout'), next))
    })
    test('R-8.20: a failed payment goes back to the order page from the confirmation page, else stays', () => {
      const words = textKeysOf('payment_api_failure')
      expect(bad('payment_api_failure', '/confirm')).toEqual(dialog(words, { goTo: '/order', ...PAY }))
      expect(bad('payment_api_failure', '/payment')).toEqual(dialog(words))
    })
    test('R-8.18: a session timeout of an on-site order starts over by its code', () => {
      expect(decide(refused(checkout, 400, { error: 'session_timeout' }), SPOT)).toEqual(
        dialog(textKeysOf('session_timeout'), { forget: 'everything', goTo: '/spot?qr_token=Q' }),
      )
    })
    test('R-8.22: a coupon that was used up meanwhile goes back to the order page from the confirmation page, else stays', () => {
      const words = textKeysOf('coupon limit reached')
      expect(bad('coupon limit reached', '/confirm')).toEqual(dialog(words, { goTo: '/order' }))
      expect(bad('coupon limit reached', '/payment')).toEqual(dialog(words))
    })
    test('R-8.24, D-74: an address that is refused goes to the order page, at the door to its start', () => {
      const mend = { label: 'failure_correct_address', goTo: null }
      const next = { goTo: '/order', mend }
      expect(bad('invalid email address', '/sign-in')).toEqual(
        dialog(textKeysOf('invalid email address'), next),
      )
      expect(decide(refused(checkout, 400, { error: 'invalid email address' }), SPOT)).toEqual(
        dialog(textKeysOf('invalid email address'), { goTo: '/spot?qr_token=Q' }),
      )
    })
    test.each(['foo', ...UNMAPPED_ERRORS])(
      'R-8.31, R-8.77: "%s" is not mapped: the connection dialog',
      error => {
        expect(bad(error)).toEqual(dialog('connection'))
      },
    )
  })

  test('R-8.26, D-50: an answer without a reason shows the request-error dialog', () => {
    expect(decide(refused(createOrder, 500, { request_id: 'r' }), HERE)).toEqual(dialog(request))
    expect(decide(refused(createOrder, 502, null), HERE)).toEqual(dialog(request))
  })
})

describe('the words of a dialog', () => {
  test('R-8.28, R-8.29: the connection dialog needs no loaded text in any language', () => {
    for (const lang of LANGUAGES) expect(wordsOf('connection', { lang, texts: {} }).title).not.toBe('')
    expect(wordsOf('connection', { lang: 'en', texts: {} })).toEqual({
      title: 'Unable to connect',
      message: 'The connection is unstable. Please try again.',
    })
  })
  test('R-8.30, D-50: a mapped error whose text is missing is a communication error', () => {
    expect(wordsOf(textKeysOf('busy'), { lang: 'ja', texts: {} }).title).toBe('通信エラー (400)')
    expect(wordsOf(textKeysOf('busy'), { lang: 'th', texts: {} }).title).toBe('Communication error (400)')
    expect(wordsOf(textKeysOf('busy'), { lang: 'en', texts: textsOf('en') }).title).toBe(
      'We are very busy right now',
    )
  })
  test('a mail that would be one too many says in how many minutes to try again, in every language', () => {
    const body = { error: 'too many mails', retry_after: 2_341 }
    const outcome = decide(refused(createOrder, 429, body), HERE)
    if (outcome.kind !== 'dialog') throw new Error('no dialog')
    expect(outcome.next).toEqual({ forget: 'nothing', goTo: null })
    for (const lang of LANGUAGES) {
      const { message } = wordsOf(outcome.words, { lang, texts: textsOf(lang) })
      expect(message).toContain('40')
      expect(message).not.toMatch(/[{}]/)
    }
  })
})
