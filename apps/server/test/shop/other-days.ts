import { sql } from 'kysely'

import type { Shop, StoreAnswer } from './orders.ts'
import type { StripeShop } from './stripe.ts'

/** A day beside the first one, with its price and its time span of the visit and of the tea. */
export interface OtherDay {
  readonly date: string
  readonly span: number
  readonly tea: number
}

/** 2026-12-01 costs 3,200 yen a ticket; the visit may move to a day at the same, a higher and a lower price. */
export interface OtherDays {
  readonly same: OtherDay
  /** 3,500 yen a ticket, 900 a tea. */
  readonly dear: OtherDay
  /** 3,000 yen a ticket, 700 a tea. */
  readonly cheap: OtherDay
}

export interface OtherDaysShop extends StripeShop, OtherDays {
  /** Asks for a change. */
  change(token: string, timeSpanId: number, more?: object): Promise<StoreAnswer>
  /** Like `change`, and answers with the token of the change. */
  changeToken(token: string, timeSpanId: number, more?: object): Promise<string>
  read(changeToken: string): Promise<StoreAnswer>
  /** Agrees to a change, by `free` or with a card. */
  agree(changeToken: string, last4?: string): Promise<StoreAnswer>
  /** A change, agreed to and paid where it costs more; answers with the newest token of the reservation. */
  move(token: string, timeSpanId: number): Promise<string>
  set(setting: string, value: string): Promise<void>
  run(query: ReturnType<typeof sql>): Promise<void>
}

export async function withOtherDays(shop: StripeShop): Promise<OtherDaysShop> {
  const run: OtherDaysShop['run'] = query =>
    shop.db.transaction(async tx => {
      await query.execute(tx)
    })
  const change: OtherDaysShop['change'] = (token, timeSpanId, more = {}) =>
    shop.call('POST', '/api/v1/timechanges', {
      reservation_token: token,
      time_span_id: timeSpanId,
      lang: 'ja',
      ...more,
    })
  const changeToken: OtherDaysShop['changeToken'] = async (...asked) => {
    const { status, body } = await change(...asked)
    if (status !== 201) throw new Error(`no change was made: ${status} ${JSON.stringify(body)}`)
    return String(body['timechange_token'])
  }
  const agree: OtherDaysShop['agree'] = async (token, last4) =>
    shop.call(
      'POST',
      `/api/v1/timechanges/checkout/${token}`,
      last4 === undefined
        ? { payment_method_type: 'free' }
        : { payment_method_type: 'stripe_secure', payment_method: await shop.stripe.card(last4) },
    )
  return {
    ...shop,
    ...(await insertOtherDays(shop)),
    change,
    changeToken,
    read: token => shop.call('GET', `/api/v1/timechanges/${token}`),
    agree,
    move: async (token, timeSpanId) => {
      const made = await change(token, timeSpanId)
      const paid = await agree(
        String(made.body['timechange_token']),
        made.body['payment_required'] === true ? '1112' : undefined,
      )
      if (paid.body['result'] !== 'completed')
        throw new Error(`not moved: ${JSON.stringify(made.body)} ${JSON.stringify(paid.body)}`)
      return String(paid.body['reservation_token'])
    },
    set: (key, value) =>
      run(sql`
        insert into settings (site_key, key, value) values ('demo', ${key}, ${value})
        on conflict (site_key, key) do update set value = excluded.value`),
    run,
  }
}

export async function insertOtherDays(shop: Pick<Shop, 'db' | 'catalogue'>): Promise<OtherDays> {
  return {
    same: await insertDay(shop, '2026-12-02', 3200, 800),
    dear: await insertDay(shop, '2026-12-03', 3500, 900),
    cheap: await insertDay(shop, '2026-12-04', 3000, 700),
  }
}

/** Another day of the product and its set product, of one time each, at these prices in yen. */
export async function insertDay(
  { db, catalogue }: Pick<Shop, 'db' | 'catalogue'>,
  date: string,
  price: number,
  teaPrice: number,
): Promise<OtherDay> {
  return db.transaction(async tx => {
    const spanOf = async (productId: number, basePrice: number): Promise<number> => {
      await tx
        .insertInto('product_days')
        .values({ product_id: productId, visit_date: date, base_price: basePrice })
        .execute()
      const { id } = await tx
        .insertInto('time_spans')
        .values({
          site_key: 'demo',
          product_id: productId,
          visit_date: date,
          starts_at: new Date(`${date}T10:00:00+09:00`),
          ends_at: new Date(`${date}T11:00:00+09:00`),
          capacity: 1000,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }
    return {
      date,
      span: await spanOf(catalogue.productId, price),
      tea: await spanOf(catalogue.tea.productId, teaPrice),
    }
  })
}
