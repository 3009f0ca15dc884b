import { textKeysOf } from '@kippu/contract/errors'
import { textsOf } from '@kippu/texts/texts'
import { beforeEach, describe, expect, test } from 'vitest'

import { CONNECTION_WORDS, DEFAULT_400_TITLES } from '../i18n/bundled-words.ts'
import { openSession, useSession } from '../session/session.ts'
import { acceptDialog, useDialogs } from '../ui/dialog-store.ts'
import type { Outcome } from './failure.ts'
import { performOutcome, wordsOf } from './perform-outcome.ts'

const wording = { lang: 'en', texts: textsOf('en') } as const
const ENDED: Outcome = {
  kind: 'dialog',
  words: textKeysOf('session_timeout'),
  next: { forget: 'everything', goTo: '/?product=P' },
}
const shown = () => useDialogs.getState().waiting

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.setItem('demo:lang', 'en')
  await openSession('demo')
  location.hash = '#/payment'
  useSession.setState({ orderToken: 'ord_1', paymentNumber: 'pay_1' })
})

describe('the decision is carried out', () => {
  test('R-8.17, D-60: a session timeout is announced first; after OK only the query of the start page is left', async () => {
    const done = performOutcome(ENDED, wording)
    expect(shown()).toMatchObject([{ title: 'Your tickets are no longer held', ok: 'OK' }])
    expect(useSession.getState().orderToken).toBe('ord_1')
    expect(location.hash).toBe('#/payment')
    acceptDialog('ok')
    await done
    expect(Object.keys(sessionStorage)).toEqual(['demo:productInQuery'])
    expect(useSession.getState()).toMatchObject({ orderToken: null, paymentNumber: null })
    expect(location.hash).toBe('#/?product=P')
    expect(localStorage.getItem('demo:lang')).toBe('en')
  })

  test('a dialog that leads nowhere leaves the page and the session as they are', async () => {
    const done = performOutcome(
      { kind: 'dialog', words: textKeysOf('busy'), next: { forget: 'nothing', goTo: null } },
      wording,
    )
    acceptDialog('ok')
    await done
    expect(useSession.getState().orderToken).toBe('ord_1')
    expect(location.hash).toBe('#/payment')
  })

  test('R-8.12, R-8.13: the previous payment method is forgotten so that the visitor can choose another, the order stays', async () => {
    useSession.setState({ savedPayment: { paymentMethodType: 'stripe', paymentData: null, card: null } })
    const next = { forget: 'payment', goTo: '/order' } as const
    const done = performOutcome({ kind: 'dialog', words: textKeysOf('busy'), next }, wording)
    acceptDialog('ok')
    await done
    expect(useSession.getState()).toMatchObject({
      orderToken: 'ord_1',
      savedPayment: null,
      paymentNumber: null,
    })
    expect(sessionStorage.getItem('demo:savedPayment')).toBeNull()
    expect(location.hash).toBe('#/order')
  })

  test.each(['error_session_timeout_title', 'error_session_timeout_message'] as const)(
    'R-8.30, D-50: a dialog that has no %s is a communication error, whole',
    key => {
      const words = textKeysOf('session_timeout')
      expect([words.title, words.message]).toContain(key)
      const texts = Object.fromEntries(Object.entries(wording.texts).filter(([name]) => name !== key))
      expect(wordsOf(words, { lang: 'en', texts })).toEqual({
        title: DEFAULT_400_TITLES.en,
        message: CONNECTION_WORDS.en.message,
      })
    },
  )

  test('D-81: the first button leads to where it is put right, and the order stays', async () => {
    const mend = { label: 'failure_pay_otherwise', goTo: '/payment?ref=c' } as const
    const words = textKeysOf('payment_api_failure')
    const done = performOutcome(
      { kind: 'dialog', words, next: { forget: 'nothing', goTo: '/order', mend } },
      wording,
    )
    expect(shown()).toMatchObject([{ ok: 'OK', mend: 'Pay another way' }])
    acceptDialog('mend')
    await done
    expect(location.hash).toBe('#/payment?ref=c')
    expect(useSession.getState().orderToken).toBe('ord_1')
  })

  test('D-81: whoever is there already is led to the field that was refused', async () => {
    document.body.innerHTML = '<input id="name"><input id="email" aria-invalid="true">'
    const mend = { label: 'failure_correct_address', goTo: null } as const
    const words = textKeysOf('invalid email address')
    const done = performOutcome(
      { kind: 'dialog', words, next: { forget: 'nothing', goTo: '/order', mend } },
      wording,
    )
    acceptDialog('mend')
    await done
    expect(location.hash).toBe('#/payment')
    expect(document.activeElement?.id).toBe('email')
    document.body.innerHTML = ''
  })

  test('a redirect shows nothing', async () => {
    await performOutcome({ kind: 'go', to: '/error' }, wording)
    expect(shown()).toEqual([])
    expect(location.hash).toBe('#/error')
  })

  test('an empty outcome changes nothing', async () => {
    await performOutcome({ kind: 'nothing' }, wording)
    expect(shown()).toEqual([])
    expect(location.hash).toBe('#/payment')
  })
})
