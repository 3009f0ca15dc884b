import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { listenOnHost, serveFront } from '../../../tools/start/dev/front.ts'
import { type LiveWeb, openLiveWeb } from '../../../tools/start/dev/live-web.ts'
import { askForWeb } from '../../../tools/start/dev/web-calls.ts'
import { createShop, type DemoShop } from './shop/shop.ts'

/** The store as `npm run dev` composes it: Vite in front, the whole server behind. */
let folder: string
let front: Server
let web: LiveWeb
let store: DemoShop
let origin: string
let storeReady: () => Promise<void> = async () => undefined

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kippu-development-'))
  front = createServer()
  web = await openLiveWeb({ httpServer: front, cacheDir: path.join(folder, 'vite'), quiet: true })
  await listenOnHost(front, '127.0.0.1', 0)
  origin = `http://127.0.0.1:${portOf(front)}`
  store = await createShop({
    catalogue: 'demo',
    replace: () => ({ web: askForWeb(origin, path.join(folder, 'assets')) }),
  })
  await store.app.listen({ host: '127.0.0.1', port: 0 })
  serveFront(front, { web, storePort: portOf(store.app.server), storeReady: async () => storeReady() })
})

afterAll(async () => {
  await store.close()
  await web.close()
  front.close()
  front.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
})

function portOf(server: { address(): AddressInfo | string | null }): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function pageOf(url: string): Promise<{ readonly html: string; readonly policy: string }> {
  const answer = await fetch(origin + url)
  expect(answer.status).toBe(200)
  return { html: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
}

const ENTRIES = [
  { url: '/', entry: '/src/app/start-order.ts', shown: 'チケットのご購入', sheet: 'order-screen.module.css' },
  { url: '/tickets/', entry: '/src/app/start-ticket.ts', shown: '<main', sheet: 'page.module.css' },
] as const

test.each(ENTRIES)('$url comes with its first view, its styles and the hot client', async page => {
  const { html } = await pageOf(page.url)
  expect(html.slice(html.indexOf('id="root"'))).toContain(page.shown)
  expect(html).toContain('src="/@vite/client"')
  expect(html).toContain(`src="${page.entry}"`)
  const head = html.slice(0, html.indexOf('</head>'))
  for (const sheet of ['tokens.css', page.sheet])
    expect(head).toMatch(new RegExp(`<style data-vite-dev-id="[^"]*/${sheet}">[^<]*\\{`))
})

test('/gate comes with its colours and the hot client; its screens are rendered by the browser', async () => {
  const { html } = await pageOf('/gate')
  for (const part of ['/src/app/start-gate.ts', '/@vite/client', 'gate-tokens.css'])
    expect(html).toContain(part)
  expect(html).not.toContain('order-screen.module.css')
})

test('Vite’s scripts and styles may run; all else is as the policy of production says', async () => {
  const { policy } = await pageOf('/')
  expect(policy).toContain("script-src * 'unsafe-inline';")
  const built = await store.app.inject({ url: '/', headers: { host: '127.0.0.1' } })
  const others = (text: string): string => text.replaceAll(/(?:script|style)-src [^;]*; /g, '')
  expect(others(policy).replace(` ws://${new URL(origin).host}`, '')).toBe(
    others(String(built.headers['content-security-policy'])),
  )
})

test('Vite may make markup of texts', async () => {
  for (const { url } of ENTRIES) {
    const { headers } = await fetch(origin + url)
    const built = await store.app.inject({ url, headers: { host: '127.0.0.1' } })
    expect(Object.values(built.headers).join(' ')).toContain('trusted-types')
    expect([...headers.values()].join(' ')).not.toContain('trusted-types')
  }
})

test('modules are served with hot replacement of components', async () => {
  const module = await (await fetch(`${origin}/src/ui/button.tsx`)).text()
  expect(module).toContain('@react-refresh')
  expect(module).toContain('import.meta.hot')
})

test('keys and sources of the server stay out of reach of the browser', async () => {
  const root = path.resolve(import.meta.dirname, '../../..')
  const statusOf = async (file: string): Promise<number> =>
    (await fetch(`${origin}/@fs${root}/${file}`)).status
  for (const file of ['apps/server/src/platform/variables/env.ts', 'package.json?raw'])
    expect(await statusOf(file)).toBe(403)
  // Where no stack has run there is no key yet.
  expect(await statusOf('.data/secret-key?raw')).not.toBe(200)
})

test('a call is passed on with its host, body and status', async () => {
  const langs = await fetch(`${origin}/api/v1/langs`)
  expect(await langs.json()).toHaveLength(6)
  const refused = await fetch(`${origin}/api/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"products":',
  })
  expect(refused.status).toBe(400)
})

test('a call while the store starts again waits for it; one to a broken store is told why', async () => {
  let isReady = false
  const { promise, resolve } = Promise.withResolvers<void>()
  storeReady = async () => {
    await promise
    isReady = true
  }
  const asked = once(front, 'request')
  const waiting = fetch(`${origin}/healthz`)
  await asked
  expect(isReady).toBe(false)
  resolve()
  expect((await waiting).status).toBe(200)
  expect(isReady).toBe(true)
  storeReady = () => Promise.reject(new Error('The store (tools/start/dev/store.ts) ended with code 1'))
  const broken = await fetch(`${origin}/`)
  expect(broken.status).toBe(503)
  expect(await broken.text()).toBe('The store (tools/start/dev/store.ts) ended with code 1')
  const page = await (await fetch(`${origin}/`, { headers: { accept: 'text/html' } })).text()
  expect(page).toContain('The store (tools/start/dev/store.ts) ended with code 1')
  expect(page).toContain('src="/@vite/client"')
})
