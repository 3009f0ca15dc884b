import { jstIso } from '@kippu/domain/jst-date'

import { escapeHtml } from '../http/escape-html.ts'
import type { PersonExport } from './export-person.ts'
import type { HeldPart } from './held-data.ts'

const STYLE =
  'body{font:16px/1.6 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}dl{display:grid;grid-template-columns:14em 1fr;gap:.2em 1em;border-top:1px solid #999;padding:.6em 0;margin:0}dd{margin:0;overflow-wrap:anywhere}'

/** What is held about a person as a page that they can read and print. Nothing of it is loaded from elsewhere. */
export function personPage({ site, at, addresses, held }: PersonExport): string {
  const whom = addresses.length === 0 ? 'an order without an address' : addresses.join(', ')
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(site)}: ${escapeHtml(whom)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${escapeHtml(whom)}</h1><p>All that is held at ${escapeHtml(site)}, as of ${jstIso(at)}. Amounts are yen.</p>`,
    ...held.map(sectionOf),
    '</body></html>\n',
  ].join('\n')
}

function sectionOf({ part, rows }: HeldPart): string {
  return `<h2>${spoken(part)} (${rows.length})</h2>\n${rows.map(listOf).join('\n')}`
}

function listOf(row: HeldPart['rows'][number]): string {
  const said = Object.entries(row).filter(([, value]) => value !== null)
  return `<dl>${said.map(([name, value]) => `<dt>${spoken(name)}</dt><dd>${escapeHtml(textOf(value))}</dd>`).join('')}</dl>`
}

function spoken(name: string): string {
  return escapeHtml(name.replaceAll('_', ' '))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
