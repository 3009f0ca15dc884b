import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { gmoShop } from '../../test/gmo-shop.ts'
import { running } from '../../test/running.ts'
import { storeEndpoint } from '../../test/store-endpoint.ts'
import { isTaken, type Notice } from './notice.ts'

test.each<[Notice['accepts'], string, boolean]>([
  [{ status: '2xx' }, '', true],
  [{ text: '0' }, '0\n', true],
  [{ text: '0' }, '00', false],
  [{ startsWith: 'OK,' }, 'OK,', true],
  [{ startsWith: 'OK,' }, 'NG,busy', false],
  [{ contains: '[accepted]' }, '[accepted]', true],
  [{ contains: '[accepted]' }, 'accepted', false],
])('%o accepts the body %j: %s, and no body with an error status', (accepts, text, taken) => {
  const notice: Notice = { id: 'n1', provider: 'gmo', url: '/', headers: {}, body: '', accepts }
  expect(isTaken(notice, { ok: true, text })).toBe(taken)
  expect(isTaken(notice, { ok: false, text })).toBe(false)
})

test('a notice of a process killed before it was kept is sent at the next start', async () => {
  const first = await running()
  await gmoShop(first.url).pay('1112')
  await first.close()
  rmSync(join(first.dataDir, 'simulators/notices.jsonl'))
  const store = await storeEndpoint(['0'])
  const second = await first.restart({ storeUrl: store.url })
  expect((await store.count(1))[0]?.body).toContain('Status=AUTH')
  await expect.poll(() => kept(second.dataDir)).toContain('"taken":true')
  await second.close()

  // A notice that was accepted is never sent again.
  const third = await second.restart({ storeUrl: store.url })
  await gmoShop(third.url).pay('1112', { OrderID: 'o2' })
  expect((await store.count(2))[1]?.body).toContain('OrderID=o2')
})

test('notices of a store without an address wait for it', async () => {
  const first = await running()
  await gmoShop(first.url).pay('1112')
  await first.close()
  expect(kept(first.dataDir)).not.toContain('progress')
  const store = await storeEndpoint(['0'])
  await first.restart({ storeUrl: store.url })
  expect(await store.count(1)).toHaveLength(1)
})

test('notices that are kept back are sent once they are released', async () => {
  const store = await storeEndpoint(['0'])
  const shop = gmoShop((await running({ storeUrl: store.url })).url)
  expect((await shop.control('notices', { held: true })).status).toBe(204)
  await shop.pay('1112')
  await shop.pay('1112', { OrderID: 'o2' })
  expect(store.received).toEqual([])
  await shop.control('notices', { held: false })
  expect(await store.count(2)).toHaveLength(2)
  await shop.pay('1112', { OrderID: 'o3' })
  expect(await store.count(3)).toHaveLength(3)
})

test('a switch refuses a value that it does not know, and an unknown switch is not found', async () => {
  const shop = gmoShop((await running()).url)
  expect((await shop.control('gmo', { three_ds_shape: 'round' })).status).toBe(400)
  expect((await shop.control('clock', { ahead_seconds: 'soon' })).status).toBe(400)
  expect((await shop.control('nothing', {})).status).toBe(404)
})

function kept(dataDir: string): string {
  return readFileSync(join(dataDir, 'simulators/notices.jsonl'), 'utf8')
}
