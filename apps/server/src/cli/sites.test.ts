import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { siteOf } from '@kippu/sites/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestApp, type TestApp } from '../../test/app.ts'
import { createSiteDirectory } from '../http/sites.ts'
import { runCli } from './run-cli.ts'

let server: TestApp
let sitesDir: string

beforeAll(async () => {
  sitesDir = mkdtempSync(path.join(tmpdir(), 'kippu-sites-'))
  server = await createTestApp({
    replace: ({ env }) => ({
      sites: createSiteDirectory(env, [{ ...siteOf('demo'), isOpen: false }, siteOf('mori')]),
    }),
  })
})

afterAll(async () => {
  await server.close()
  rmSync(sitesDir, { recursive: true })
})

const kippu = async (...args: readonly string[]) => {
  const said: string[] = []
  const out = (text: string) => said.push(text)
  const variables = { SITES_DIR: sitesDir }
  const code = await runCli(['sites', ...args], { open: () => server.deps, out, err: out, variables })
  return { code, text: said.join('\n') }
}

test('preview prints a link that shows a store that is not open, and the address of one that is', async () => {
  const { code, text } = await kippu('preview', 'demo', '--days', '1')
  expect(code).toBe(0)
  const [link = ''] = text.split('\n')
  const { pathname } = new URL(link)
  const seen = await server.app.inject({ url: pathname, headers: { host: 'demo.localhost' } })
  expect(seen.body).toContain('order of demo in ja')
  server.clock.advance(86_400_000)
  expect((await server.app.inject({ url: pathname, headers: { host: 'demo.localhost' } })).statusCode).toBe(
    404,
  )
  expect((await kippu('preview', 'mori')).text).toMatch(/^mori is open: /)
})

test('diff says nothing of a site as the product has it, and names what the database serves instead', async () => {
  expect(await kippu('diff', 'mori')).toEqual({ code: 0, text: 'mori is as the product has it.' })
  await server.db.transaction(async tx => {
    const text = tx.updateTable('texts').where('site_key', '=', 'mori').where('key', '=', 'common_low_stock')
    await text.set({ text: 'Hurry', source: 'site' }).where('lang', '=', 'en').execute()
    const methods = tx.deleteFrom('payment_methods').where('site_key', '=', 'mori')
    await methods.where('method', '=', 'adyen_alipay').where('channel', '=', 'web').execute()
    const fields = tx.updateTable('field_templates').where('site_key', '=', 'mori')
    await fields.set({ is_display: false }).where('field_name', '=', 'age').execute()
  })
  const { text } = await kippu('diff', 'mori')
  expect(text.split('\n').map(line => line.split(':')[0])).toEqual([
    'texts common_low_stock.en',
    'payment methods web',
    'buyer form age',
  ])
})

test.each([
  [[], /say what: new, check, export, diff or preview|name a site/],
  [['new'], /sites new takes a key/],
  [['new', 'My Museum'], /sites new takes a key/],
  [['new', 'museum', '--color', 'red'], /--color is a colour/],
  [['check', 'nobody'], /has no site nobody/],
  [['export', 'nobody', '/tmp/x'], /there is no site nobody/],
  [['export', 'demo'], /takes a key and a folder/],
  [['diff', 'nobody'], /there is no site nobody/],
  [['preview', 'demo', '--days', '999'], /--days is a number from 1 to 90/],
  [['preview', 'demo', 'mori'], /mori is too much/],
])('%j is wrong usage, and writes nothing', async (args, complaint) => {
  const { code, text } = await kippu(...args)
  expect(code).toBe(2)
  expect(text).toMatch(complaint)
  expect(existsSync(path.join(sitesDir, 'museum'))).toBe(false)
})

test('what was exported is a site that its check reads, and nothing is written over', async () => {
  const folder = path.join(sitesDir, 'copy')
  expect((await kippu('export', 'mori', folder)).code).toBe(0)
  const { text } = await kippu('check', 'copy')
  expect(text).toContain('copy/site.json legal.phone: is invented: it is that of the demonstration mori')
  expect(text).not.toContain('[stops the store]')
  expect((await kippu('export', 'mori', folder)).code).toBe(1)
  expect((await kippu('new', 'copy')).code).toBe(1)
})
