import { Agent, request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'

import { checkout } from '@kippu/contract/payments'
import { createOrder } from '@kippu/contract/orders'
import { searchProducts } from '@kippu/contract/products'
import { addDays, jstDateOf } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { ADDRESS } from './machine.ts'

export const HOST = 'tickets.example.com'
const MAIL_WITHIN_MS = 60_000

export interface Answer {
  readonly status: number
  readonly text: string
}

/** Texts of the mails that an address got, the newest first. */
export type Mailbox = (address: string) => readonly string[]

/** Somebody outside, over TLS and the proxy. */
export class Visitor {
  readonly #agent: Agent
  readonly #mailbox: Mailbox

  constructor(ca: string, mailbox: Mailbox) {
    this.#agent = new Agent({ ca, servername: HOST, keepAlive: true })
    this.#mailbox = mailbox
  }

  ask(path: string, body?: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          host: ADDRESS,
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers: { host: HOST, ...(body && { 'content-type': 'application/json' }) },
        },
        answer => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (part: string) => {
            text += part
          })
          answer.on('error', reject)
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        },
      )
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  }

  /** A free ticket, from the choice to the codes. Answers with the token of the reservation. */
  async buy(address: string): Promise<string> {
    const token = v.parse(
      createOrder.response,
      await this.#call('/api/v1/orders', await this.#choice()),
    ).order_token
    const contents = [
      { key: 'fullname', value: 'Kippu Taro' },
      { key: 'email', value: address },
    ]
    await this.#call(`/api/v1/ordermails/${token}`, { contents })
    await this.#call(`/api/v1/ordermails/${await this.#mailedToken(address)}`)
    const paid = v.parse(
      checkout.response,
      await this.#call(`/api/v1/orders/checkout/${token}`, { payment_method_type: 'free' }),
    )
    if (paid.result !== 'completed') throw new Error(`the free ticket was not taken: ${paid.result}`)
    return paid.reservation_token
  }

  /** How many tickets a reservation has. */
  async ticketsOf(reservation: string): Promise<number> {
    return v.parse(v.array(v.unknown()), await this.#call(`/api/v1/reservations/${reservation}/tickets`))
      .length
  }

  async #choice(): Promise<object> {
    const from = jstDateOf(Date.now())
    const products = v.parse(
      searchProducts.response,
      await this.#call(`/api/v1/products/search?lang=ja&from=${from}&to=${addDays(from, 20)}`),
    )
    for (const { uuid, options, days } of products) {
      const [kind] = options.flatMap(option => (option.type === 'ticket_type' ? option.values : []))
      const span = days.flatMap(day => day.time_spans).find(one => one.remaining_stock > 10)
      if (kind !== undefined && span !== undefined)
        return {
          lang: 'ja',
          product_uuid: uuid,
          time_span_id: span.time_span_id,
          quantity: 1,
          option_values: [{ option_value_id: kind.option_value_id, quantity: 1 }],
        }
    }
    throw new Error('nothing is on sale')
  }

  async #mailedToken(address: string): Promise<string> {
    const end = performance.now() + MAIL_WITHIN_MS
    while (performance.now() < end) {
      const [token] = this.#mailbox(address).flatMap(text => /mail_token=([\w-]+)/.exec(text)?.[1] ?? [])
      if (token !== undefined) return token
      await delay(100)
    }
    throw new Error('no mail came')
  }

  async #call(path: string, body?: object): Promise<unknown> {
    const { status, text } = await this.ask(path, body)
    if (status >= 300) throw new Error(`${path.replace(/\w{3}_\S+/, '…')} answered ${status}: ${text}`)
    return JSON.parse(text)
  }
}
