import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'

/** A table of texts in a file: each key with its words by language. */
export interface NamedTable {
  readonly file: string
  readonly table: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The file that combines the tables; a table that it leaves out is never seeded. */
const MERGED = 'texts.ts'

const tableSchema = v.pipe(
  v.record(v.string(), v.record(v.string(), v.string())),
  v.check(table => Object.values(table).some(words => 'ja' in words)),
)

const KEY_FORM = /^[a-z0-9]+(_[a-z0-9]+)*$/
const HALF_WIDTH_KATAKANA = /[\uff61-\uff9f]/

/** Punctuation of half the width of the signs around it: brackets, colons and marks, except in a time such as `10:00` and in the name Yahoo!. */
const HALF_WIDTH_MARKS = /[()?;~]|(?<!Yahoo)!|:(?!\d)|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[,.]/u
/** U+FF5E, which fonts of Windows and of phones draw in two ways. */
const FULL_WIDTH_TILDE = /～/
const FULL_WIDTH_MARKS = /[（）：；，。、！？～〜「」【】]/

/**
 * Marks that a language does not use (decision 66): Japanese and Chinese have marks as wide as their signs, and a span is 〜 in Japanese and
 * a word in Chinese; the other languages have narrow ones.
 */
const WRONG_MARKS: Readonly<Record<string, ReadonlyArray<readonly [name: string, marks: RegExp]>>> = {
  ja: [
    ['half-width punctuation', HALF_WIDTH_MARKS],
    ['a full-width tilde instead of 〜', FULL_WIDTH_TILDE],
  ],
  'zh-hans': [
    ['half-width punctuation', HALF_WIDTH_MARKS],
    ['a wave instead of 至', /[～〜]/],
  ],
  'zh-hant': [
    ['half-width punctuation', HALF_WIDTH_MARKS],
    ['a wave instead of 至', /[～〜]/],
  ],
  en: [['full-width punctuation', FULL_WIDTH_MARKS]],
  kr: [['full-width punctuation', FULL_WIDTH_MARKS]],
  th: [['full-width punctuation', FULL_WIDTH_MARKS]],
}

/** Placeholders that a text must have. */
const NEEDED_PLACEHOLDERS: Readonly<Record<string, string>> = {
  common_low_stock: '{count}',
  common_price_with_unit: '{price}',
}

/** Reads every table that a file of `folder` exports; other files, such as lists, have none. */
export async function readTables(folder: string): Promise<NamedTable[]> {
  const files = globSync('*.ts', { cwd: folder }).filter(
    file => !file.endsWith('.test.ts') && file !== MERGED,
  )
  const modules = await Promise.all(
    files.toSorted().map(async file => ({ file, exported: await exportsOf(path.join(folder, file)) })),
  )
  return modules.flatMap(({ file, exported }) =>
    exported.filter(value => v.is(tableSchema, value)).map(table => ({ file, table })),
  )
}

async function exportsOf(file: string): Promise<unknown[]> {
  const module: unknown = await import(pathToFileURL(file).href)
  return typeof module === 'object' && module !== null ? Object.values(module) : []
}

/** The faults of the tables themselves, one line each. */
export function tableFaults(tables: readonly NamedTable[]): string[] {
  const texts = tables.flatMap(({ file, table }) =>
    Object.entries(table).map(([key, words]) => ({ file, key, words })),
  )
  return texts.flatMap(({ file, key, words }) => {
    const others = texts.filter(text => text.key === key && text.file !== file).map(text => text.file)
    return [
      ...others.map(other => `is in ${other} too`),
      ...(KEY_FORM.test(key) ? [] : ['is not snake_case']),
      ...wordFaults(key, words),
    ].map(fault => `${file}: ${key} ${fault}`)
  })
}

function wordFaults(key: string, words: Readonly<Record<string, string>>): string[] {
  const missing = LANGUAGES.filter(lang => (words[lang] ?? '').trim() === '')
  const written = Object.entries(words)
  const needed = NEEDED_PLACEHOLDERS[key]
  const expected = placeholdersOf(words['ja'] ?? '')
  return [
    ...missing.map(lang => `has no words in ${lang}`),
    ...written
      .filter(([, text]) => text.trim() !== '' && placeholdersOf(text) !== expected)
      .map(([lang]) => `has other placeholders in ${lang} than in ja`),
    ...written
      .filter(([, text]) => HALF_WIDTH_KATAKANA.test(text))
      .map(([lang]) => `has half-width katakana in ${lang}`),
    ...written.flatMap(([lang, text]) =>
      (WRONG_MARKS[lang] ?? [])
        .filter(([, marks]) => marks.test(text))
        .map(([name]) => `has ${name} in ${lang}`),
    ),
    ...(needed === undefined || expected.includes(needed) ? [] : [`has no ${needed}`]),
  ]
}

function placeholdersOf(text: string): string {
  return [...new Set(text.match(/\{\w+\}/g))].toSorted().join(' ')
}

/** Folders whose code uses texts. A key that occurs in none of them is never read. */
const SOURCES = ['apps/{web,server}/src/**/*.{ts,tsx}', 'packages/{domain,contract}/src/**/*.ts']

/** Keys made from a refusal's slug or from a stem: the two texts of a dialog, the two forms of a count. */
const MADE_KEYS = /^error_/
const STEM_ENDINGS = ['_title', '_message', '_one', '_other']

/** Keys of texts that each site has of its own: no table has them, their type lists them. */
const OF_THE_SITE = /^site_/

const LITERAL = /(['"`])([a-z0-9]+(?:_[a-z0-9]+)+)\1/g
const TEMPLATE = /`((?:[a-z0-9_]|\$\{[^`{}]*\})+)`/g
/** A read of the table itself, where there is no page: `TEXTS.guest_ticket[lang]`. */
const READ = /\bTEXTS\.([a-z0-9_]+)/g
const ASKED = /\bt\(\s*(['"`])([^'"`$]+)\1/g

/** Keys that the code under `root` uses and no table has, and keys that no code uses. */
export function usageFaults(root: string, keys: ReadonlySet<string>): string[] {
  const sources = globSync(SOURCES, { cwd: root })
    .filter(file => !/\.test\.tsx?$/.test(file))
    .toSorted()
    .map(file => ({ file, code: withoutComments(readFileSync(path.join(root, file), 'utf8')) }))
  const missing = sources.flatMap(({ file, code }) =>
    [...code.matchAll(ASKED)]
      .map(match => match[2] ?? '')
      .filter(key => !keys.has(key) && !OF_THE_SITE.test(key))
      .map(key => `${file}: no table has the text ${key}`),
  )
  const code = sources.map(source => source.code).join('\n')
  const literals = new Set([
    ...[...code.matchAll(LITERAL)].map(match => match[2] ?? ''),
    ...[...code.matchAll(READ)].map(match => match[1] ?? ''),
  ])
  const patterns = [...code.matchAll(TEMPLATE)].flatMap(match => patternOf(match[1] ?? ''))
  const isUsed = (key: string): boolean =>
    MADE_KEYS.test(key) ||
    literals.has(key) ||
    STEM_ENDINGS.some(ending => key.endsWith(ending) && literals.has(key.slice(0, -ending.length))) ||
    patterns.some(pattern => pattern.test(key))
  return [...missing, ...[...keys].filter(key => !isUsed(key)).map(key => `nothing shows the text ${key}`)]
}

/** The keys that a template such as `step_${name}` can make; a template that begins with a variable is ignored. */
function patternOf(template: string): RegExp[] {
  const parts = template.split(/\$\{[^}]*\}/)
  if (parts.length < 2 || !/^[a-z0-9]+_/.test(template)) return []
  return [new RegExp(`^${parts.join('[a-z0-9_]+')}$`)]
}

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
}
