import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { SITE_KEYS } from './registry.ts'

type Colors = ReadonlyMap<string, string>

const TOKENS = path.join(import.meta.dirname, '../../../apps/web/src/ui/tokens.css')

/** A theme sets these tokens and no others: the rest of the design is the same for every site. */
const THEMED = [
  'ground',
  'surface',
  'sunken',
  'ink',
  'ink-soft',
  'line',
  'control',
  'accent',
  'accent-strong',
  'accent-soft',
  'on-accent',
]

const GROUNDS = ['ground', 'surface', 'sunken', 'accent-soft']
const TEXTS = ['ink', 'ink-soft', 'accent', 'accent-strong']
const FILLS = ['accent', 'accent-strong']

/** Pairs of text and background: 4.5:1 (WCAG 2.2, 1.4.3). */
const TEXT_PAIRS = [
  ...GROUNDS.flatMap(ground => TEXTS.map(ink => [ink, ground] as const)),
  ...FILLS.map(fill => ['on-accent', fill] as const),
  ...['danger', 'caution'].flatMap(ink => ['ground', 'surface'].map(ground => [ink, ground] as const)),
]

/** Edges of controls and the focus ring: 3:1 (1.4.11). */
const EDGE_PAIRS = ['control', 'focus'].flatMap(edge =>
  ['ground', 'surface'].map(ground => [edge, ground] as const),
)

function readColors(file: string): { light: Colors; dark: Colors } {
  const css = readFileSync(file, 'utf8')
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)')
  const colors = (part: string) =>
    new Map([...part.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6});/g)].map(m => [m[1] ?? '', m[2] ?? '']))
  return { light: colors(light), dark: colors(dark) }
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(start => {
    const channel = parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function tooWeak(colors: Colors, pairs: ReadonlyArray<readonly [string, string]>, least: number): string[] {
  return pairs
    .map(([a, b]) => ({ a, b, ratio: contrast(colors.get(a) ?? '', colors.get(b) ?? '') }))
    .filter(({ ratio }) => !(ratio >= least))
    .map(({ a, b, ratio }) => `${a} on ${b}: ${ratio.toFixed(2)}`)
}

test('contrast is that of WCAG: black on white 21, a colour on itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#123456', '#123456')).toBe(1)
})

describe.each(SITE_KEYS)('theme of %s', key => {
  const file = path.join(import.meta.dirname, key, 'theme.css')
  const tokens = readColors(TOKENS)
  const theme = readColors(file)

  test('overrides colour tokens that exist, all of them by day and by night, and nothing else', () => {
    const declared = [...readFileSync(file, 'utf8').matchAll(/^\s*([a-z-]+):/gm)].map(m => m[1])
    expect(declared).toEqual([...THEMED, ...THEMED].map(name => `--color-${name}`))
    expect(THEMED.filter(name => !tokens.light.has(name))).toEqual([])
  })

  test.each(['light', 'dark'] as const)('is readable in the %s scheme', scheme => {
    const colors = new Map([...tokens.light, ...(scheme === 'dark' ? tokens.dark : []), ...theme[scheme]])
    expect(tooWeak(colors, TEXT_PAIRS, 4.5)).toEqual([])
    expect(tooWeak(colors, EDGE_PAIRS, 3)).toEqual([])
  })
})
