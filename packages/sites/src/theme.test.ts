import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { readTheme, type ThemeColors } from './read-theme.ts'
import { SITE_KEYS, SITES } from './registry.ts'

const TOKENS = path.join(import.meta.dirname, '../../../apps/web/src/ui/tokens.css')

/** Colours that every theme sets. */
const COLORS = [
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

/** Colours of warnings, focus and veil: a house that is dark by day too sets them as they are at night. */
const NIGHT = ['danger', 'danger-soft', 'caution', 'caution-soft', 'focus', 'veil']

/** Shapes, paper, face and motion: what a theme may set beside its colours. Sizes and distances are the same for every site. */
const SHAPES = [
  'radius-s',
  'radius-m',
  'radius-l',
  'radius-card',
  'radius-button',
  'radius-day',
  'corner',
  'rule',
  'edge',
  'shadow-card',
  'paper',
  'face-weight',
  'face-spacing',
  'enter',
  'mark',
  'pen',
  'pen-end',
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

function tooWeak(
  colors: ThemeColors,
  pairs: ReadonlyArray<readonly [string, string]>,
  least: number,
): string[] {
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
  const tokens = readTheme(readFileSync(TOKENS, 'utf8'))
  const theme = readTheme(readFileSync(file, 'utf8'))

  test('sets all colours, the shapes that tokens.css has, and nothing else', () => {
    const declared = [...readFileSync(file, 'utf8').matchAll(/^\s*(?:--)?([a-z-]+):/gm)].map(m => m[1] ?? '')
    const isDark = SITES[key].look.scheme === 'dark'
    const colors = [...COLORS, ...(isDark ? NIGHT : [])].map(name => `color-${name}`)
    const head = isDark ? ['color-scheme', ...colors] : colors
    expect(declared.slice(0, head.length)).toEqual(head)
    expect(declared.slice(head.length).filter(name => !SHAPES.includes(name))).toEqual([])
    const known = readFileSync(TOKENS, 'utf8')
    expect(declared.filter(name => name !== 'color-scheme' && !known.includes(`--${name}:`))).toEqual([])
  })

  test('has a mark, and the paper is quiet: no colour of it is denser than half', () => {
    expect(readFileSync(path.join(import.meta.dirname, key, 'mark.svg'), 'utf8')).toContain(
      'viewBox="0 0 40 40"',
    )
    const paper = /--paper: ([^;]+);/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
    const densest = Math.max(0, ...[...paper.matchAll(/\/ (\d+(?:\.\d+)?)%\)/g)].map(m => Number(m[1])))
    expect(densest).toBeLessThan(60)
  })

  test.each(['light', 'dark'] as const)('is readable in the %s scheme', scheme => {
    const colors = new Map([...tokens.light, ...(scheme === 'dark' ? tokens.dark : []), ...theme[scheme]])
    expect(tooWeak(colors, TEXT_PAIRS, 4.5)).toEqual([])
    expect(tooWeak(colors, EDGE_PAIRS, 3)).toEqual([])
  })
})
