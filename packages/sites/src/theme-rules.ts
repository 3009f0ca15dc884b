import { weakPairs } from './contrast.ts'
import { readTheme } from './read-theme.ts'

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
const SHAPES = new Set([
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
])

/** A token or a rule, and what is wrong with it. */
export interface ThemeFault {
  readonly token: string
  readonly rule: string
  /** It does not only look bad: the page could not be trusted with it. */
  readonly isUnsafe: boolean
}

interface Declaration {
  readonly name: string
  readonly value: string
}

/** The mark of a site, at whatever site's address: a theme may be taken over from another site. */
const MARK = /^url\('\/sites\/[a-z][a-z0-9-]*\/mark\.svg'\)$/

/** The declarations of a theme, with each value on one line; undefined for a style sheet that is more than one `:root` block. */
export function themeDeclarations(css: string): readonly Declaration[] | undefined {
  const [, block] = /^\s*:root\s*\{([^{}]*)\}\s*$/.exec(css.replaceAll(/\/\*[\s\S]*?\*\//g, '')) ?? []
  return block
    ?.split(';')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const colon = part.indexOf(':')
      return {
        name: part.slice(0, Math.max(colon, 0)).trim(),
        value: part
          .slice(colon + 1)
          .trim()
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/light-dark\( ?([^,()]+?) ?, ?([^,()]+?) ?\)/g, 'light-dark($1, $2)'),
      }
    })
}

export interface ThemeQuestion {
  readonly isDark: boolean
  /** `tokens.css`, whose colours count where a theme says nothing; without it contrast is not looked at. */
  readonly tokens?: string
}

/** Everything that is wrong with the theme of a site. */
export function themeFaults(css: string, question: ThemeQuestion): readonly ThemeFault[] {
  const declarations = themeDeclarations(css)
  if (declarations === undefined)
    return [{ token: '', rule: 'is more than one block :root { … } of tokens', isUnsafe: true }]
  return [
    ...declarations.flatMap(declaration => declarationFaults(declaration, question.isDark)),
    ...colorFaults(css, declarations, question),
    ...contrastFaults(css, question),
  ]
}

function declarationFaults({ name, value }: Declaration, isDark: boolean): readonly ThemeFault[] {
  if (name === 'color-scheme' && isDark && value === 'dark') return []
  const token = name.replace(/^--/, '')
  const color = token.replace(/^color-/, '')
  const isColor = token !== color && [...COLORS, ...NIGHT].includes(color)
  if (!name.startsWith('--') || !(isColor || SHAPES.has(token)))
    return [{ token: name, rule: 'is not a token that a site may set', isUnsafe: true }]
  const isSafe = token === 'mark' ? MARK.test(value) : !/url|image-set|expression|[<>\\@{}]/i.test(value)
  return isSafe ? [] : [{ token: name, rule: 'has a value that leads elsewhere', isUnsafe: true }]
}

function colorFaults(
  css: string,
  declarations: readonly Declaration[],
  { isDark }: ThemeQuestion,
): readonly ThemeFault[] {
  const { light, dark } = readTheme(css)
  const missing = [...COLORS, ...(isDark ? NIGHT : [])].filter(
    color => !declarations.some(({ name }) => name === `--color-${color}`),
  )
  const unread = COLORS.filter(color => !missing.includes(color) && !(light.has(color) && dark.has(color)))
  return [
    ...missing.map(color => ({ token: `--color-${color}`, rule: 'is missing', isUnsafe: true })),
    ...unread.map(color => ({
      token: `--color-${color}`,
      rule: 'is neither #rrggbb nor light-dark(#rrggbb, #rrggbb)',
      isUnsafe: true,
    })),
    ...(isDark && !declarations.some(({ name }) => name === 'color-scheme')
      ? [
          {
            token: 'color-scheme',
            rule: 'is missing: a house that is dark by day says dark',
            isUnsafe: false,
          },
        ]
      : []),
  ]
}

function contrastFaults(css: string, { tokens }: ThemeQuestion): readonly ThemeFault[] {
  if (tokens === undefined) return []
  const theme = readTheme(css)
  const usual = readTheme(tokens)
  return (['light', 'dark'] as const).flatMap(scheme => {
    const colors = new Map([...usual.light, ...(scheme === 'dark' ? usual.dark : []), ...theme[scheme]])
    return weakPairs(colors).map(rule => ({ token: scheme, rule, isUnsafe: false }))
  })
}
