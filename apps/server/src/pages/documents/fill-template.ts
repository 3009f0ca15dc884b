import { API_ORIGIN_META } from '@kippu/contract/api-origin'
import type { FirstView } from '@kippu/contract/first-view'
import { GATE_VIEW_ID, type GateView } from '@kippu/contract/gate-page'
import { SCRIPTS_META } from '@kippu/contract/trusted-types'
import { bcp47Of } from '@kippu/domain/language'
import { TEXTS } from '@kippu/texts/texts'

import { escapeHtml } from '../../platform/http/escape-html.ts'
import { type InlineHashes, inlineHashes } from './inline-hashes.ts'

export interface DocumentParts {
  readonly view: FirstView | GateView
  /** Markup of the first screen; empty where the app renders everything itself. */
  readonly markup: string
  /** Markup of the band above it; empty without a notice. */
  readonly notices: string
  /** The site's token overrides, as CSS; empty where the page has none. */
  readonly theme: string
  /** The name of the tab. */
  readonly title: string
  /** The face of the page elsewhere, and the colours around it: elements of the head that neither run nor style anything. */
  readonly tags: string
  /** Facts for search engines, as JSON-LD; undefined where nobody searches for the page. */
  readonly facts?: unknown
  /** Path of the site's icon for the browser tab. */
  readonly icon: string
  /** Where the page's calls go; null when it is the page's own origin. */
  readonly apiOrigin: string | null
  /** The service worker that the page is to start: the name of the `meta` with its address. */
  readonly worker: { readonly meta: string; readonly path: string } | null
  /** Addresses of the scripts of others that the page may load. */
  readonly scripts: readonly string[]
  /** Runs before the app starts. */
  readonly script?: string
  /** The browser sent no cookie with a language: it need not look for what was stored together with one. */
  readonly isWithoutCookie?: boolean
}

/** A document, and the hashes of the blocks in it that may run or style it. */
export interface FilledTemplate {
  readonly html: string
  readonly hashes: InlineHashes
  /**
   * The parts that the page loads first, as the value of a `Link` header: the browser asks for them before it reads the
   * page.
   */
  readonly links: string
}

/** Fills a document of the web app. Only blocks of the template, the theme and the script may run or style it. */
export function fillTemplate(
  template: string,
  {
    view,
    markup,
    notices,
    theme,
    title,
    tags,
    facts,
    icon,
    apiOrigin,
    worker,
    scripts,
    script,
    isWithoutCookie = false,
  }: DocumentParts,
): FilledTemplate {
  const { lang } = view
  const head = [
    tags,
    `<link rel="icon" type="image/svg+xml" href="${icon}">`,
    ...(apiOrigin === null ? [] : [`<meta name="${API_ORIGIN_META}" content="${apiOrigin}">`]),
    ...(worker === null ? [] : [`<meta name="${worker.meta}" content="${worker.path}">`]),
    ...(scripts.length === 0
      ? []
      : [`<meta name="${SCRIPTS_META}" content="${escapeHtml(scripts.join(' '))}">`]),
    `<style>${theme}</style>`,
    ...(script === undefined ? [] : [`<script>${script}</script>`]),
  ].join('')
  // The hashes of the parts that are ours alone: markup and data are filled in afterwards.
  const hashes = inlineHashes(template + head)
  const id = 'kind' in view ? 'first-view' : GATE_VIEW_ID
  const data = `<script type="application/json" id="${id}">${jsonForScript(view)}</script>`
  const told =
    facts === undefined ? '' : `<script type="application/ld+json">${jsonForScript(facts)}</script>`
  // As functions, because `$` has a meaning in a replacement text. The theme goes last, so that it overrides the app's
  // own style sheets.
  const html = template
    .replace('<html lang="__LANG__"', tag => (isWithoutCookie ? `${tag} data-no-cookie` : tag))
    .replaceAll('__LANG__', () => bcp47Of(lang))
    .replaceAll('__TITLE__', () => escapeHtml(title))
    .replace('<!--theme-->', '')
    // The picture of the opening is asked for before the code, whose answers fill a slow line for half a second.
    .replace('<link rel="modulepreload"', link => `${picturePreload(view, markup)}${link}`)
    .replace('</head>', () => `${head}</head>`)
    .replace('<!--notices-->', () => notices)
    .replace('<!--languages-->', () => ('kind' in view ? languageOffers(view) : ''))
    .replace('<!--root-->', () => markup)
    .replace('<!--no-script-->', () => escapeHtml(TEXTS.common_no_script[lang]))
    .replace('<!--first-view-->', () => data)
    .replace('</body>', () => `${told}</body>`)
  return { html, hashes, links: linksOf(html) }
}

/** `</sites/demo/hero.svg>; rel=preload; as=image; fetchpriority=high, </assets/order.js>; rel=modulepreload`. */
function linksOf(html: string): string {
  const [head = ''] = html.split('</head>')
  return [...head.matchAll(/<link rel="(preload|modulepreload)"[^>]*>/g)]
    .flatMap(([link, rel = '']) => {
      const address = /href="([^"]+)"/.exec(link)?.[1]
      const rest = [...link.matchAll(/\b(as|imagesrcset|fetchpriority)="([^"]+)"/g)].map(
        ([, name, value = '']) => `; ${name}=${/\W/.test(value) ? `"${value}"` : value}`,
      )
      return address === undefined ? [] : [`<${address}>; rel=${rel}${rest.join('')}`]
    })
    .join(', ')
}

function picturePreload(view: FirstView | GateView, markup: string): string {
  if (!('kind' in view) || view.kind !== 'order' || markup === '') return ''
  const { heroImage, copies } = view.site
  const set = copies[heroImage]
  const sizes = set === undefined ? '' : ` imagesrcset="${set}"`
  return `<link rel="preload" as="image" href="${heroImage}"${sizes} fetchpriority="high">`
}

/**
 * A line for readers of each of the other languages, in theirs: the page shows one of them at most (decision 66). They are words of the
 * product, in its bundled form, because a document reads the texts of its own language alone.
 */
function languageOffers({ langs, lang }: FirstView): string {
  return langs
    .filter(({ id }) => id !== lang)
    .map(
      ({ id }) =>
        `<a href="?lang=${id}" lang="${bcp47Of(id)}" hreflang="${bcp47Of(id)}" data-lang="${id}">${escapeHtml(TEXTS.common_read_in_language[id])}</a>`,
    )
    .join('')
}

/** JSON that cannot close the script element around it. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
