import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { kippuAs as commandAs } from '../../../test/kippu.ts'

let server: DemoShop
beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})
afterAll(() => server.close())

const kippuAs = (staffName: string | undefined, ...args: readonly string[]) =>
  commandAs(server, staffName, args)
const kippu = (...args: readonly string[]) => kippuAs(undefined, 'webhooks', ...args)

test('a site has a third party told, by commands that leave their line', async () => {
  const added = await kippu('add', 'demo', 'https://accounting.example/kippu', '--events', 'order.refunded')
  expect(added).toEqual({ code: 0, text: expect.stringMatching(/^Endpoint .*\nwhsec_[A-Za-z0-9+/]{43}=$/) })
  const id = /Endpoint ([0-9a-f-]{36})/.exec(added.text)?.[1] ?? ''
  expect((await kippu('list', 'demo')).text).toMatch(/accounting\.example.*order\.refunded +0 +0 +0/)
  expect((await kippu('list', 'mori')).text).toBe('The site tells nobody.')
  expect((await kippu('log', 'demo', id)).text).toBe('Nothing was sent yet.')
  expect((await kippu('test', 'demo', id)).code).toBe(0)
  expect((await kippu('redeliver', 'demo', id, 'dead')).code).toBe(1)
  expect((await kippu('rotate', 'demo', id)).text).toMatch(/whsec_/)
  expect(await kippu('rotate', 'demo', id)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/two secrets sign already/),
  })
  // What belongs to one site is not found at another.
  for (const verb of ['rotate', 'remove', 'test']) expect((await kippu(verb, 'mori', id)).code).toBe(1)
  expect(await kippu('remove', 'demo', id)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/accounting\.example.*told nothing any more[^]*Nothing is done yet/),
  })
  expect((await kippu('remove', 'demo', id, '--yes')).code).toBe(0)
  expect((await kippu('test', 'demo', id)).code).toBe(1)

  const { rows } = await server.db.read(read =>
    sql<{
      verb: string
      details: string
    }>`select verb, details::text from staff_actions where subject = ${id} and site_key = 'demo' order by id`.execute(
      read,
    ),
  )
  expect(rows.map(({ verb }) => verb)).toEqual([
    'webhooks add',
    'webhooks test',
    'webhooks rotate',
    'webhooks remove',
  ])
  expect(rows[0]?.details).toContain('"https://accounting.example"')
})

test.each([
  ['add', 'demo'],
  ['add', 'demo', 'ftp://x.example/'],
  ['add', 'demo', 'https://user:word@x.example/'],
  ['add', 'demo', 'https://x.example/', '--events', 'order.completed,order.lost'],
  ['log', 'demo', 'x'],
  ['redeliver', 'demo', 'x', 'dead'],
  ['paint', 'demo'],
])('%s %s %s is a usage error', async (...args) => {
  expect((await kippu(...args.filter(word => word !== undefined))).code).toBe(2)
})

test('who keeps one site sets its receivers, and sees no address with a secret of the deployment', async () => {
  await server.db.transaction(tx =>
    sql`insert into staff (name, role, site_keys) values ('mika', 'manager', '{demo}')`.execute(tx),
  )
  expect((await kippuAs('mika', 'webhooks', 'list', 'demo')).code).toBe(0)
  expect((await kippuAs('mika', 'webhooks', 'list', 'mori')).code).toBe(2)
  expect(await kippuAs('mika', 'webhooks')).toMatchObject({
    code: 1,
    text: expect.stringContaining('deployment:write'),
  })
})
