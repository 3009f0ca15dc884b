import type { ThemeColors } from './read-theme.ts'

/** A colour that is read on another. */
type Pair = readonly [ink: string, ground: string]

const GROUNDS = ['ground', 'surface', 'sunken', 'accent-soft']
const TEXTS = ['ink', 'ink-soft', 'accent', 'accent-strong']
const FILLS = ['accent', 'accent-strong']

/** Pairs of text and background: 4.5:1 (WCAG 2.2, 1.4.3). */
const TEXT_PAIRS: readonly Pair[] = [
  ...GROUNDS.flatMap(ground => TEXTS.map(ink => [ink, ground] as const)),
  ...FILLS.map(fill => ['on-accent', fill] as const),
  ...['danger', 'caution'].flatMap(ink => ['ground', 'surface'].map(ground => [ink, ground] as const)),
]

/** Edges of controls and the focus ring: 3:1 (1.4.11). */
const EDGE_PAIRS: readonly Pair[] = ['control', 'focus'].flatMap(edge =>
  ['ground', 'surface'].map(ground => [edge, ground] as const),
)

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(start => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** From 1, a colour on itself, to 21, black on white; no number for what is not a colour. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** The pairs of a scheme that can't be read, as `ink-soft on sunken is 3.90:1, least is 4.5:1`. */
export function weakPairs(colors: ThemeColors): readonly string[] {
  return [...weakAmong(colors, TEXT_PAIRS, 4.5), ...weakAmong(colors, EDGE_PAIRS, 3)]
}

function weakAmong(colors: ThemeColors, pairs: readonly Pair[], least: number): readonly string[] {
  return pairs
    .map(([ink, ground]) => ({
      ink,
      ground,
      ratio: contrast(colors.get(ink) ?? '', colors.get(ground) ?? ''),
    }))
    .filter(({ ratio }) => !(ratio >= least))
    .map(({ ink, ground, ratio }) => `${ink} on ${ground} is ${ratio.toFixed(2)}:1, least is ${least}:1`)
}
