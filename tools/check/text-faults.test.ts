import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readTables, tableFaults, usageFaults } from './text-faults.ts'

const words = (text: string, others: Readonly<Record<string, string>> = {}) => ({
  ja: text,
  en: text,
  kr: text,
  'zh-hans': text,
  'zh-hant': text,
  th: text,
  ...others,
})

const table = (texts: Readonly<Record<string, Readonly<Record<string, string>>>>, file = 'a.ts') => ({
  file,
  table: texts,
})

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kippu-texts-'))
})

afterEach(() => rmSync(root, { recursive: true }))

function plant(file: string, source: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), source)
}

const faultsOfUse = (...keys: string[]) => usageFaults(root, new Set(keys))

test('good texts have no faults, a key may begin with a digit', () => {
  const good = table({ '3ds_retry_title': words('{a} {b}', { en: '{b} {a} {b}' }) })
  expect(tableFaults([good])).toEqual([])
})

test('a key stands in one table only', () => {
  expect(tableFaults([table({ a_b: words('x') }), table({ a_b: words('y') }, 'b.ts')])).toEqual([
    'a.ts: a_b is in b.ts too',
    'b.ts: a_b is in a.ts too',
  ])
})

test.each(['aB', 'a-b', '_a', 'a__b', 'a_', 'あ'])('the key %s is not snake_case', key => {
  expect(tableFaults([table({ [key]: words('x') })])).toEqual([`a.ts: ${key} is not snake_case`])
})

test('a language without words is a fault, white space is not a word', () => {
  const { th: _, ...five } = words('x', { kr: ' ' })
  expect(tableFaults([table({ a: five })])).toEqual([
    'a.ts: a has no words in kr',
    'a.ts: a has no words in th',
  ])
})

test('placeholders are the same in all languages', () => {
  expect(tableFaults([table({ a: words('{n}', { en: '{m}', th: 'x' }) })])).toEqual([
    'a.ts: a has other placeholders in en than in ja',
    'a.ts: a has other placeholders in th than in ja',
  ])
})

test('half-width katakana is found', () => {
  expect(tableFaults([table({ a: words('x', { ja: 'ﾁｹｯﾄ' }) })])).toEqual([
    'a.ts: a has half-width katakana in ja',
  ])
})

test.each([
  ['ja', '金額(税込)', 'half-width punctuation'],
  ['ja', '期限: 明日', 'half-width punctuation'],
  ['ja', '開館します!', 'half-width punctuation'],
  ['ja', '東京,大阪', 'half-width punctuation'],
  ['ja', '10月1日 ~ 10月8日', 'half-width punctuation'],
  ['ja', '01～12', 'a full-width tilde instead of 〜'],
  ['zh-hans', '期限:明天', 'half-width punctuation'],
  ['zh-hant', '1～2歲', 'a wave instead of 至'],
  ['en', 'Until：tomorrow', 'full-width punctuation'],
  ['kr', '기한（내일）', 'full-width punctuation'],
  ['th', 'พรุ่งนี้、', 'full-width punctuation'],
])('punctuation is that of the language: %s %j has %s', (lang, text, fault) => {
  const texts = { a: words('x', { [lang]: text }) }
  expect(tableFaults([table(texts)])).toEqual([`a.ts: a has ${fault} in ${lang}`])
})

test('a time keeps its colon, a span of Japanese its wave', () => {
  const ja = '10:00〜18:00（水曜日を除く）。電話：042'
  expect(tableFaults([table({ a: words('x', { ja }) })])).toEqual([])
})

test('the low-stock text counts, the price text prices (R-9.45, R-9.29)', () => {
  const texts = { common_low_stock: words('few'), common_price_with_unit: words('¥') }
  expect(tableFaults([table(texts)])).toEqual([
    'a.ts: common_low_stock has no {count}',
    'a.ts: common_price_with_unit has no {price}',
  ])
})

test('a text that no table has is found where it is asked for', () => {
  plant('apps/web/src/a.tsx', `t('a_b', {}) + t("c_d") // t('e_f')\n`)
  plant('apps/server/src/mail/templates/b.ts', `t('g_h')`)
  plant('apps/web/src/a.test.ts', `t('i_j')`)
  expect(faultsOfUse('a_b')).toEqual([
    'apps/server/src/mail/templates/b.ts: no table has the text g_h',
    'apps/web/src/a.tsx: no table has the text c_d',
  ])
})

test('a text that each site has of its own is in no table', () => {
  plant('apps/web/src/a.tsx', `t('site_seller')`)
  expect(faultsOfUse()).toEqual([])
})

test('a text that nobody asks for is found', () => {
  plant('apps/web/src/a.tsx', `t('a_b') /* 'c_d' */`)
  plant('apps/web/src/a.test.tsx', `t('c_d')`)
  expect(faultsOfUse('a_b', 'c_d')).toEqual(['nothing shows the text c_d'])
})

test('keys may be data, made from a stem or a template, or an error', () => {
  plant('packages/domain/src/rules.ts', `const key = 'rule_max'`)
  plant('apps/server/src/coupon.ts', 'const name = TEXTS.guest_ticket[lang]')
  plant(
    'apps/web/src/a.tsx',
    'count("tickets_left", 2); dialog("retry_error"); t(`step_${name}`); t(`${x}_y`)',
  )
  expect(
    faultsOfUse(
      'rule_max',
      'guest_ticket',
      'tickets_left_one',
      'tickets_left_other',
      'retry_error_title',
      'step_pay',
      'error_busy',
    ),
  ).toEqual([])
  expect(faultsOfUse('rule_max', 'other_y')).toEqual(['nothing shows the text other_y'])
})

test('tables are read from their files; lists and merged texts are none', async () => {
  plant('a.ts', `export const a = { a_b: ${JSON.stringify(words('x'))} }; export const n = 1`)
  plant('list.ts', `export const list = [{ value: 'a', label: 'b' }]`)
  plant('texts.ts', `export const TEXTS = { a_b: ${JSON.stringify(words('x'))} }`)
  expect((await readTables(root)).map(({ file, table: { a_b } }) => [file, a_b?.['ja']])).toEqual([
    ['a.ts', 'x'],
  ])
})
