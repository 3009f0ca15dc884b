import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { getNotices, type ShownNotice } from '@kippu/contract/notices'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { TEST_TODAY } from '../../../test/test-today.ts'
import { runCli } from '../../cli/run-cli.ts'

const JA = '本日は台風のため16時に閉館します。'
const EN = 'We close at 16:00 today because of a typhoon.'
const WORDS = ['--ja', JA, '--en', EN]

let server: DemoShop
let folder: string

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-notices-'))
})
beforeEach(async () => {
  await server.db.transaction(tx => tx.deleteFrom('notices').execute())
  server.clock.set(`${TEST_TODAY}T10:00:00+09:00`)
  server.clock.advance(1_000)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
})

async function kippu(...args: readonly string[]) {
  const said: string[] = []
  const code = await runCli(['notices', ...args], {
    open: () => server.deps,
    out: text => said.push(text),
    err: text => said.push(text),
  })
  return { code, text: said.join('\n') }
}
const put = (...more: readonly string[]) =>
  kippu('put', 'demo', '--until', `${TEST_TODAY} 18:00`, ...WORDS, ...more)

/** What an open page is told; a second later than whatever happened before. */
async function shown(lang = 'en', host = 'demo.localhost'): Promise<ShownNotice[]> {
  server.clock.advance(1_000)
  return (await server.app.inject({ url: `${getNotices.path}?lang=${lang}`, headers: { host } })).json()
}
const textsOf = async (lang?: string) => (await shown(lang)).map(({ text }) => text)

test('a notice is in every document of its site and in the call, a second later at most, and at no other site', async () => {
  expect(await shown()).toEqual([])
  expect(await put()).toMatchObject({ code: 0 })
  expect(await shown('ja')).toMatchObject([
    { severity: 'information', lang: 'ja', text: JA, shown_until: `${TEST_TODAY}T18:00:00+09:00` },
  ])
  for (const url of ['/', '/tickets/', '/nowhere']) {
    const at = async (host: string) => (await server.app.inject({ url, headers: { host } })).body
    const own = await at('demo.localhost')
    expect(own).toContain(`<div id="notices"><p>${JA}</p></div>`)
    expect(own).toContain(`"notices":[{"id":`)
    expect(await at('mori.localhost')).not.toContain(JA)
  }
  expect(await shown('ja', 'mori.localhost')).toEqual([])
})

test('it begins and ends by itself, to the second, in the time of Japan', async () => {
  await put('--from', `${TEST_TODAY} 12:00`)
  server.clock.set(`${TEST_TODAY}T11:59:58+09:00`)
  expect(await shown()).toEqual([])
  expect(await textsOf()).toEqual([EN])
  server.clock.set(`${TEST_TODAY}T17:59:58+09:00`)
  expect(await textsOf()).toEqual([EN])
  expect(await shown()).toEqual([])
})

test('a language without words has the English ones and says so; a blank word is none', async () => {
  const { text } = await put('--kr', '  ', '--th', 'วันนี้ปิด 16:00 น.')
  expect(text).toContain('In English, and said so, for readers of: kr, zh-hans, zh-hant.')
  expect(await shown('kr')).toMatchObject([{ lang: 'en', text: EN }])
  expect(await shown('th')).toMatchObject([{ lang: 'th', text: 'วันนี้ปิด 16:00 น.' }])
})

test('words come from a file too, and those of options stand over them', async () => {
  const file = path.join(folder, 'words.json')
  writeFileSync(file, JSON.stringify({ ja: JA, en: 'from the file', kr: '오늘은 16시에 폐관합니다.' }))
  const until = ['--until', `${TEST_TODAY} 18:00`]
  expect(await kippu('put', 'demo', ...until, '--file', file, '--en', EN)).toMatchObject({ code: 0 })
  expect([await textsOf('en'), await textsOf('kr')]).toEqual([[EN], ['오늘은 16시에 폐관합니다.']])
  writeFileSync(file, '{"ja": 1}')
  expect(await kippu('put', 'demo', ...until, '--file', file)).toMatchObject({ code: 2 })
})

test('warnings stand above the others, then the newest', async () => {
  await put('--en', 'first')
  await put('--en', 'second')
  await put('--en', 'third', '--warning')
  expect(await textsOf()).toEqual(['third', 'second', 'first'])
})

test('a fourth open notice is refused, and taken once one is withdrawn', async () => {
  for (const en of ['1', '2', '3']) await put('--en', en)
  expect(await put('--en', '4')).toMatchObject({
    code: 1,
    text: expect.stringContaining('withdraw one first'),
  })
  const [{ id } = { id: 0 }] = await shown()
  expect(await kippu('withdraw', 'mori', String(id))).toMatchObject({ code: 1 })
  expect(await kippu('withdraw', 'demo', String(id))).toMatchObject({ code: 0 })
  expect(await kippu('withdraw', 'demo', String(id))).toMatchObject({ code: 1 })
  expect(await textsOf()).toEqual(['2', '1'])
  expect(await put('--en', '4')).toMatchObject({ code: 0 })
})

test('four that are put at once are three', async () => {
  const codes = await Promise.all(['1', '2', '3', '4'].map(en => put('--en', en).then(({ code }) => code)))
  expect(codes.filter(code => code === 0)).toHaveLength(3)
})

test('operators see what is to come, shown, over and withdrawn', async () => {
  expect(await kippu('demo')).toMatchObject({ text: 'The site has no notice.' })
  await put('--en', 'over', '--until', `${TEST_TODAY} 10:30`)
  await put('--en', 'withdrawn')
  const [{ id } = { id: 0 }] = await shown()
  await kippu('withdraw', 'demo', String(id))
  await put('--en', 'later', '--from', `${TEST_TODAY} 17:00`)
  await put('--en', 'now', '--warning')
  server.clock.set(`${TEST_TODAY}T11:00:00+09:00`)
  const listed: ReadonlyArray<{ state: string; texts: { en: string } }> = JSON.parse(
    (await kippu('demo', '--json')).text,
  )
  expect(listed.map(({ state, texts }) => [state, texts.en])).toEqual([
    ['shown', 'now'],
    ['to_come', 'later'],
    ['withdrawn', 'withdrawn'],
    ['over', 'over'],
  ])
  expect((await kippu('demo')).text).toContain(`${TEST_TODAY} 17:00`)
})

test.each([
  ['nowhere', [], 'there is no site nowhere'],
  ['demo', ['--until', 'tomorrow'], 'tomorrow is not a moment'],
  ['demo', ['--until', '2026-02-30 10:00'], '2026-02-30 10:00 is not a moment'],
  ['demo', ['--ja', ' '], 'words in ja are needed'],
  ['demo', ['--th', 'ก'.repeat(241)], 'more than 240 characters'],
  ['demo', ['--kr', 'a\nb'], 'a line break'],
])('put for %s with %j is refused as words', async (site, more, why) => {
  const asked = await kippu('put', site, '--until', `${TEST_TODAY} 18:00`, ...WORDS, ...more)
  expect(asked).toMatchObject({ code: 2, text: expect.stringContaining(why) })
})

test.each([[['--until', `${TEST_TODAY} 09:00`]], [['--from', `${TEST_TODAY} 18:00`]]])(
  'one that would never be shown is refused: %j',
  async more => {
    expect(await put(...more)).toMatchObject({ code: 1, text: expect.stringContaining('over') })
  },
)
