import { LANGUAGES } from '@kippu/domain/language'
import { expect, test } from 'vitest'

import { paymentMethodTexts } from './payment-methods.ts'
import { textsOf } from './texts.ts'

test.each(LANGUAGES)('d払い and its account have one name each in every text of %s (R-2.16)', lang => {
  const name = paymentMethodTexts.payment_method_d_pay[lang]
  const account = lang === 'ja' ? 'dアカウント' : 'd\u00a0ACCOUNT'
  expect(paymentMethodTexts.payment_method_gmo_d_pay[lang]).toBe(name)
  for (const words of Object.values(textsOf(lang))) {
    const rest = words.replaceAll(name, '').replaceAll(account, '')
    expect(rest).not.toMatch(/d ?払い|d.?barai|d ?바라이|d ?アカウント|d ?어카운트|d.?account/i)
  }
})

test.each(LANGUAGES)('no line of %s ends inside 3‑D\u00a0Secure', lang => {
  for (const words of Object.values(textsOf(lang))) expect(words).not.toMatch(/3-D|3‑D Secure/)
})
