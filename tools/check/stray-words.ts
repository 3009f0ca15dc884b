import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { parseSync } from 'oxc-parser'

const SOURCES = ['packages/{domain,contract}/src/**/*.ts', 'apps/{server,web}/src/**/*.{ts,tsx}']
const TEST = /\.test\.tsx?$/

/** Files that may contain words, and why. */
const MAY_HOLD_WORDS: readonly { readonly files: RegExp; readonly because: string }[] = [
  {
    files:
      /^apps\/server\/src\/(?:office\/catalogue\/|cli\/(?:texts\/catalogue-report|verbs\/catalogue)\.ts$)/,
    because: 'headings of spreadsheets, faults beside them, and the report: no visitor reads any',
  },
  {
    files: /^apps\/server\/src\/mail\/sample-letters\.ts$/,
    because: 'a buyer and tickets that do not exist, for the staff who look at a mail',
  },
  {
    files: /^packages\/domain\/src\/date-format\.ts$/,
    because: 'the shape of a date in a language is a rule',
  },
  {
    files: /^apps\/web\/src\/i18n\/language-names\.ts$/,
    because: 'a language is named in itself, whatever is read',
  },
  {
    files: /^apps\/web\/src\/i18n\/bundled-words\.ts$/,
    because: 'shown when the texts themselves could not be fetched',
  },
]

/** Keys of sites that are also names of payment providers. */
const ALSO_PROVIDERS: ReadonlySet<string> = new Set(['softbank'])

const ASIAN_LETTER = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/u

/**
 * Lines of product code under `root` that contain a visitor's words or a site's key: those belong in `packages/texts`
 * and `demo/sites`. Comments may contain both.
 */
export function findStrayWords(root: string): string[] {
  const siteKeys = globSync('demo/sites/*/site.json', { cwd: root }).map(file =>
    path.basename(path.dirname(file)),
  )
  const files = globSync(SOURCES, { cwd: root }).filter(
    file => !TEST.test(file) && !MAY_HOLD_WORDS.some(place => place.files.test(file)),
  )
  return files.toSorted().flatMap(file => {
    const lines = withoutComments(readFileSync(path.join(root, file), 'utf8')).split('\n')
    return lines.flatMap((line, index) =>
      complaints(line, siteKeys).map(complaint => `${file}:${index + 1}: ${complaint}`),
    )
  })
}

function complaints(line: string, siteKeys: readonly string[]): string[] {
  const keys = siteKeys.filter(
    key =>
      !ALSO_PROVIDERS.has(key) &&
      [`'${key}'`, `"${key}"`, `\`${key}\``].some(literal => line.includes(literal)),
  )
  return [
    ...(ASIAN_LETTER.test(line) ? ["a visitor's words belong in packages/texts"] : []),
    ...keys.map(key => `the site ${key} belongs in demo/sites`),
  ]
}

const PROSE = ['{apps,packages}/*/**/*.{ts,tsx}', '{tools,bench,demo}/**/*.ts']
const NOT_PROSE = [
  '**/node_modules/**',
  '**/dist/**',
  '**/*.test.{ts,tsx}',
  '{apps,packages}/*/test/**',
  'packages/texts/**',
]
/** Folders that still wait for the same. */
const PROSE_LATER = ['packages/client/src/calls.ts']
/** They explain what an id of a requirement is. */
const EXPLAINS_IDS = /^tools\/check\/requirement-/

const BARE_BEGINNING = /^(?:Of|Who|Whom|Whose|Whoever|What)\b/
const REQUIREMENT_ID = /\b(?:[RS]-\d+\.\d+|[ED]-\d+)\b/
const IS_NO = /(?<!\bthere )\b(?:is|was) no (?!longer\b|more\b|older\b|other\b)\w+/i

/**
 * Sentences of product code under `root` that are hard to read: comments that do not begin with their subject, do not
 * name who does something, or cite a requirement (tests cite those), and sentences with "no" for "not a".
 */
export function findStrayEnglish(root: string): string[] {
  const files = globSync(PROSE, { cwd: root, exclude: NOT_PROSE }).filter(
    file => !PROSE_LATER.some(place => file.startsWith(place)),
  )
  return files.toSorted().flatMap(file => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const lineAt = (place: number): number => source.slice(0, place).split('\n').length
    return [
      ...commentsOf(file, source).flatMap(({ start, text }) =>
        faultsOfComment(file, text).map(fault => `${file}:${lineAt(start)}: ${fault}`),
      ),
      ...source.split('\n').flatMap((line, index) => {
        const [words] = IS_NO.exec(line) ?? []
        return words === undefined ? [] : [`${file}:${index + 1}: “${words}”: say “not a”`]
      }),
    ]
  })
}

function faultsOfComment(file: string, text: string): string[] {
  const [first] = BARE_BEGINNING.exec(text) ?? []
  const [id] = EXPLAINS_IDS.test(file) ? [] : (REQUIREMENT_ID.exec(text) ?? [])
  return [
    ...(first === undefined ? [] : [`a comment begins with its subject, not with “${first}”`]),
    ...(/\bwho(?:m)?ever\b/i.test(text) ? ['“whoever”: name who does it'] : []),
    ...(id === undefined ? [] : [`${id} is cited by tests, not by comments`]),
  ]
}

/** Comments of a source without their signs. Line comments below each other are one. */
function commentsOf(file: string, source: string): Array<{ readonly start: number; readonly text: string }> {
  const found: Array<{ start: number; end: number; text: string; isLine: boolean }> = []
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const text = value.replaceAll(/^\s*\*+ ?/gm, '').trim()
    const before = found.at(-1)
    const isLine = type === 'Line'
    if (isLine && before?.isLine === true && /^\n[ \t]*$/.test(source.slice(before.end, start)))
      found.splice(-1, 1, { ...before, end, text: `${before.text} ${text}` })
    else found.push({ start, end, text, isLine })
  }
  return found
}

/** Source without its comments. Line numbers stay as they are. */
export function withoutComments(source: string): string {
  const blanked = source.replaceAll(/\/\*[\s\S]*?\*\//g, comment => comment.replaceAll(/[^\n]/g, ''))
  return blanked.replaceAll(/(^|\s)\/\/.*$/gm, '')
}
