import { LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS } from '@kippu/demo/registry'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { TEST_TODAY } from '../../../test/test-today.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../../platform/db/patience.ts'
import { seed } from '../../sites/seed/seed.ts'
import { seedDemo } from './seed-demo.ts'

let server: TestDatabase
let db: Database

beforeEach(async () => {
  server = await createTestDatabase('seeded')
  db = openDatabase(server.url, { poolSize: 2, patience: FOR_WHOLE_TABLES })
})

afterEach(async () => {
  await db.close()
  await server.drop()
})

async function start(): Promise<void> {
  await seed(db)
  await seedDemo(db, { today: TEST_TODAY })
}

const CODES = `
  FLAT500 FLAT300PER RATE10 RATE20 INVITE1 INVITE2 INVITE3 INVITE4 INVITE5 INVITE6 INVITE7 INVITE8 INVITE9 CAMPAIGN
  CAMPAIGN2 EXPIRED NOTYET USEDUP SPOTONLY INACTIVE BADTYPE WEEKDAY OTHERPRODUCT FREE100`
  .trim()
  .split(/\s+/)

test('the demo has one coupon for each kind and each reason to be refused, every other site one of each kind, with names (S-3.10, S-16.01)', async () => {
  const coupons = await db.read(tx => tx.selectFrom('coupons').select(['id', 'code', 'site_key']).execute())
  const ofSite = (key: string) => coupons.filter(({ site_key }) => site_key === key).map(({ code }) => code)
  expect(ofSite('demo').toSorted()).toEqual(CODES.toSorted())
  for (const key of SITE_KEYS.filter(each => each !== 'demo'))
    expect([key, ofSite(key).toSorted()]).toEqual([key, ['CAMPAIGN', 'FLAT500', 'INVITE1', 'RATE10']])
  const names = await db.read(tx => tx.selectFrom('coupon_texts').selectAll().execute())
  for (const { id, code } of coupons) {
    const own = names.filter(name => name.coupon_id === id)
    expect([code, own.map(({ lang }) => lang).toSorted()]).toEqual([code, LANGUAGES.toSorted()])
    expect(own.every(({ name }) => name.length > 3)).toBe(true)
  }
})

test('the next start reverts no use and changes neither a rule nor a name (S-16.03)', async () => {
  await db.transaction(tx =>
    tx
      .updateTable('coupons')
      .set({ taken: 1, discount_amount: 700, ends_on: '2026-12-31' })
      .where('code', '=', 'INVITE1')
      .where('site_key', '=', 'demo')
      .execute(),
  )
  await db.transaction(tx => tx.deleteFrom('coupon_products').execute())
  await db.transaction(tx => tx.updateTable('coupon_texts').set({ name: 'old' }).execute())
  await start()
  const kept = await db.read(tx =>
    tx
      .selectFrom('coupons')
      .innerJoin('coupon_texts', 'coupon_id', 'coupons.id')
      .select(['taken', 'discount_amount', 'ends_on', 'name'])
      .where('code', '=', 'INVITE1')
      .where('site_key', '=', 'demo')
      .where('lang', '=', 'ja')
      .executeTakeFirstOrThrow(),
  )
  expect(kept).toEqual({ taken: 1, discount_amount: 700, ends_on: '2026-12-31', name: 'old' })
  expect(await db.read(tx => tx.selectFrom('coupon_products').selectAll().execute())).toEqual([])
})

test('d Barai is 200 yen cheaper, and another discount of the venue stays (S-4.01)', async () => {
  const discount = () =>
    db.read(tx =>
      tx
        .selectFrom('payment_methods')
        .select(['discount_type', 'discount_amount'])
        .where('site_key', '=', 'demo')
        .where('method', '=', 'gmo_d_pay')
        .executeTakeFirstOrThrow(),
    )
  expect(await discount()).toEqual({ discount_type: 'fixed', discount_amount: 200 })
  await db.transaction(tx =>
    tx
      .updateTable('payment_methods')
      .set({ discount_type: 'percent', discount_amount: 3 })
      .where('site_key', '=', 'demo')
      .where('method', '=', 'gmo_d_pay')
      .execute(),
  )
  await start()
  expect(await discount()).toEqual({ discount_type: 'percent', discount_amount: 3 })
})
