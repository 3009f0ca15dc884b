/** Colours by the name of their token without `--color-`: `ink-soft` → `#565074`. */
export type ThemeColors = ReadonlyMap<string, string>

/** The colours of a style sheet in each scheme; a house that is dark at noon has the same in both. */
export interface Theme {
  readonly light: ThemeColors
  readonly dark: ThemeColors
}

const DARK_BLOCK = /@media\s*\(prefers-color-scheme:\s*dark\)\s*\{\s*[^{}]*\{([^{}]*)\}\s*\}/g
const COLOR = /--color-([a-z-]+):\s*(?:light-dark\(\s*([^(),]+),\s*([^(),]+)\)|([^;()]+));/g
const HEX = /^#[0-9a-f]{6}$/

/**
 * Reads the colours of a theme, or of `tokens.css`, for what can't read CSS itself: mails, and tests of contrast. A colour is
 * `light-dark(#aaaaaa, #bbbbbb)`, or plain, for both schemes; a block for the dark scheme overrides what stands outside of it. What is no
 * `#rrggbb` is left out.
 */
export function readTheme(css: string): Theme {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const always = colorsIn(rules.replaceAll(DARK_BLOCK, ''))
  const atNight = Array.from(rules.matchAll(DARK_BLOCK), ([, block = '']) => colorsIn(block).dark)
  return {
    light: new Map(always.light),
    dark: new Map([...always.dark, ...atNight.flat()]),
  }
}

type Entries = Array<readonly [name: string, color: string]>

function colorsIn(rules: string): { readonly light: Entries; readonly dark: Entries } {
  const found = Array.from(rules.matchAll(COLOR), ([, name = '', light, dark, plain = '']) => ({
    name,
    light: (light ?? plain).trim().toLowerCase(),
    dark: (dark ?? plain).trim().toLowerCase(),
  }))
  const entries = (scheme: 'light' | 'dark'): Entries =>
    found.flatMap(color => (HEX.test(color[scheme]) ? [[color.name, color[scheme]] as const] : []))
  return { light: entries('light'), dark: entries('dark') }
}
