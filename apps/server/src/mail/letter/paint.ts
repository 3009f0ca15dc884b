import { html, type Html } from './html.ts'
import { MAIL_TOKENS, type MailColors, type MailToken } from './house.ts'

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
  return (painted, style = '') => {
    const all = [...(style === '' ? [] : [style]), ...declarations(painted, colors)]
    return html`class="${painted}" style="${all.join(';')}"`
  }
}

/** The rules that repaint a mail for the dark scheme: where the program asks for it, and in Outlook, which has a mark of its own. */
export function darkRules(colors: MailColors): string {
  const rules = (before: string): string =>
    Object.keys(PAINTS)
      .filter(isPainted)
      .map(painted => `${before}.${painted}{${declarations(painted, colors, ' !important').join(';')}}`)
      .join('')
  const logos = (before: string): string =>
    `${before}.by-day{display:none !important}${before}.by-night{display:block !important;max-height:none !important;overflow:visible !important}`
  return `@media (prefers-color-scheme:dark){${rules('')}${logos('')}}${rules('[data-ogsc] ')}${logos('[data-ogsc] ')}`
}

function declarations(painted: Painted, colors: MailColors, end = ''): string[] {
  return Object.entries(PAINTS[painted]).flatMap(([property, token]) =>
    isToken(token) ? [`${property}:${colors[token]}${end}`] : [],
  )
}

function isPainted(name: string): name is Painted {
  return Object.hasOwn(PAINTS, name)
}

function isToken(name: string): name is MailToken {
  return MAIL_TOKENS.some(token => token === name)
}
