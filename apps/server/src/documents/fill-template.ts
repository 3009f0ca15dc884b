import type { FirstView } from '@kippu/contract/first-view'
import { bcp47Of } from '@kippu/domain/language'

import { escapeHtml } from '../http/escape-html.ts'

export interface DocumentParts {
  readonly view: FirstView
  /** Markup of the first screen; empty where the app renders everything itself. */
  readonly markup: string
  /** The site's token overrides, as CSS. */
  readonly theme: string
  /** Path of the site's icon for the browser tab. */
  readonly icon: string
  /** Runs before the app starts. */
  readonly script?: string
}

/** The placeholder in a template for the nonce of an answer. */
const NONCE = '__NONCE__'

/** Fills a document of the web app, except for the nonce, which differs in every answer. */
export function fillTemplate(template: string, { view, markup, theme, icon, script }: DocumentParts): string {
  const { site, lang } = view
  const head = [
    `<link rel="icon" type="image/svg+xml" href="${icon}">`,
    `<style nonce="${NONCE}">${theme}</style>`,
    ...(script === undefined ? [] : [`<script nonce="${NONCE}">${script}</script>`]),
  ].join('')
  const data = `<script type="application/json" id="first-view">${jsonForScript(view)}</script>`
  // As functions, because `$` has a meaning in a replacement text. The theme goes last, so that it overrides the app's
  // own style sheets.
  return template
    .replaceAll('__LANG__', () => bcp47Of(lang))
    .replaceAll('__TITLE__', () => escapeHtml(lang === 'ja' ? site.title.ja : site.title.default))
    .replace('<!--theme-->', '')
    .replace('</head>', () => `${head}</head>`)
    .replace('<!--root-->', () => markup)
    .replace('<!--first-view-->', () => data)
}

/** The finished document. */
export function withNonce(document: string, nonce: string): string {
  return document.replaceAll(NONCE, () => nonce)
}

/** JSON that cannot close the script element around it. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
