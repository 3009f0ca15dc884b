import { LANGUAGES } from '@kippu/domain/language'
import { SITE_KEYS, siteOf } from '@kippu/demo/registry'
import { afterEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { isPasswordOf } from '../../orders/membership/password.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { seedDemoMembers } from './seed-demo-members.ts'

let server: TestDatabase
let db: Database

const open = async (filling: 'empty' | 'seeded') => {
  server = await createTestDatabase(filling)
  db = openDatabase(server.url, { poolSize: 4 })
}

afterEach(async () => {
  await db.close()
  await server.drop()
})

const contents = () =>
  db.read(async tx => ({
    members: await tx.selectFrom('members').selectAll().orderBy('id').execute(),
    promotions: await tx.selectFrom('membership_promotions').selectAll().orderBy('id').execute(),
    texts: await tx.selectFrom('membership_promotion_texts').selectAll().orderBy('promotion_id').execute(),
  }))

test('the demo has a member with a password and two promotions with names in every language (R-1.02, S-5.01)', async () => {
  await open('seeded')
  const member = await db.read(tx =>
    tx
      .selectFrom('members')
      .innerJoin('membership_promotions', 'membership_promotions.id', 'members.promotion_id')
      .select(['password_hash', 'membership_value', 'promotion_type', 'promotion_amount'])
      .where('members.site_key', '=', 'demo')
      .where('login_id', '=', 'member@example.com')
      .executeTakeFirstOrThrow(),
  )
  expect(member).toMatchObject({ membership_value: 'gold', promotion_type: 'percent', promotion_amount: 10 })
  expect(member.password_hash).toMatch(/^\$argon2id\$/)
  expect(await isPasswordOf(member.password_hash, 'correct horse battery')).toBe(true)
  expect(await isPasswordOf(member.password_hash, 'correct horse')).toBe(false)
  const names = await db.read(tx =>
    tx
      .selectFrom('membership_promotion_texts')
      .innerJoin('membership_promotions', 'id', 'promotion_id')
      .select(['membership_value', 'lang'])
      .where('site_key', '=', 'demo')
      .execute(),
  )
  expect(names).toHaveLength(2 * LANGUAGES.length)
})

test('the site of a venue gets no member whose password everybody knows', async () => {
  await open('empty')
  await seedDemoMembers(db, new Set(['demo']))
  const { members, promotions } = await contents()
  expect(members.length).toBeGreaterThan(0)
  expect([...members, ...promotions].filter(({ site_key: key }) => key === 'demo')).toEqual([])
})

test('seeding again changes nothing, hashes included (S-16.03)', async () => {
  await open('seeded')
  const before = await contents()
  await seedDemoMembers(db)
  expect(await contents()).toEqual(before)
})

test('every site that has members has one, and servers that seed at the same time create each once (S-16.01, S-16.03)', async () => {
  await open('empty')
  await Promise.all([seedDemoMembers(db), seedDemoMembers(db), seedDemoMembers(db)])
  const members = await db.read(tx =>
    tx
      .selectFrom('members')
      .innerJoin('membership_promotions', 'membership_promotions.id', 'members.promotion_id')
      .select(['members.site_key', 'login_id', 'membership_value'])
      .orderBy('members.site_key')
      .orderBy('login_id')
      .execute(),
  )
  const byPassword = SITE_KEYS.filter(key => key !== 'boc' && !siteOf(key).membership.disabled)
  expect(byPassword).toHaveLength(13)
  expect(members.map(row => Object.values(row).join(' ')).toSorted()).toEqual(
    [
      'boc boc-1001 gold',
      'boc boc-1002 silver',
      ...byPassword.map(key => `${key} member@example.com gold`),
    ].toSorted(),
  )
})
