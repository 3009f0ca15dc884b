import { payerPage } from '../core/pages/payer-page.ts'
import type { Intent, PaymentMethod } from './records.ts'

interface Shown {
  readonly intent: Intent
  readonly method: PaymentMethod | undefined
  readonly wayBack: string | undefined
}

/** The page of the bank. With `wayBack` the question is already answered, and only the way back is offered. */
export function challengePage({ intent, method, wayBack }: Shown): string {
  return payerPage({
    heading: { en: 'Confirm your payment', ja: '本人認証' },
    intro: {
      en: "Your card's bank would ask you here.",
      ja: 'カード会社の認証画面に代わるページです。',
    },
    shop: intent.description ?? 'Kippu',
    amount: intent.amount,
    rows: [{ en: 'Card', ja: 'カード', value: maskedCard(method) }],
    answers:
      wayBack === undefined
        ? [
            { answer: 'authenticate', en: 'Authenticate', ja: '認証する' },
            { answer: 'fail', en: 'Fail', ja: '認証に失敗' },
            { answer: 'cancel', en: 'Cancel', ja: 'キャンセル' },
          ]
        : [],
    wayBack,
  })
}

function maskedCard(method: PaymentMethod | undefined): string {
  return method === undefined ? '—' : `${method.brand.toUpperCase()} •••• ${method.last4}`
}
