import { hashToken } from '../../src/platform/tokens.ts'
import type { ServerApp } from './server-app.ts'
import { TEST_TODAY } from '../test-today.ts'
import { insertSmallCatalogue, type SmallCatalogue, type SmallCatalogueOptions } from '../small-catalogue.ts'

export interface StoreAnswer {
  readonly status: number
  /** The parsed body, {} when there is none. */
  readonly body: Record<string, unknown>
}

export interface OrderExtras {
  readonly timeSpanId?: number
  /** Audio guides. */
  readonly guides?: number
  /** Units of tea, of its first span. */
  readonly tea?: number
}

export interface Shop extends ServerApp {
  /** The product that `order` orders; `renew` replaces what is in it. */
  readonly catalogue: SmallCatalogue
  /** Replaces the product with another one, with all its stock; the clock goes back to the first morning. */
  renew(product?: SmallCatalogueOptions): Promise<void>
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<StoreAnswer>
  /** Orders this many adult tickets, by default of the first span and with nothing else. */
  order(quantity: number, more?: OrderExtras): Promise<StoreAnswer>
  /** Like `order`, and returns the order's token and id. */
  orderToken(quantity?: number, more?: OrderExtras): Promise<{ readonly token: string; readonly id: string }>
  /** Moves the end of an order's hold into the past, which has the effect of waiting. */
  endHold(orderId: string): Promise<void>
  /** The taken units of a span, after verifying that its holds sum up to them. */
  takenOf(timeSpanId: number): Promise<number>
}

/** A shop with one product of five places. */
export async function withOrders(test: ServerApp): Promise<Shop> {
  const catalogue = await insertSmallCatalogue(test.db)

  const renew = async (product: SmallCatalogueOptions = {}): Promise<void> => {
    test.clock.set(`${TEST_TODAY}T10:00:00+09:00`)
    Object.assign(catalogue, await insertSmallCatalogue(test.db, product))
  }

  const call: Shop['call'] = async (method, path, body) => {
    const answer = await test.app.inject({ method, url: path, ...(body && { payload: body }) })
    return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() }
  }
  const order: Shop['order'] = (quantity, { timeSpanId = catalogue.spans[0], guides = 0, tea = 0 } = {}) =>
    call('POST', '/api/v1/orders', {
      lang: 'ja',
      product_uuid: catalogue.productUuid,
      time_span_id: timeSpanId,
      quantity,
      option_values: [
        { option_value_id: catalogue.adult, quantity },
        ...(guides > 0 ? [{ option_value_id: catalogue.guide, quantity: guides }] : []),
      ],
      ...(tea > 0 && {
        set_products: [
          { uuid: catalogue.tea.productUuid, time_span_id: catalogue.tea.spans[0], quantity: tea },
        ],
      }),
    })
  const orderToken: Shop['orderToken'] = async (quantity = 1, more = {}) => {
    const { status, body } = await order(quantity, more)
    if (status !== 201) throw new Error(`the order was not created: ${status} ${JSON.stringify(body)}`)
    const token = String(body['order_token'])
    const { id } = await test.db.read(tx =>
      tx
        .selectFrom('orders')
        .select('id')
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirstOrThrow(),
    )
    return { token, id }
  }
  const endHold = (orderId: string): Promise<void> =>
    test.db.transaction(async tx => {
      const ended = { expires_at: new Date(Date.now() - 1_000) }
      await tx.updateTable('orders').set(ended).where('id', '=', orderId).execute()
      await tx.updateTable('holds').set(ended).where('order_id', '=', orderId).execute()
    })
  const takenOf = async (timeSpanId: number): Promise<number> => {
    const { taken, held } = await test.db.read(tx =>
      tx
        .selectFrom('time_spans')
        .select(eb => [
          'taken',
          eb
            .selectFrom('holds')
            .select(holds => holds.fn.sum<number>('units').as('sum'))
            .whereRef('holds.time_span_id', '=', 'time_spans.id')
            .as('held'),
        ])
        .where('id', '=', timeSpanId)
        .executeTakeFirstOrThrow(),
    )
    if ((held ?? 0) !== taken) throw new Error(`${taken} are taken, ${held} are held`)
    return taken
  }
  return {
    ...test,
    catalogue,
    renew,
    call,
    order,
    orderToken,
    endHold,
    takenOf,
  }
}
