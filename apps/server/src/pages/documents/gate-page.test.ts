import { LANGUAGES } from '@kippu/domain/language'
import {
  GATE_PATH,
  GATE_VIEW_ID,
  GATE_WORKER_META,
  GATE_WORKER_PATH,
  type GateView,
} from '@kippu/contract/gate-page'
import { SITE_KEYS, siteOf } from '@kippu/demo/demo-sites'
import { STAFF_TEXTS } from '@kippu/texts/texts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})

afterAll(() => server.close())

const get = (url: string, host: string, app = server) =>
  app.app.inject({ url, headers: { host, cookie: 'lang=th' } })

function viewOf(html: string): GateView {
  const json = new RegExp(`<script type="application/json" id="${GATE_VIEW_ID}">(.*?)</script>`, 's').exec(
    html,
  )
  return JSON.parse(json?.[1] ?? 'null') as GateView
}

test.each(SITE_KEYS)(
  '%s has the gate of the staff, with its words in six languages and nothing of its shop',
  async key => {
    const { statusCode, headers, body } = await get(GATE_PATH, `${key}.localhost`)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const { site, texts, lang } = viewOf(body)
    expect(site).toMatchObject({ key, name: siteOf(key).name })
    // The cookie is a visitor's: the device has its own language, and begins with the site's.
    expect(lang).toBe('ja')
    for (const each of LANGUAGES) expect(Object.keys(texts[each])).toEqual(Object.keys(STAFF_TEXTS))
    for (const absent of ['first-view', '--color-accent', `/sites/${key}/theme`])
      expect(body).not.toContain(absent)
  },
)

test('its policy permits the camera, WebAssembly and its worker, and nothing of others (S-15.04)', async () => {
  const { headers } = await get(GATE_PATH, 'demo.localhost')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self';")
  expect(policy).toContain("frame-src 'none'")
  expect(policy).toContain("worker-src 'self'")
  expect(policy).toContain("'wasm-unsafe-eval'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types kippu-entry kippu-gate-worker")
  expect(headers['permissions-policy']).toContain('camera=(self)')
})

test('it names its worker, which may serve the page; GATE_OFFLINE=off takes the worker back, and leaves what the tickets kept', async () => {
  const page = await get(GATE_PATH, 'demo.localhost')
  const worker = await get(GATE_WORKER_PATH, 'demo.localhost')
  expect(page.body).toContain(`<meta name="${GATE_WORKER_META}" content="${GATE_WORKER_PATH}">`)
  expect(worker.body).toBe('/* the worker of the gate */')
  expect(worker.headers).toMatchObject({ 'cache-control': 'no-cache' })
  const off = await createShop({ catalogue: 'demo', variables: { GATE_OFFLINE: 'off' } })
  const [without, gone] = [
    await get(GATE_PATH, 'demo.localhost', off),
    await get(GATE_WORKER_PATH, 'demo.localhost', off),
  ]
  await off.close()
  expect(without.body).not.toContain(GATE_WORKER_META)
  expect(String(without.headers['content-security-policy'])).not.toContain('worker-src')
  expect(gone.body).toContain('kippu-gate-')
  expect(gone.body).not.toContain('kippu-tickets-')
})

test('/gate/ leads to the page', async () => {
  const { statusCode, headers } = await get(`${GATE_PATH}/`, 'demo.localhost')
  expect([statusCode, headers.location]).toEqual([301, GATE_PATH])
})
