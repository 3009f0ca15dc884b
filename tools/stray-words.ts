import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const SOURCES = ['packages/{domain,contract}/src/**/*.ts', 'apps/{server,web}/src/**/*.{ts,tsx}']
const TEST = /\.test\.tsx?$/

/** Files that may contain words, and why. */
const MAY_HOLD_WORDS: readonly { readonly files: RegExp; readonly because: string }[] = [
  { files: /^apps\/server\/src\/db\/demo\//, because: 'demo data is content, which a venue would type in' },
  {
    files: /^apps\/server\/src\/catalogue\/sheets\//,
    because: 'headings and words that a venue writes into its own spreadsheets are read, never shown',
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
 * and `packages/sites`. Comments may contain both.
 */
export function findStrayWords(root: string): string[] {
  const siteKeys = globSync('packages/sites/src/*/site.ts', { cwd: root }).map(file =>
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
    ...keys.map(key => `the site ${key} belongs in packages/sites`),
  ]
}

/** Source without its comments. Line numbers stay as they are. */
export function withoutComments(source: string): string {
  const blanked = source.replaceAll(/\/\*[\s\S]*?\*\//g, comment => comment.replaceAll(/[^\n]/g, ''))
  return blanked.replaceAll(/(^|\s)\/\/.*$/gm, '')
}
