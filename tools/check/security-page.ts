import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Requirements of the ASVS by section and level: `{"V1.1": {"2": [1, 2]}}`. */
export type Requirements = Readonly<Record<string, Readonly<Partial<Record<'1' | '2', readonly number[]>>>>>

const CHAPTER = /^### V\d+ /
const DEVIATIONS = /^## Deviations/
const ROW = /^\| (\d+(?:\.\d+)*[^|]*) \| (.*) \| (.*) \|$/
const ID = /^\d+(?:\.\d+){0,2}$/
const RANGE = /^(\d+\.\d+)\.(\d+)–(\d+)$/
const DATED = /^\d{4}-\d\d-\d\d$/
/** A link to a file of the repository, with the heading that is meant, and what the file says there. */
const POINTER = /\[[^\]]+\]\(([^)#\s]*)(?:#([^)\s]+))?\)((?:,? ?“[^”]+”)*)/g

interface Row {
  readonly line: number
  readonly ids: readonly string[]
  readonly how: string
  readonly where: string
}

/**
 * The faults of the page that answers the requirements of the ASVS, one line each: requirements that no row, or more
 * than one, answers; rows without anything that shows them; files, headings and words that are not there; deviations
 * that are not dated alike in their chapter and in the table at the end.
 * @param page path of the page from `root`.
 */
export function findFaultsOfSecurityPage(
  root: string,
  page: string,
  requirements: Requirements,
): readonly string[] {
  const lines = readFileSync(path.join(root, page), 'utf8').split('\n')
  const known = idsOf(requirements)
  const begin = lines.findIndex(line => CHAPTER.test(line))
  const end = lines.findIndex(line => DEVIATIONS.test(line))
  const read = (from: number, to: number): readonly Row[] =>
    lines.slice(from, to).flatMap((text, index) => rowOf(text, from + index + 1, known))
  const rows = read(Math.max(begin, 0), end === -1 ? lines.length : end)
  const deviations = end === -1 ? [] : read(end, lines.length)
  return [
    ...countFaults(rows, known),
    ...rows.flatMap(row => shownFaults(row).map(fault => `${row.line}: ${fault}`)),
    ...deviationFaults(rows, deviations),
    ...lines.flatMap((text, index) => pointerFaults(root, page, text).map(fault => `${index + 1}: ${fault}`)),
  ].map(fault => `${page}:${fault}`)
}

function idsOf(requirements: Requirements): readonly string[] {
  return Object.entries(requirements).flatMap(([section, levels]) =>
    [...(levels['1'] ?? []), ...(levels['2'] ?? [])].map(number => `${section.slice(1)}.${number}`),
  )
}

/** A row of a table whose first cell names requirements: `1.2.3`, `1.2.3–5`, a section `1.2` or a chapter `1`, with commas between. */
function rowOf(text: string, line: number, known: readonly string[]): readonly Row[] {
  const [, named = '', how = '', where = ''] = ROW.exec(text) ?? []
  if (named === '') return []
  const ids = named.split(', ').flatMap(one => {
    const [, section, first, last] = RANGE.exec(one) ?? []
    if (section !== undefined)
      return known.filter(id => {
        const number = Number(id.slice(section.length + 1))
        return id.startsWith(`${section}.`) && number >= Number(first) && number <= Number(last)
      })
    const inside = known.filter(id => id === one || id.startsWith(`${one}.`))
    return ID.test(one) && inside.length > 0 ? inside : [one]
  })
  return [{ line, ids, how, where }]
}

function countFaults(rows: readonly Row[], known: readonly string[]): readonly string[] {
  const answers = new Map<string, readonly number[]>(known.map(id => [id, []]))
  const strangers: string[] = []
  for (const { ids, line } of rows)
    for (const id of ids) {
      const before = answers.get(id)
      if (before === undefined) strangers.push(`${line}: there is no requirement ${id} of level 1 or 2`)
      else answers.set(id, [...before, line])
    }
  const counted = Array.from(answers).flatMap(([id, at]) => {
    if (at.length === 1) return []
    return [at.length === 0 ? `1: nothing answers ${id}` : `${at[1]}: ${id} is answered in line ${at[0]} too`]
  })
  return [...strangers, ...counted]
}

const isDeviation = ({ how }: Row): boolean => how.startsWith('**Deviation.**')
const isBeside = ({ how }: Row): boolean => how.startsWith('**Not applicable.**')

/** A row claims nothing without a pointer; a deviation has its date, and what does not apply its reason. */
function shownFaults(row: Row): readonly string[] {
  if (isDeviation(row)) return DATED.test(row.where) ? [] : ['a deviation needs its date, as in 2026-11-23']
  if (isBeside(row)) return /^\*\*Not applicable\.\*\* \S/.test(row.how) ? [] : ['a reason is missing']
  return row.where.match(POINTER) === null ? ['nothing shows it: a link to a file is missing'] : []
}

function deviationFaults(rows: readonly Row[], deviations: readonly Row[]): readonly string[] {
  const datesOf = (some: readonly Row[], dateOf: (row: Row) => string) =>
    new Map(some.flatMap(row => row.ids.map(id => [id, { date: dateOf(row), line: row.line }] as const)))
  const inChapters = datesOf(rows.filter(isDeviation), ({ where }) => where)
  const inTable = datesOf(deviations, ({ how }) => how.split(' | ')[0] ?? '')
  const missing = Array.from(inChapters).flatMap(([id, { date, line }]) =>
    inTable.get(id)?.date === date ? [] : [`${line}: the table of deviations does not have ${id} of ${date}`],
  )
  const idle = Array.from(inTable).flatMap(([id, { line }]) =>
    inChapters.has(id) ? [] : [`${line}: ${id} is not a deviation in its chapter`],
  )
  return [...missing, ...idle]
}

function pointerFaults(root: string, page: string, text: string): readonly string[] {
  return Array.from(text.matchAll(POINTER), match => match).flatMap(
    ([, target = '', heading, words = '']) => {
      if (/^[a-z]+:/.test(target)) return []
      const file = target === '' ? path.join(root, page) : path.join(root, path.dirname(page), target)
      if (!existsSync(file)) return [`there is no ${target}`]
      if (heading === undefined && words === '') return []
      const content = readFileSync(file, 'utf8')
      const quoted = Array.from(words.matchAll(/“([^”]+)”/g), ([, quote = '']) => quote)
      return [
        ...(heading === undefined || headingsOf(content).includes(heading)
          ? []
          : [`${target} has no heading #${heading}`]),
        ...quoted.filter(quote => !content.includes(quote)).map(quote => `${target} says nowhere “${quote}”`),
      ]
    },
  )
}

/** The headings of a page as links name them. */
function headingsOf(content: string): readonly string[] {
  return Array.from(content.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}
