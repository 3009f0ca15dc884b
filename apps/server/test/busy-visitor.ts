import type { Database } from '../src/platform/db/database.ts'
import type { Tokens } from '../src/platform/tokens.ts'
import type { LineAnswer, LineQuestion } from './kept-line.ts'
import { shopOver } from './kept-line.ts'
import type { SmallCatalogue } from './small-catalogue.ts'
import { orderOf, placeOrder } from './place-order.ts'

const DOCUMENTS = ['/', '/tickets/']
const READS = [
  '/api/v1/langs',
  '/api/v1/products?lang=ja',
  '/api/v1/configurations',
  '/api/v1/texts?lang=en',
  '/api/v1/products?lang=en',
]

export interface BusyParts {
  readonly db: Database
  readonly tokens: Tokens
  /** Costs nothing. */
  readonly catalogue: SmallCatalogue
  readonly ask: (question: LineQuestion) => Promise<LineAnswer>
  /** How often each document and each call is read. */
  readonly rounds: number
}

/**
 * One visitor: reads documents and calls, holds places that they never pay, buys tickets, reads them.
 * @returns the number of requests.
 * @throws at the first request that fails, or is answered with something else than success.
 */
export async function visitOnce({ db, tokens, catalogue, ask, rounds }: BusyParts): Promise<number> {
  let requests = 0
  const asked = async (question: LineQuestion): Promise<LineAnswer> => {
    requests += 1
    const { method = 'GET', path } = question
    const answer = await ask(question).catch((error: unknown) => {
      throw new Error(`${method} ${path}: ${String(error)}`, { cause: error })
    })
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  const read = async (): Promise<void> => {
    for (const path of [...DOCUMENTS, ...READS]) await asked({ path })
  }
  for (let round = 0; round < rounds; round += 1) await read()
  const goods = { catalogue, span: 0, coupon: undefined }
  await asked({ method: 'POST', path: '/api/v1/orders', body: orderOf(goods) })
  const order = await placeOrder({ shop: shopOver(asked), db, tokens }, goods)
  const bought = await asked({
    method: 'POST',
    path: `/api/v1/orders/checkout/${order.token}`,
    body: { payment_method_type: 'free' },
  })
  const reservation = String(JSON.parse(bought.text)['reservation_token'])
  await asked({ path: `/api/v1/reservations/${reservation}/tickets?lang=ja` })
  await read()
  return requests
}
