import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { INVARIANTS } from '../src/office/books/invariants.ts'
import type { Tx } from '../src/platform/db/database.ts'
import { insertCoupon } from './coupon-rows.ts'
import { brokenInvariants } from './invariants.ts'
import { keepSharesIn } from './keep-shares.ts'
import { createShop, type StripeShop } from './shop/shop.ts'
import { dropStockCheckIn } from './stock-check.ts'

/** The ids of the rows in which a fault is planted. */
interface Rows {
  /** A paid order with extras, set products and a coupon. */
  readonly bought: string
  readonly paid: string
  readonly span: number
  /** An order whose visitor is on the bank's page, and its payment. */
  readonly away: string
  readonly open: string
  /** An order without a payment. */
  readonly held: string
}

const COUPON = 'PLANTED'

let shop: StripeShop
let rows: Rows

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  await insertCoupon(shop.db, { code: COUPON, usage_limit: 9 })
  const bought = await shop.ready((await shop.orderToken(2, { guides: 1, tea: 1 })).token)
  await shop.call('POST', `/api/v1/ordercoupons/${bought.token}`, { coupon: COUPON })
  await shop.pay(bought, '1112')
  const away = await shop.readyOrder()
  await shop.pay(away, '3220', 'stripe_secure')
  const { id: held } = await shop.orderToken(1)
  const [[paid], [open]] = [await shop.attemptsOf(bought), await shop.attemptsOf(away)]
  const span = shop.catalogue.spans[0]!
  rows = { bought: bought.id, paid: paid!.id, span, away: away.id, open: open!.id, held }
})
afterAll(() => shop.close())

/** A fault: the invariant that it breaks, its description, the statements that plant it, and the row that is named. */
interface Fault {
  readonly invariant: keyof typeof INVARIANTS
  readonly what: string
  readonly plant: (tx: Tx, rows: Rows) => Promise<unknown>
  readonly row: (rows: Rows) => string | number
}

const bought = (seen: Rows): string => seen.bought

const FAULTS: readonly Fault[] = [
  {
    invariant: 'I1 taken <= capacity',
    what: 'more places are sold than there are',
    plant: async (tx, { span }) => {
      await dropStockCheckIn(tx)
      await sql`update time_spans set capacity = taken - 1 where id = ${span}`.execute(tx)
    },
    row: ({ span }) => span,
  },
  {
    invariant: 'I1 taken <= capacity',
    what: 'fewer than no places are sold',
    plant: async (tx, { span }) => {
      await dropStockCheckIn(tx)
      await sql`update time_spans set taken = -1 where id = ${span}`.execute(tx)
    },
    row: ({ span }) => span,
  },
  {
    invariant: 'I2 taken = sum of holds',
    what: 'a place is taken that nobody holds',
    plant: (tx, { span }) =>
      sql`update time_spans set taken = taken + 1, capacity = capacity + 1 where id = ${span}`.execute(tx),
    row: ({ span }) => span,
  },
  {
    invariant: 'I2 used of a share = sum of the holds of its channel',
    what: 'a hold is given back and its channel still uses it',
    plant: async (tx, { span, held }) => {
      await keepSharesIn(tx, span, [{ channel: 'web', share: 1 }])
      await sql`delete from holds where order_id = ${held}`.execute(tx)
    },
    row: ({ span }) => `${span} web`,
  },
  {
    invariant: 'I2 a sold order keeps its holds, of its visit and of each set product',
    what: 'the hold of a visit that was sold is gone',
    plant: (tx, seen) => sql`delete from holds where order_id = ${seen.bought} and units = 2`.execute(tx),
    row: bought,
  },
  {
    invariant: 'I2 a sold order keeps its holds, of its visit and of each set product',
    what: 'the hold of what was sold would end',
    plant: (tx, seen) =>
      sql`update holds set expires_at = now() + interval '1 day' where order_id = ${seen.bought}`.execute(tx),
    row: bought,
  },
  {
    invariant: 'I2 nobody holds what no order wants',
    what: 'an order holds more than it wants',
    plant: (tx, { held }) => sql`update holds set units = units + 1 where order_id = ${held}`.execute(tx),
    row: ({ held }) => held,
  },
  {
    invariant: 'I2 a hold never ends before its order',
    what: 'a hold has ended and its order has not',
    plant: (tx, { held }) => sql`update holds set expires_at = now() where order_id = ${held}`.execute(tx),
    row: ({ held }) => held,
  },
  {
    invariant: 'I2 only an order that is not paid counts in a share, by whether it is proved',
    what: 'the address of an order is proved, and its hold still counts among the unproven ones',
    plant: (tx, { held }) => sql`update orders set status = 'ready_checkout' where id = ${held}`.execute(tx),
    row: ({ held }) => held,
  },
  {
    invariant: 'I2 an order that waits for its places holds none, and is not paid',
    what: 'an order waits for places that it holds',
    plant: (tx, { held }) => sql`update orders set places_at_proof = true where id = ${held}`.execute(tx),
    row: ({ held }) => held,
  },
  {
    invariant: 'I3 a ticket a person and one a unit of a set product',
    what: 'a ticket is missing',
    plant: (tx, seen) => sql`delete from tickets where id = 1 and ${ofOrder(seen)}`.execute(tx),
    row: bought,
  },
  {
    invariant: 'I3 tickets only for a completed order',
    what: 'an order was given back and its tickets admit',
    plant: (tx, seen) => sql`update orders set status = 'cancelled' where id = ${seen.bought}`.execute(tx),
    row: bought,
  },
  {
    invariant: 'I3 a completed order has tickets',
    what: 'an order was completed without tickets',
    plant: (tx, seen) => sql`delete from tickets where ${ofOrder(seen)}`.execute(tx),
    row: bought,
  },
  {
    invariant: 'I3 tickets => paid',
    what: 'tickets stand on a payment that failed',
    plant: (tx, { paid }) => sql`update payment_attempts set state = 'failed' where id = ${paid}`.execute(tx),
    row: bought,
  },
  {
    invariant: 'I4 captured - refunded = price of tickets',
    what: 'a capture was not booked',
    plant: (tx, { paid }) => sql`delete from ledger_entries where attempt_id = ${paid}`.execute(tx),
    row: bought,
  },
  {
    invariant: 'I4 captured - refunded = price of tickets',
    what: 'a ticket was revoked and its money kept',
    plant: (tx, seen) => sql`update tickets set revoked_at = now() where ${ofOrder(seen)}`.execute(tx),
    row: bought,
  },
  {
    invariant: 'I5 one capture per attempt',
    what: 'a capture was booked twice',
    plant: (tx, { paid }) =>
      sql`insert into ledger_entries
        select gen_random_uuid(), site_key, order_id, attempt_id, account, amount, kind, 'again', created_at
        from ledger_entries where attempt_id = ${paid}`.execute(tx),
    row: ({ paid }) => paid,
  },
  {
    invariant: 'I5 one paid attempt per order',
    what: 'an order was paid twice',
    plant: (tx, { open, ...seen }) =>
      sql`update payment_attempts set order_id = ${seen.bought}, state = 'captured' where id = ${open}`.execute(
        tx,
      ),
    row: bought,
  },
  {
    invariant: 'I6 an order being paid has an open attempt',
    what: 'a payment failed and its order still waits',
    plant: (tx, { open }) => sql`update payment_attempts set state = 'failed' where id = ${open}`.execute(tx),
    row: ({ away }) => away,
  },
  {
    invariant: 'I6 no payment older than 15 minutes, unless its fate is unknown',
    what: 'a visitor is at the bank for a quarter of an hour',
    plant: (tx, { open }) =>
      sql`update payment_attempts set created_at = now() - interval '16 minutes' where id = ${open}`.execute(
        tx,
      ),
    row: ({ open }) => open,
  },
  {
    invariant: 'I6 what is open is looked at again',
    what: 'nobody looks at an open payment again',
    plant: (tx, { open }) => sql`update payment_attempts set check_at = null where id = ${open}`.execute(tx),
    row: ({ open }) => open,
  },
  {
    invariant: 'I7 ledger sums to zero',
    what: 'the two sides of a booking differ',
    plant: (tx, { paid }) =>
      sql`update ledger_entries set amount = amount - 1 where attempt_id = ${paid} and account = 'sales'`.execute(
        tx,
      ),
    row: ({ paid }) => `${paid}:capture`,
  },
  {
    invariant: 'I8 taken = counted uses',
    what: 'a use is taken that no order has',
    plant: tx => sql`update coupons set taken = taken + 1 where code = ${COUPON}`.execute(tx),
    row: () => `demo ${COUPON}`,
  },
  {
    invariant: 'I8 an order that gave its stock back uses no coupon',
    what: 'an order ended and kept its use',
    plant: (tx, seen) => sql`update orders set status = 'expired' where id = ${seen.bought}`.execute(tx),
    row: bought,
  },
  {
    invariant: 'I9 price = subtotal - membership - coupons',
    what: 'an order costs a yen more',
    plant: (tx, seen) => sql`update orders set price = price + 1 where id = ${seen.bought}`.execute(tx),
    row: bought,
  },
  {
    invariant: 'I1 an order that is not over is looked at when its hold ends',
    what: 'nobody would look at an order that is held',
    plant: async (tx, { held }) => {
      await sql`alter table orders disable trigger orders_keep_check`.execute(tx)
      await sql`update orders set check_at = null where id = ${held}`.execute(tx)
    },
    row: ({ held }) => held,
  },
  {
    invariant: 'I10 buyers are found by what they answered',
    what: 'a buyer is found by the name of somebody else',
    plant: (tx, seen) =>
      sql`insert into found_buyers values (${seen.bought}, 'demo', 'somebody', null, null, now())`.execute(
        tx,
      ),
    row: bought,
  },
  {
    invariant: 'I10 buyers are found by what they answered',
    what: 'a buyer is not found',
    plant: async (tx, seen) => {
      await nameBuyer(tx, seen)
      await sql`delete from found_buyers where order_id = ${seen.bought}`.execute(tx)
    },
    row: bought,
  },
  {
    invariant: 'I10 buyers are found by what they answered',
    what: 'the name of a buyer stayed when the answers were emptied',
    plant: async (tx, seen) => {
      await nameBuyer(tx, seen)
      await sql`alter table orders disable trigger orders_note_buyer`.execute(tx)
      await sql`update orders set customer_info = '[]' where id = ${seen.bought}`.execute(tx)
    },
    row: bought,
  },
  ...(['membership_discount', 'coupon_discount', 'method_discount'] as const).map(column => ({
    invariant: 'I9 shares of lines = deductions of the order' as const,
    what: `a line has a yen too much of its ${column}`,
    plant: (tx: Tx, seen: Rows) =>
      sql`update order_items set ${sql.ref(column)} = ${sql.ref(column)} + 1
        where order_id = ${seen.bought} and position = 0 and kind <> 'set'`.execute(tx),
    row: bought,
  })),
]

test('a purchase, an open payment and a hold break no invariant', async () => {
  expect(await shop.db.read(brokenInvariants)).toEqual([])
})

test('every invariant has a fault that breaks it', () => {
  expect(new Set(FAULTS.map(({ invariant }) => invariant))).toEqual(new Set(Object.keys(INVARIANTS)))
})

test.each(FAULTS)('$invariant: $what, and it is found', async ({ invariant, plant, row }) => {
  expect(await brokenBy(plant)).toContain(`${invariant}: ${row(rows)}`)
})

async function nameBuyer(tx: Tx, { bought: id }: Rows): Promise<void> {
  const answers = JSON.stringify([{ key: 'fullname', value: 'Hana Sato' }])
  await sql`update orders set customer_info = ${answers}::jsonb where id = ${id}`.execute(tx)
}

class UndonePlant extends Error {}

/** The broken invariants after a fault was planted; the fault is rolled back. */
async function brokenBy(plant: Fault['plant']): Promise<string[]> {
  let broken: string[] = []
  const planted = shop.db.transaction(async tx => {
    await plant(tx, rows)
    broken = await brokenInvariants(tx)
    throw new UndonePlant()
  })
  await expect(planted).rejects.toThrow(UndonePlant)
  return broken
}

function ofOrder(seen: Rows) {
  return sql`reservation_id = (select id from reservations where order_id = ${seen.bought})`
}
