import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'

import * as v from 'valibot'

const booking = v.object({
  uuid: v.string(),
  status: v.picklist(['ON_HOLD', 'CONFIRMED', 'EXPIRED', 'CANCELLED', 'REDEEMED']),
  availabilityId: v.string(),
  unitItems: v.array(
    v.object({ unitId: v.string(), ticket: v.object({ deliveryOptions: v.array(v.unknown()) }) }),
  ),
  pricing: v.object({ net: v.number() }),
})
export type Booking = v.InferOutput<typeof booking>

const product = v.object({
  id: v.string(),
  options: v.tupleWithRest(
    [v.object({ id: v.string(), units: v.array(v.object({ id: v.string() })) })],
    v.unknown(),
  ),
})
export type Product = v.InferOutput<typeof product>

const availability = v.object({ id: v.string(), available: v.boolean(), vacancies: v.number() })
export type Availability = v.InferOutput<typeof availability>

const failure = v.object({ error: v.string(), errorMessage: v.string() })

/** The answer to a request that was refused. */
export type Refused = v.InferOutput<typeof failure>

export type Answer = Booking | Refused

export function isRefused(answer: Answer): answer is Refused {
  return 'error' in answer
}

export interface OctoCall {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly body?: object
}

/** A client of the OCTO calls of a store, as the engine of a reseller has it. */
export interface OctoClient {
  products(): Promise<readonly Product[]>
  availability(
    asked: Product,
    days: { readonly from: string; readonly to: string },
  ): Promise<readonly Availability[]>
  book(call: OctoCall): Promise<Answer>
  /** Sends a request and hangs up before its answer is there. */
  lose(call: OctoCall): Promise<void>
}

export function createOctoClient(endpoint: string, key: string): OctoClient {
  const headers = {
    authorization: `Bearer ${key}`,
    'octo-capabilities': 'octo/pricing',
    'content-type': 'application/json',
  }
  const open = ({ method, path }: OctoCall) => {
    const url = new URL(endpoint + path)
    return (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, { method, headers })
  }
  const send = (call: OctoCall): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const request = open(call)
      request.on('error', reject)
      request.on('response', response => {
        text(response).then(body => resolve(JSON.parse(body)), reject)
      })
      request.end(call.body && JSON.stringify(call.body))
    })
  return {
    products: async () => v.parse(v.array(product), await send({ method: 'GET', path: '/products' })),
    availability: async ({ id, options: [option] }, { from, to }) => {
      const body = { productId: id, optionId: option.id, localDateStart: from, localDateEnd: to }
      return v.parse(v.array(availability), await send({ method: 'POST', path: '/availability', body }))
    },
    book: async call => v.parse(v.union([booking, failure]), await send(call)),
    lose: call =>
      new Promise(resolve => {
        const request = open(call)
        request.on('error', () => undefined)
        request.on('close', () => resolve())
        request.end(call.body && JSON.stringify(call.body), () => request.destroy())
      }),
  }
}
