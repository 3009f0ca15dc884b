import { createHash, randomInt } from 'node:crypto'

import { bcp47Of, DEFAULT_LANGUAGE, isLanguage, type Language } from '@kippu/domain/language'
import { TEXTS } from '@kippu/texts/texts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { escapeHtml } from './escape-html.ts'
import { languageCookieOf } from './language-cookie.ts'
import { stillPageHeaders } from './security-headers.ts'

/** Between two questions of one page, in ms: all that wait do not ask at once. */
const ASK_EVERY = { least: 5_000, most: 15_000 }

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:1.125rem/1.8 system-ui,sans-serif;color:CanvasText;background:Canvas}' +
  'main{max-width:34rem;margin:0 auto;padding:20vh 1.25rem 3rem}h1{font-size:1.5rem;line-height:1.4}section+section{margin-top:3rem}'

/**
 * Asks for the start page whether there is room again, and only then loads the address anew, with what stands behind its `#`: the address
 * itself may be one that does something, such as the way back from a provider.
 */
const ASK =
  "setInterval(()=>fetch('/',{method:'HEAD',cache:'no-store'}).then(r=>{if(r.status<400)location.reload()},()=>{}),Number(document.documentElement.dataset.every))"

const HEADERS = stillPageHeaders({ script: sourceOf(ASK), style: sourceOf(STYLE) })

/** Whether a person waits for a page, and not a program for data. */
export function asksForPage({ method, headers, url }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
}

/**
 * The page for a visitor for whom there is no room: calm, and it goes on by itself. It reads nothing, because reads are
 * what is missing: the language is that of the cookie, with English below.
 */
export function sendBusyPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = languageCookieOf(request) ?? ''
  const lang = isLanguage(asked) ? asked : DEFAULT_LANGUAGE
  return reply
    .headers(HEADERS)
    .type('text/html; charset=utf-8')
    .send(pageIn(lang === 'en' ? ['en'] : [lang, 'en']))
}

function pageIn([first, ...others]: readonly [Language, ...Language[]]): string {
  const every = randomInt(ASK_EVERY.least, ASK_EVERY.most)
  return [
    `<!doctype html><html lang="${bcp47Of(first)}" data-every="${every}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(TEXTS.error_busy_title[first])}</title><style>${STYLE}</style></head><body><main>`,
    sectionIn(first, 'h1'),
    ...others.map(lang => sectionIn(lang, 'h2')),
    `</main><script>${ASK}</script></body></html>`,
  ].join('')
}

function sectionIn(lang: Language, heading: 'h1' | 'h2'): string {
  const title = escapeHtml(TEXTS.error_busy_title[lang])
  const words = escapeHtml(TEXTS.error_busy_waiting[lang])
  return `<section lang="${bcp47Of(lang)}"><${heading}>${title}</${heading}><p>${words}</p></section>`
}

function sourceOf(block: string): string {
  return `'sha256-${createHash('sha256').update(block).digest('base64')}'`
}
