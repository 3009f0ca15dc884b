import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { kippuAs } from '../../../test/kippu.ts'
import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { createTokens } from '../tokens.ts'
import { NO_ROOT, readSealable, rootOf, sealActions, sealedLine } from './seal-actions.ts'
import { byStaff } from './staff-verb.ts'
import { verifyActions } from './verify-actions.ts'

const OWNER = { name: 'aki', role: 'owner', siteKeys: null } as const
let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
  await run(sql`
    insert into staff_actions (at, site_key, staff, permission, verb, subject, details, reason)
    select now() - interval '2 hours', 'demo', 'ren', 'refunds:write', 'refund', 'NUMBER' || n, jsonb_build_object('yen', n, 'said', 'hana'), 'ill'
      from generate_series(1, 6) n`)
  for (const hours of [0, 1]) {
    server.clock.set(`2027-01-01T1${hours}:00:00+09:00`)
    await sealActions(deps())
    await run(sql`insert into staff_actions (at, site_key, staff, permission, verb, subject)
                  values (now(), 'demo', 'ren', 'gate:write', 'gates close', ${String(hours)})`)
  }
})
afterAll(() => server.close())

const deps = () => ({ ...server.deps, clock: server.clock })
const run = (query: ReturnType<typeof sql>) => server.db.transaction(tx => query.execute(tx))
const verified = (of = server.deps) => verifyActions(byStaff(OWNER, of), {})
const kindsOf = async () =>
  (await verified()).faults.map(fault => ('action' in fault ? `${fault.kind} ${fault.action}` : fault.kind))

/** Does something as the owner of the tables, who switches the triggers off, looks, and takes it back. */
async function faultsAfter(...changes: ReadonlyArray<ReturnType<typeof sql>>): Promise<string[]> {
  await run(sql`create table kept_actions as select * from staff_actions`)
  await run(sql`create table kept_seals as select * from log_seals`)
  await run(sql`alter table staff_actions disable trigger all`)
  for (const change of changes) await run(change)
  const kinds = await kindsOf()
  await run(sql`delete from staff_actions`)
  await run(sql`insert into staff_actions overriding system value select * from kept_actions`)
  await run(sql`delete from log_seals`)
  await run(sql`insert into log_seals overriding system value select * from kept_seals`)
  await run(sql`alter table staff_actions enable trigger all`)
  await run(sql`drop table kept_actions, kept_seals`)
  return kinds
}

test('the log is as it was sealed, by former keys too; what came since is not protected, and the log has the root', async () => {
  const { roots, ...all } = await verified()
  expect(all).toEqual({ faults: [], seals: 2, sealed: 7, unprotected: 1 })
  expect(server.logged.some(line => line.includes(`"root":"${roots.at(-1)}"`))).toBe(true)
  const rotated = createTokens('another key of thirty-two characters', [server.deps.env.secretKey])
  expect((await verified({ ...server.deps, tokens: rotated })).faults).toEqual([])
  const other = createTokens('another key of thirty-two characters', [])
  expect((await verified({ ...server.deps, tokens: other })).faults).not.toEqual([])
})

test('what an erasure empties is not altered', async () => {
  const emptied = await faultsAfter(
    sql`update staff_actions set reason = null where id = 1`,
    sql`update staff_actions set details = '{"yen": 2, "said": null}' where id = 2`,
    sql`update staff_actions set details = '{}' where id = 3`,
  )
  expect(emptied).toEqual([])
})

test.each([
  ['another person', [sql`update staff_actions set staff = 'aki' where id = 2`], ['altered 2']],
  ['another time', [sql`update staff_actions set at = at + interval '1 second' where id = 2`], ['altered 2']],
  ['another reason', [sql`update staff_actions set reason = 'ill, too' where id = 2`], ['altered 2']],
  [
    'another amount',
    [sql`update staff_actions set details = '{"yen": 9, "said": "hana"}' where id = 2`],
    ['altered 2'],
  ],
  [
    'one detail more',
    [sql`update staff_actions set details = details || '{"more": 1}' where id = 2`],
    ['altered 2'],
  ],
  ['a line that is gone', [sql`delete from staff_actions where id = 3`], ['removed 3']],
  [
    'a line in the place of another',
    [
      sql`delete from staff_actions where id = 4`,
      sql`insert into staff_actions overriding system value select 4, at, site_key, staff, permission, verb, subject, details, reason from staff_actions where id = 5`,
    ],
    ['altered 4'],
  ],
  [
    'digests without what was removed',
    [
      sql`delete from staff_actions where id = 3`,
      sql`update log_seals set digests = (select json_agg(d)::text from json_array_elements(digests::json) d where d ->> 'id' <> '3') where after_id = 0`,
    ],
    ['seal altered'],
  ],
  [
    'a seal of other lines',
    [sql`update log_seals set digests = '[]' where after_id = 6`],
    ['seal altered', 'added 7'],
  ],
  [
    'a seal that is no list',
    [sql`update log_seals set digests = 'x' where after_id = 6`],
    ['seal altered', 'added 7'],
  ],
  ['a seal that is gone', [sql`delete from log_seals where after_id = 0`], ['seal removed', 'seal altered']],
] as const)('%s is found, though the triggers were off', async (_, changes, found) => {
  expect(await faultsAfter(...changes)).toEqual(found)
})

test('a line that was put among sealed ones is found', async () => {
  const added = await faultsAfter(
    sql`delete from staff_actions where id = 2`,
    sql`update log_seals set digests = (select json_agg(d)::text from json_array_elements(digests::json) d where d ->> 'id' <> '2') where after_id = 0`,
    sql`insert into staff_actions overriding system value select 2, at, site_key, 'umi', permission, verb, subject, details, reason from staff_actions where id = 1`,
  )
  expect(added).toEqual(['seal altered', 'added 2'])
})

test('an altered line is found though triggers were off and digests and root were computed anew, by whoever lacks the key', async () => {
  const key = Buffer.alloc(32)
  const lines = await server.db.read(read => readSealable(read, { after: 0, through: 6 }))
  const details = { yen: '9', said: '"hana"' }
  const altered = lines.map(line => (line.id === 2 ? { ...line, details } : line))
  const digests = JSON.stringify(altered.map(line => sealedLine(key, line)))
  const root = rootOf(key, { afterId: 0, throughId: 6, digests }, NO_ROOT)
  const found = await faultsAfter(
    sql`update staff_actions set details = '{"yen": 9, "said": "hana"}' where id = 2`,
    sql`update log_seals set digests = ${digests}, root = ${root} where after_id = 0`,
  )
  // No line of it has a digest of the key, and the seal behind it follows from another root.
  expect(found).toEqual(['seal altered', ...lines.map(({ id }) => `altered ${id}`), 'seal altered'])
})

test('two workers seal once, and not again within the hour', async () => {
  const hour = server.clock.now() + 3_600_000
  server.clock.advance(60_000)
  expect(await sealActions(deps())).toBe(false)
  server.clock.advance(hour - server.clock.now())
  const both = await Promise.all([sealActions(deps()), sealActions(deps())])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect((await verified()).faults).toEqual([])
})

test('kippu actions verify names what is not as it was, and a root of the log that no seal has', async () => {
  const [root] = (await verified()).roots
  expect(await kippuAs(server, 'aki', ['actions', 'verify'])).toMatchObject({ code: 0 })
  expect(await kippuAs(server, 'aki', ['actions', 'verify', '--root', String(root)])).toMatchObject({
    code: 0,
  })
  expect(await kippuAs(server, 'aki', ['actions', 'verify', '--root', 'ab'.repeat(32)])).toMatchObject({
    code: 1,
    text: expect.stringContaining('no seal has this root'),
  })
  await run(sql`alter table staff_actions disable trigger all`)
  await run(sql`update staff_actions set subject = 'X' where id = 5`)
  await run(sql`alter table staff_actions enable trigger all`)
  expect(await kippuAs(server, 'aki', ['actions', 'verify'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('action 5 was altered'),
  })
})

test('the first seal of a day goes to the owners who have a mail address, and no later one', async () => {
  await run(sql`insert into staff (name, role, email) values ('aki', 'owner', 'aki@museum.example'), ('umi', 'owner', null),
                ('ren', 'box_office', 'ren@museum.example')`)
  const mailed = async () => (await server.queued()).filter(({ name }) => name === 'send-staff-mail')
  const sealed = async (at: string) => {
    await run(sql`insert into staff_actions (at, site_key, staff, permission, verb, subject)
                  values (now(), 'demo', 'ren', 'gate:write', 'gates close', ${at})`)
    server.clock.set(at)
    return sealActions(deps())
  }
  expect([await sealed('2027-01-01T23:30:00+09:00'), (await mailed()).length]).toEqual([true, 0])
  expect(await sealed('2027-01-02T00:40:00+09:00')).toBe(true)
  expect(await mailed()).toMatchObject([{ staff: 'aki', about: { kind: 'seal' } }])
  expect([await sealed('2027-01-02T02:00:00+09:00'), (await mailed()).length]).toEqual([true, 1])
})
