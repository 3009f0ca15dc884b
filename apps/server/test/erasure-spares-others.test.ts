import { randomUUID } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { buyerColumns } from '../src/orders/buyers/buyer.ts'
import { runCli } from '../src/cli/run-cli.ts'
import type { Bought } from './shop/stripe.ts'
import { createShop, type StripeShop } from './shop/shop.ts'

/** What is erased of one visitor, where what they wrote is what everybody writes. */

const MAIL = 'hana@yume.example'
const NAME = '夢野 花'
const PHONE = '09012345678'

let shop: StripeShop
let own: Bought
let other: Bought

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
  await shop.resetStock()
  own = await shop.buy(1)
  await shop.resetStock()
  other = await shop.buy(1)
})
afterAll(() => shop.close())

const run = (...statements: ReadonlyArray<RawBuilder<unknown>>) =>
  shop.db.transaction(async tx => {
    for (const statement of statements) await statement.execute(tx)
  })

const rowsOf = async (statement: RawBuilder<unknown>): Promise<unknown[]> =>
  (await shop.db.read(read => statement.execute(read))).rows

async function kippu(...args: readonly string[]) {
  const out: string[] = []
  const say = (text: string) => out.push(text)
  const code = await runCli(args, { open: () => shop.deps, out: say, err: say })
  return { code, out: out.join('\n') }
}

const answering = ({ orderId }: Bought, answers: Readonly<Record<string, string>>) => {
  const { customer_info, email } = buyerColumns(
    Object.entries(answers).map(([key, value]) => ({ key, value })),
  )
  return sql`update orders set customer_info = ${customer_info}::jsonb, email = ${email} where id = ${orderId}`
}

const action = (siteKey: string | null, reason: string | null, details: unknown) =>
  sql`insert into staff_actions (at, site_key, staff, permission, verb, subject, details, reason)
      values (now(), ${siteKey}, 'aki', 'sales:write', 'sales stop', 'all', ${JSON.stringify(details)}::jsonb, ${reason})`

const handingOn = (siteKey: string) => {
  const share = randomUUID()
  return [
    sql`insert into shares (id, site_key, reservation_id, token_hash, created_at)
        values (${share}, ${siteKey}, ${other.reservationId}, ${Buffer.from(share)}, now())`,
    sql`insert into share_mails (id, share_id, reservation_id, recipient_hash, email, giver_name, message, lang, created_at)
        values (gen_random_uuid(), ${share}, ${other.reservationId}, '\\x00', ${MAIL}, 'x', ${siteKey}, 'ja', now())`,
  ]
}

const actions = () =>
  rowsOf(sql`select reason, details from staff_actions where verb = 'sales stop' order by id`)

test('common words take nothing of others; what names the visitor goes alone, also without a site; mails of another site stay', async () => {
  const issued = await shop.call('POST', `/api/v1/receipts/${own.token}`, { addressee: '上様' })
  expect(issued.status).toBe(201)
  await run(
    answering(own, {
      fullname: NAME,
      email: MAIL,
      phone: PHONE,
      address: '東京都',
      questionnaire1: 'no',
      questionnaire2: 'なし',
      questionnaire3: 'はい',
    }),
    action('demo', '特になし。上様の領収書、東京都。はい', { no: 3, orders: 2, why: 'not known' }),
    action(null, '夢野花様の件', { yen: 1_500 }),
    action(null, null, { yen: 1_500, said: [`call ${PHONE}`], why: 'rain' }),
    sql`update time_spans set sale_state = 'stopped', stopped_at = now(), stop_reason = '理由なし' where id = (select time_span_id from orders where id = ${other.orderId})`,
    ...handingOn('demo'),
    ...handingOn('chamnelio'),
  )
  const exported = JSON.parse((await kippu('person', 'export', 'demo', MAIL)).out) as {
    held: Array<{ part: string; rows: unknown[] }>
  }
  expect(exported.held.find(({ part }) => part === 'share_mails')?.rows).toEqual([
    expect.objectContaining({ message: 'demo' }),
  ])
  const erase = (...more: readonly string[]) =>
    kippu('person', 'erase', 'demo', MAIL, '--force', '--reason', 'asked', '--json', ...more)
  const plan = JSON.parse((await erase()).out) as { word: string; losing: unknown }
  expect(plan.losing).toEqual([
    { part: 'reasons_of_actions', rows: [expect.objectContaining({ reason: '夢野花様の件' })] },
    { part: 'details_of_actions', rows: [expect.objectContaining({ verb: 'sales stop' })] },
  ])
  expect(await erase('--confirm', plan.word)).toMatchObject({ code: 0 })
  expect(await actions()).toEqual([
    {
      reason: '特になし。上様の領収書、東京都。はい',
      details: { no: 3, orders: 2, why: 'not known' },
    },
    { reason: null, details: { yen: 1_500 } },
    { reason: null, details: { yen: 1_500, said: null, why: 'rain' } },
  ])
  expect(await rowsOf(sql`select stop_reason from time_spans where stop_reason is not null`)).toEqual([
    { stop_reason: '理由なし' },
  ])
  expect(await rowsOf(sql`select message from share_mails`)).toEqual([{ message: 'chamnelio' }])
})

test('an order without an address leads to its member, and to everything of the member’s own address', async () => {
  const member = randomUUID()
  await run(
    sql`insert into members (id, site_key, login_id, password_hash, name, resident_area, email, phone, age, gender)
        values (${member}, 'demo', 'm-1', 'x', 'Mori', '', 'Mori@yume.example', '', '', '')`,
    answering(other, {}),
    sql`update orders set member_id = ${member} where id = ${other.orderId}`,
    sql`insert into magazine_readers (id, site_key, email, token_hash) values (gen_random_uuid(), 'demo', 'mori@yume.example', '\\x01')`,
  )
  const { held } = JSON.parse((await kippu('person', 'export', 'demo', other.number)).out) as {
    held: Array<{ part: string }>
  }
  expect(held.map(({ part }) => part)).toEqual(
    expect.arrayContaining(['orders', 'members', 'magazine_readers']),
  )
})
