import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import type { Node } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

import { ROOT } from '../start/root.ts'
import { placesOf } from '../test/syntax.ts'

/**
 * A stranger's text costs what its length costs: one that is four times as long takes about four times as long, whatever stands in it. The
 * least of several tries is compared, and only where it is long enough to be measured: so a busy machine makes nothing red.
 */
const LENGTH = 1_500
const TIMES = 4
/** Linear work gives 4, quadratic work 16. */
const MOST_RATIO = 8
const MOST_TRIES = 8
/** Milliseconds of the longer text that are never too many. */
const QUICK = 4

/** What is repeated, with what stands before and behind it. */
const REPEATED: ReadonlyArray<readonly [before: string, part: string, after: string]> = [
  ['', 'a', ''],
  ['', 'a', '!'],
  ['', 'あ', ''],
  ['a', ' ', 'a'],
  ['a', '\u3000', 'a'],
  ['a', '\n', 'a'],
  ['', '\ufeff ', 'a'],
  ['', '.', 'a'],
  ['', 'a.', ''],
  ['', 'あ.', ''],
  ['', '-', 'a'],
  ['', 'a-', '.'],
  ['', '@', ''],
  ['', 'a@', ''],
  ['', '0', 'x'],
  ['', '1-', 'x'],
  ['', '1,', 'x'],
  ['', '(', ''],
  ['', '{', ''],
  ['', '{a}', ''],
  ['', '"', 'a'],
  ['', '\\', ''],
  ['', '%', ''],
  ['', '/', ''],
  ['', '<', '>'],
  ['', 'http://', ''],
  ['', 'abcdefghijklmnopqrst#', '/'],
  ['漢', '\ufe0f', '漢'],
  ['漢', '\u200d', '漢'],
  ['', '👨\u200d', ''],
  ['a', '\u0301', ''],
  ['', '\ud800', ''],
]

const hostileTexts = (length: number): string[] => [
  ...REPEATED.map(([before, part, after]) => before + part.repeat(length / part.length) + after),
  // Addresses within addresses.
  'あ.co'.repeat(length / 7) + ' m'.repeat(length / 7),
  'あ.'.repeat(length / 4) + 'com'.repeat(length / 6),
]

function msOf(work: () => void): number {
  const before = performance.now()
  work()
  return performance.now() - before
}

/** How much more the longer text costs, where that is more than it may: undefined as soon as one try was quick enough. */
function excessOf(work: (text: string) => void, short: string, long: string): number | undefined {
  let [least, most] = [Infinity, Infinity]
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    most = Math.min(
      most,
      msOf(() => work(long)),
    )
    if (most <= QUICK) return undefined
    least = Math.min(
      least,
      msOf(() => work(short)),
    )
    if (most / least <= MOST_RATIO) return undefined
  }
  return most / least
}

/** The texts of which four times as much costs more than it may. */
function slowTexts(work: (text: string) => void): string[] {
  const [short, long] = [hostileTexts(LENGTH), hostileTexts(LENGTH * TIMES)]
  return long.flatMap((text, index) => {
    const excess = excessOf(work, short[index] ?? '', text)
    return excess === undefined ? [] : [`${JSON.stringify(text.slice(0, 20))}… ${excess.toFixed(1)}`]
  })
}

/** Expressions that no stranger's text meets at any length, by their files. */
const NOT_OF_STRANGERS: ReadonlyMap<string, string> = new Map([
  ['packages/domain/src/money.ts', 'the digits of a number'],
  ['apps/server/src/platform/variables/addresses.ts', 'variables of the deployment'],
  ['apps/server/src/office/catalogue/sheets/kinds.ts', 'cells of the staff, whose length is judged before'],
  ['apps/server/src/office/catalogue/sheets/moments.ts', 'the same'],
  ['packages/domain/src/named-prices.ts', 'names that the venue gives'],
])

const sourcesIn = (...folders: readonly string[]): string[] =>
  folders
    .flatMap(folder => globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: ROOT }))
    .filter(file => !/\.test\.tsx?$/.test(file))
    .map(file => path.join(ROOT, file))

interface TextFunction {
  readonly name: string
  readonly file: string
  /** The types of its parameters, as they are written. */
  readonly params: readonly string[]
}

/** The exported functions of a file that are given a text. */
function textFunctionsOf(file: string): TextFunction[] {
  const source = readFileSync(file, 'utf8')
  return Array.from(placesOf(file, source))
    .flatMap(({ node, parents }) => {
      if (node.type !== 'FunctionDeclaration' || parents.at(-1)?.type !== 'ExportNamedDeclaration') return []
      const params = node.params.map(param => source.slice(param.start, param.end))
      return [{ name: node.id?.name ?? '', file, params }]
    })
    .filter(({ params }) => params.some(param => /\b(?:string|unknown)\b/.test(param)))
}

/** What stands for a parameter: the text wherever one is taken. */
function argumentFor(param: string, text: string): unknown {
  if (param.startsWith('{'))
    return Object.fromEntries(Array.from(param.matchAll(/readonly (\w+): string/g), ([, key]) => [key, text]))
  if (/ReadonlyMap</.test(param)) return new Map([[text, text]])
  if (/Record</.test(param)) return { [text]: text }
  if (/(?:\[\]|Array<.*>)$/.test(param)) return /string/.test(param) ? [text] : []
  if (/:\s*(?:number|boolean)$/.test(param)) return 1
  return text
}

/** Calls it, and what it makes. What it says to nonsense is nobody's concern here: it says it in time. */
function call(made: unknown, args: readonly unknown[], text: string): void {
  if (typeof made !== 'function') return
  let answer: unknown
  try {
    answer = Reflect.apply(made, undefined, args)
  } catch {
    return
  }
  call(answer, [text], text)
}

describe('S-15.05: a text costs what its length costs', () => {
  const functions = sourcesIn('packages/domain', 'packages/contract').flatMap(textFunctionsOf)

  test('the functions of the domain and of the contract are looked at, and there are such', () => {
    const names = functions.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['normaliseEmail', 'withoutLinks', 'readAskedOrder', 'violationOf']),
    )
    expect(names.length).toBeGreaterThan(50)
  })

  test('in each exported function of the domain and of the contract that is given one', async () => {
    const { ORDER_FIELD_NAMES } = await import('@kippu/domain/form/order-fields')
    const slow: string[] = []
    for (const { name, file, params } of functions) {
      const { [name]: made } = (await import(file)) as Record<string, unknown>
      // A field of the form is one of few.
      const fields = params.some(param => param.endsWith(': OrderFieldName')) ? ORDER_FIELD_NAMES : ['']
      const texts = slowTexts(text => {
        for (const field of fields)
          call(
            made,
            params.map(param => (param.endsWith(': OrderFieldName') ? field : argumentFor(param, text))),
            text,
          )
      })
      slow.push(...texts.map(text => `${name}: ${text}`))
    }
    expect(slow).toEqual([])
  })

  test('in each regular expression of the product', () => {
    const found = new Map<string, RegExp>()
    const files = sourcesIn('packages/domain', 'packages/contract', 'apps/server', 'apps/web')
    for (const file of files.filter(one => !NOT_OF_STRANGERS.has(path.relative(ROOT, one))))
      for (const { node } of placesOf(file)) {
        const regex = regexOf(node)
        if (regex !== undefined) found.set(`${path.relative(ROOT, file)}: ${String(regex)}`, regex)
      }
    expect(found.size).toBeGreaterThan(100)
    const slow = Array.from(found, ([place, regex]) =>
      slowTexts(text => void text.replace(regex, '')).map(text => `${place}: ${text}`),
    )
    expect(slow.flat()).toEqual([])
  })
})

function regexOf(node: Node): RegExp | undefined {
  return node.type === 'Literal' && 'regex' in node && node.regex !== null && node.regex !== undefined
    ? new RegExp(node.regex.pattern, node.regex.flags)
    : undefined
}
