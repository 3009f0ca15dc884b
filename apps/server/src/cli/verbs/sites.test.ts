import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { siteOf } from '@kippu/demo/demo-sites'
import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { readSiteFolder } from '@kippu/sites/venue/read-site-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { createSiteDirectory } from '../../platform/http/sites.ts'
import { runCli } from '../run-cli.ts'

/** A production that lacks nothing but accounts. */
const PRODUCTION = {
  NODE_ENV: 'production',
  SECRET_KEY: 'one secret of 32 characters, here',
  SMTP_URL: 'smtp://mail.umibe-museum.jp',
  MAIL_FROM: 'tickets@umibe-museum.jp',
  METRICS_TOKEN: 'for the monitor',
}

let server: DemoShop
let sitesDir: string

beforeAll(async () => {
  sitesDir = mkdtempSync(path.join(tmpdir(), 'kippu-sites-'))
  server = await createShop({
    catalogue: 'demo',
    replace: ({ env }) => ({
      sites: createSiteDirectory(env, [{ ...siteOf('demo'), isOpen: false }, siteOf('mori')]),
    }),
  })
})

afterAll(async () => {
  await server.close()
  rmSync(sitesDir, { recursive: true })
})

const kippu = (...args: readonly string[]) => kippuWith({}, ...args)

const kippuWith = async (more: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const said: string[] = []
  const out = (text: string) => said.push(text)
  const variables = { SITES_DIR: [sitesDir, DEMO_SITES_DIR].join(path.delimiter), ...more }
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

test('preview says of which port its link is, and is written down', async () => {
  expect((await kippu('preview', 'demo')).text).toContain('put PORT=… before the command')
  const lines = await server.db.read(read =>
    read
      .selectFrom('staff_actions')
      .select(['subject', 'details'])
      .where('verb', '=', 'sites preview')
      .execute(),
  )
  expect(lines.at(-1)).toMatchObject({
    subject: 'demo',
    details: { until: expect.stringContaining('+09:00') },
  })
})

test('check fails for a fault alone: advice is not a failure, and a production without accounts is one', async () => {
  await kippu('new', 'gallery', '--name', '海辺の美術館')
  const folder = path.join(sitesDir, 'gallery')
  const fill = (file: string, write: (text: string) => string) =>
    writeFileSync(path.join(folder, file), write(readFileSync(path.join(folder, file), 'utf8')))
  expect((await kippu('check', 'gallery')).code).toBe(1)
  fill('site.json', text =>
    text
      .replaceAll(/FILL IN[^"]*/g, '海辺の町')
      .replace('T0000000000000', 'T1234567890123')
      .replace('fill-in@gallery.example', 'tickets@umibe-museum.jp'),
  )
  fill('texts.json', () => JSON.stringify({ common_low_stock: { ja: 'のこりわずか', en: 'Hurry' } }))
  const advised = await kippu('check', 'gallery')
  expect(advised.text).toContain(
    "gallery/texts.json common_low_stock: has no words in kr, zh-hans, zh-hant, th: the store's own stand there",
  )
  expect(advised.text).toContain('it is simulated by `npm start`, and not offered in production')
  expect({
    code: advised.code,
    faults: advised.text.split('\n').filter(line => line.startsWith('[stops')),
  }).toEqual({
    code: 0,
    faults: [],
  })
  const produced = await kippuWith(PRODUCTION, 'check', 'gallery')
  expect(produced.text).toContain(
    '[stops production]  gallery/site.json paymentMethods: have no account at all, so that nobody could pay',
  )
  expect(produced.code).toBe(1)
  rmSync(folder, { recursive: true })
})

test('diff of a site of the venue names what differs from what sites new wrote', async () => {
  const { text } = await kippu('new', 'museum', '--name', '海辺の美術館')
  expect(text).toContain('Written:')
  const file = path.join(sitesDir, 'museum/site.json')
  const site = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...site, isOpen: true }))
  const { site: museum } = readSiteFolder([path.join(sitesDir, 'museum')])
  const directory = createSiteDirectory(server.deps.env, [siteOf('demo'), ...(museum ? [museum] : [])])
  const said: string[] = []
  const out = (line: string) => said.push(line)
  const code = await runCli(['sites', 'diff', 'museum'], {
    open: () => ({ ...server.deps, sites: directory }),
    out,
    err: out,
  })
  rmSync(path.join(sitesDir, 'museum'), { recursive: true })
  expect({
    code,
    lines: said
      .join('\n')
      .split('\n')
      .filter(line => /^(?:site\.json|files)/.test(line)),
  }).toEqual({
    code: 0,
    lines: ['site.json isOpen: false → true'],
  })
})

test('diff names what the database serves in place of what the site says', async () => {
  const before = await kippu('diff', 'mori')
  await server.db.transaction(async tx => {
    const text = tx.updateTable('texts').where('site_key', '=', 'mori').where('key', '=', 'common_low_stock')
    await text.set({ text: 'Hurry', source: 'site' }).where('lang', '=', 'en').execute()
    const methods = tx.deleteFrom('payment_methods').where('site_key', '=', 'mori')
    await methods.where('method', '=', 'adyen_alipay').where('channel', '=', 'web').execute()
    const fields = tx.updateTable('field_templates').where('site_key', '=', 'mori')
    await fields.set({ is_display: false }).where('field_name', '=', 'age').execute()
  })
  const { text } = await kippu('diff', 'mori')
  const lines = text.split('\n').filter(line => !before.text.includes(line))
  expect(lines.map(line => line.split(':')[0])).toEqual([
    'texts common_low_stock.en',
    'payment methods web',
    'buyer form age',
  ])
})

test.each([
  [[], /say what: new, check, export, diff or preview|name a site/],
  [['new'], /sites new takes a key/],
  [['new', 'My Museum'], /sites new takes a key/],
  [['new', 'former'], /former is a name that the store keeps for itself/],
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
  expect(text).toContain('copy/site.json mail.contact: is at a name that nobody can own')
  expect(text).not.toContain('[stops the store]')
  expect((await kippu('export', 'mori', folder)).code).toBe(1)
  expect((await kippu('new', 'copy')).code).toBe(1)
})
