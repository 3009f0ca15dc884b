import { html, type Html } from './html.ts'
import type { MailColors, MailToken } from './house.ts'

/** The colours of each part of a mail. A part has its class, by which the dark scheme repaints it. */
const PAINTS = {
  page: { 'background-color': 'ground', color: 'ink' },
  card: { 'background-color': 'surface', 'border-color': 'line' },
  ink: { color: 'ink' },
  soft: { color: 'ink-soft' },
  line: { 'border-color': 'line' },
  link: { color: 'accent' },
  visit: { 'background-color': 'accent-soft', 'border-color': 'accent', color: 'ink' },
  button: { 'background-color': 'accent', color: 'on-accent' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, MailToken>>>>

export type Painted = keyof typeof PAINTS

/** The attributes of a part: its class, and its style with its colours, for programs that drop style sheets. */
export type Paint = (painted: Painted, style?: string) => Html

export function painter(colors: MailColors): Paint {
  const known = painters.get(colors)
  if (known !== undefined) return known
  const painted = new Map<string, Html>()
  const paint: Paint = (part, style = '') => {
    const key = `${part} ${style}`
    const attributes = painted.get(key) ?? attributesOf(part, style, colors)
    painted.set(key, attributes)
    return attributes
  }
  painters.set(colors, paint)
  return paint
}

/** Each house has its paints, and each part is painted once. */
const painters = new WeakMap<MailColors, Paint>()

function attributesOf(part: Painted, style: string, colors: MailColors): Html {
  const declared = Object.entries(PAINTS[part]).map(([property, token]) => `${property}:${colors[token]}`)
  return html`class="${part}" style="${[...(style === '' ? [] : [style]), ...declared].join(';')}"`
}

/** The rules that repaint a mail for the dark scheme: where the program asks for it, and in Outlook, which has a mark of its own. */
export function darkRules(colors: MailColors): string {
  const parts = new Map<string, string[]>()
  for (const [part, paints] of Object.entries(PAINTS))
    for (const [property, token] of Object.entries(paints)) {
      const declared = `${property}:${colors[token]}`
      parts.set(declared, [...(parts.get(declared) ?? []), `.${part}`])
    }
  const rules = [
    ...Array.from(parts, ([declared, names]) => [names, [declared]] as const),
    [['.by-day'], ['display:none']] as const,
    [['.by-night'], ['display:block', 'max-height:none', 'overflow:visible']] as const,
  ]
  const written = (before: string): string =>
    rules
      .map(
        ([names, declared]) =>
          `${names.map(name => before + name).join()}{${declared.map(one => `${one}!important`).join(';')}}`,
      )
      .join('')
  return `@media (prefers-color-scheme:dark){${written('')}}${written('[data-ogsc] ')}`
}
