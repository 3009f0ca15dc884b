import * as v from 'valibot'

import type { Charge } from './past-month.ts'

const made = v.object({ id: v.string(), status: v.optional(v.string()) })

type Headers = Readonly<Record<string, string>>

/** Charges one card at the simulated Stripe for payments of the past: its page takes the card, and the store's key the money. @param url of its API. */
export async function chargeAtStripe(url: string): Promise<Charge> {
  const post = async (path: string, headers: Headers, form: Readonly<Record<string, string>>) => {
    const response = await fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
    })
    const text = await response.text()
    if (!response.ok)
      throw new Error(`the simulated Stripe answers ${response.status}: ${text.slice(0, 300)}`)
    return v.parse(made, JSON.parse(text))
  }
  const { id: card } = await post(
    'payment_methods',
    { authorization: 'Bearer pk_demo', origin: url },
    {
      type: 'card',
      'card[number]': '4242 4242 4242 4242',
      'card[exp_month]': '12',
      'card[exp_year]': '2099',
      'card[cvc]': '123',
    },
  )
  return async ({ attemptId, amount }) => {
    const { id, status } = await post(
      'payment_intents',
      { authorization: 'Bearer sk_demo' },
      {
        amount: String(amount),
        currency: 'jpy',
        payment_method: card,
        'payment_method_types[0]': 'card',
        confirm: 'true',
        'metadata[attempt_id]': attemptId,
        'metadata[order_ref]': attemptId.replaceAll('-', '').slice(0, 27),
      },
    )
    if (status !== 'succeeded') throw new Error(`the simulated Stripe has not charged: ${status}`)
    return id
  }
}
