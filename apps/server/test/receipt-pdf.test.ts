import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { siteOf } from '@kippu/demo/demo-sites'
import type { Language } from '@kippu/domain/language'
import { mailPicture } from '@kippu/sites/site-files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { siteWords } from '../src/sites/words.ts'
import { composeSheet, type PrintedReceipt } from '../src/tickets/receipts/pdf/compose-sheet.ts'
import { drawSheet } from '../src/tickets/receipts/pdf/draw-sheet.ts'
import { hasFaces } from '../src/tickets/receipts/pdf/embed-fonts.ts'
import { runsOf } from '../src/tickets/receipts/pdf/runs.ts'
import { cellsOf, type Sheet } from '../src/tickets/receipts/pdf/sheet.ts'

const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'receipt-pdf-'))
})
afterAll(() => rm(folder, { recursive: true }))

const LOGO = readFileSync(mailPicture(siteOf('okinawa'), 'mail/logo-light.png') ?? '')

const RECEIPT: PrintedReceipt = {
  receipt_number: '2026-000042',
  former_receipt_number: '2026-000041',
  receipt_numbers: ['2026-000041', '2026-000042'],
  reservation_number: 'ABCDEFGH23',
  issued_at: '2026-11-24T10:00:00+09:00',
  addressee: '髙﨑𠮷 商店',
  reissue: true,
  price: 7600,
  tax: 690,
  tax_rate: 10,
  taxes: [
    { tax_rate: 10, price: 6800, tax: 618 },
    { tax_rate: 8, price: 800, tax: 59 },
  ],
  lines: [
    { name: '光の森', option_name: '大人', quantity: 2, unit_price: 3500, price: 7000, tax_rate: 10 },
    { name: '森のお茶', option_name: '', quantity: 1, unit_price: 800, price: 800, tax_rate: 8 },
  ],
  adjustments: [{ kind: 'coupon', price: -200 }],
  payments: [
    { paid_at: '2026-11-20T10:00:00+09:00', payment_method_type: 'stripe', price: 7000 },
    { paid_at: '2026-11-22T10:00:00+09:00', payment_method_type: 'gmo_paypay', price: 600 },
  ],
  payment_method_name: 'クレジットカード',
  visit_from: '2026-12-02T10:00:00+09:00',
  visit_to: '2026-12-02T10:30:00+09:00',
  issuer: { name: '灯森株式会社', address: '東京都江東区青海1-3-8', registration_number: 'T1234567890123' },
}

const LONG: PrintedReceipt = {
  ...RECEIPT,
  lines: Array.from({ length: 24 }, (_, index) => ({
    name: `光の森 第${index + 1}部`,
    option_name: '大人',
    quantity: 1,
    unit_price: 3500,
    price: 3500,
    tax_rate: 10,
  })),
}

function sheetIn(lang: Language, receipt: PrintedReceipt = RECEIPT): Sheet {
  return composeSheet({ lang, words: siteWords(new Map(), lang) }, receipt)
}

async function pdfOf(sheet: Sheet, lang: Language, logo?: Buffer): Promise<{ file: string; size: number }> {
  const bytes = await drawSheet(sheet, { lang, issuedAt: new Date(RECEIPT.issued_at), logo })
  const file = path.join(
    process.env['RECEIPTS_DIR'] ?? folder,
    `${sheet.title.replaceAll(' ', '-')}-${lang}.pdf`,
  )
  await writeFile(file, bytes)
  return { file, size: bytes.length }
}

async function wordsOf(file: string): Promise<string> {
  return (await run('pdftotext', ['-raw', file, '-'])).stdout
}

async function pagesOf(file: string): Promise<number> {
  return Number(/Pages:\s+(\d+)/.exec((await run('pdfinfo', [file])).stdout)?.[1])
}

describe('S-14.05: the PDF of a receipt', () => {
  test.each(['ja', 'en', 'kr', 'zh-hans', 'zh-hant', 'th'] as const)(
    'in %s is one small A4 page with embedded fonts, whose text can be copied',
    async lang => {
      const { file, size } = await pdfOf(sheetIn(lang), lang, LOGO)
      expect(await pagesOf(file)).toBe(1)
      expect(size).toBeLessThan(300_000)
      const text = await wordsOf(file)
      for (const part of ['2026-000042', '2026-000041', 'ABCDEFGH23', 'T1234567890123', '髙﨑𠮷', '光の森'])
        expect(text).toContain(part)
      const { stdout: fonts } = await run('pdffonts', [file])
      const rows = fonts
        .split('\n')
        .slice(2)
        .filter(line => line !== '')
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) expect(row).toMatch(/ yes yes yes /)
    },
  )

  test('of a long order goes on to a second page, with the heads of its columns and the numbers of its pages', async () => {
    const { file } = await pdfOf(sheetIn('ja', { ...LONG, receipt_number: '2026-000099' }), 'ja')
    expect(await pagesOf(file)).toBe(2)
    const text = await wordsOf(file)
    expect(text.match(/品目/g)).toHaveLength(2)
    expect(text).toContain('1 / 2 ページ')
    expect(text).toContain('第24部')
  })

  test('the same receipt is the same file', async () => {
    const options = { lang: 'ja', issuedAt: new Date(RECEIPT.issued_at), logo: LOGO } as const
    const [one, other] = [await drawSheet(sheetIn('ja'), options), await drawSheet(sheetIn('ja'), options)]
    expect(one.equals(other)).toBe(true)
  })
})

/** One character a row, large, so that its ink can be looked at by itself. */
function sheetOf(texts: readonly string[]): Sheet {
  const rows = texts.map(text => ({ cells: [{ text, width: 1, size: 20 }] }))
  return { title: 'glyphs', author: '', blocks: [{ rows }], pageOf: () => '1' }
}

/** The ink of each row, as the bits of its pixels. Every row is as high as the others. */
async function inkOf(texts: readonly string[], lang: Language): Promise<string[]> {
  const { file } = await pdfOf(sheetOf(texts), lang)
  const out = path.join(folder, `ink-${lang}`)
  await run('pdftoppm', [
    '-r',
    '72',
    '-gray',
    '-singlefile',
    '-x',
    '56',
    '-y',
    '56',
    '-W',
    '480',
    '-H',
    '780',
    file,
    out,
  ])
  const picture = await readFile(`${out}.pgm`)
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.subarray(0, 40).toString('latin1'))
  if (head === null) throw new Error('no picture')
  const width = Number(head[1])
  const pixels = picture.subarray(head[0].length)
  return texts.map((_, row) => {
    const from = Math.round(row * 31) * width
    return pixels.subarray(from, from + 31 * width).toString('hex')
  })
}

const isInk = (row: string): boolean =>
  /(?!ff)[0-9a-f]{2}/.test(row.match(/../g)?.find(pixel => pixel !== 'ff') ?? '')

test.each([
  ['ja', ['髙', '高', '﨑', '崎', '𠮷', '吉', '\u{fa19}', '\u{795e}', 'か', 'が', '㈱', '①']],
  ['kr', ['김', '철', '수', '귀', '하']],
  ['th', ['ก', 'กี', 'กี่', 'กี้', 'น้ำ', 'นำ', 'ปู', 'ปู่']],
  ['zh-hans', ['门', '门票', '据', '编']],
  ['zh-hant', ['門', '門票', '據', '編']],
  ['en', ['😀', '🎫', '👍', 'é', 'e', 'Ł']],
] as const)('S-14.05: in %s every one of %j is drawn, and like no other', async (lang, texts) => {
  const rows = await inkOf(texts, lang)
  expect(texts.filter((_, index) => !isInk(rows[index] ?? ''))).toEqual([])
  expect(new Set(rows).size).toBe(texts.length)
})

test('a character without a face gives no runs, so that no box is printed in its place', () => {
  expect(runsOf('مرحبا', 'ja')).toBeNull()
  expect(hasFaces(cellsOf(sheetIn('ja', { ...RECEIPT, addressee: 'مرحبا' })), 'ja')).toBe(false)
  expect(hasFaces(cellsOf(sheetIn('ja')), 'ja')).toBe(true)
})

test.each([
  ['a form of its own is kept, which composing would change', '\u{fa19}', '\u{fa19}'],
  ['a choice of variants is left out', '葛\u{E0100}', '葛'],
  ['a picture of joined pictures is each of them', '👨‍👩‍👧', '👨👩👧'],
  ['the ring of Thai AM stands below the tone', 'น้ำ', 'น\u0e4d\u0e49\u0e32'],
  ['marks of direction are left out', 'a\u202eb', 'ab'],
])('%s', (_, text, drawn) => {
  expect(
    runsOf(text, 'ja')
      ?.map(one => one.text)
      .join(''),
  ).toBe(drawn)
})
