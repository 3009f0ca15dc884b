import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface RequirementRow {
  /** `R-4.27`. */
  readonly id: string
  readonly text: string
}

/** Rows of `docs/requirements/rows.md` whose id begins with a section, `R-4`. */
export function readRows(root: string): RequirementRow[] {
  const page = readFileSync(path.join(root, 'docs/requirements/rows.md'), 'utf8')
  return Array.from(page.matchAll(/^\| ([RSED]-[\d.]+) \| (.+?) \|/gm), ([, id = '', text = '']) => ({
    id,
    text,
  }))
}

/**
 * Ids that a text cites, ranges spelled out: `R-4.07–15`, `R-4.07–4.15`, `R-4.07-R-4.15` and `R-8.20, 8.21` name every
 * row between their ends; `D-21–24` likewise.
 */
export function citedIds(text: string): string[] {
  return Array.from(text.matchAll(CITATION), ([citation]) => idsOf(citation)).flat()
}

const NUMBER = String.raw`(?:\d+\.)?\d+`
const CITATION = new RegExp(
  String.raw`\b[RSED]-${NUMBER}(?:(?:[–-]|,\s?|/)(?:[RSED]-)?${NUMBER}(?!\w))*`,
  'g',
)

function idsOf(citation: string): string[] {
  const ids: string[] = []
  let previous = ''
  for (const [, joint = '', part = ''] of citation.matchAll(
    new RegExp(String.raw`(^|[–-]|,\s?|/)((?:[RSED]-)?${NUMBER})`, 'g'),
  )) {
    const id = completed(part, previous)
    if (/^[–-]$/.test(joint)) ids.push(...between(previous, id))
    ids.push(id)
    previous = id
  }
  return ids
}

/** A short form takes its missing parts from the id before it: after `R-8.20`, `8.21` and `21` both mean `R-8.21`. */
function completed(part: string, previous: string): string {
  if (/^[RSED]/.test(part)) return part
  if (part.includes('.')) return `${previous.slice(0, 2)}${part}`
  return previous.replace(/\d+$/, part)
}

/** The ids after `first` and before `last`; none when they are of different sections. */
function between(first: string, last: string): string[] {
  const [, section, from] = /^(.*?)(\d+)$/.exec(first) ?? []
  const [, otherSection, to] = /^(.*?)(\d+)$/.exec(last) ?? []
  if (section === undefined || from === undefined || to === undefined || section !== otherSection) return []
  const width = from.length
  return Array.from(
    { length: Math.max(0, Number(to) - Number(from) - 1) },
    (_, index) => section + String(Number(from) + index + 1).padStart(width, '0'),
  )
}
