import { jstIso } from '@kippu/domain/jst-date'
import { bcp47Of, DEFAULT_LANGUAGE, isLanguage, type Language } from '@kippu/domain/language'
import { personTexts } from '@kippu/texts/person'
import type { TextTable } from '@kippu/texts/text-table'

import { escapeHtml } from '../../platform/http/escape-html.ts'
import type { PersonExport } from './export-person.ts'
import type { HeldPart } from './held-data.ts'

const STYLE =
  'body{font:16px/1.6 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}dl{display:grid;grid-template-columns:14em 1fr;gap:.2em 1em;border-top:1px solid #999;padding:.6em 0;margin:0}dd{margin:0;overflow-wrap:anywhere}'

/**
 * The data held about a person as a page that they can read and print, in the language of their newest order. Nothing
 * is loaded from elsewhere.
 */
export function personPage({ site, at, addresses, held }: PersonExport): string {
  const lang = languageOf(held)
  const whom = addresses.length === 0 ? personTexts.without_address[lang] : addresses.join(', ')
  const intro = personTexts.page[lang]
    .replace('{site}', () => site)
    .replace('{at}', () => jstIso(at))
    .replace('{whom}', () => whom)
  return [
    `<!doctype html><html lang="${bcp47Of(lang)}"><head><meta charset="utf-8"><title>${escapeHtml(site)}: ${escapeHtml(whom)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escapeHtml(whom)}</h1><p>${escapeHtml(intro)}</p>`,
    ...held.map(part => sectionOf(part, lang)),
    '</body></html>\n',
  ].join('\n')
}

/** Somebody who ordered nothing reads Japanese. */
function languageOf(held: PersonExport['held']): Language {
  const orders = held.find(({ part }) => part === 'orders')?.rows ?? []
  const newest = orders
    .toSorted((a, b) => String(a['created_at']).localeCompare(String(b['created_at'])))
    .at(-1)
  const lang = newest?.['lang']
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE
}

function sectionOf({ part, rows }: HeldPart, lang: Language): string {
  return `<h2>${spoken(part, lang)} (${rows.length})</h2>\n${rows.map(row => listOf(row, lang)).join('\n')}`
}

function listOf(row: HeldPart['rows'][number], lang: Language): string {
  const said = Object.entries(row).filter(([, value]) => value !== null)
  return `<dl>${said.map(([name, value]) => `<dt>${spoken(name, lang)}</dt><dd>${escapeHtml(textOf(value))}</dd>`).join('')}</dl>`
}

const WORDS: TextTable = personTexts

/** A field that only the store itself works with is named as it is stored. */
function spoken(name: string, lang: Language): string {
  return escapeHtml(WORDS[name]?.[lang] ?? name.replaceAll('_', ' '))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
