import { csvLine } from '@kippu/domain/books/csv-line'
import { jstIso } from '@kippu/domain/jst-date'

import { listReaders, type MagazineReader } from '../../orders/magazines/list-readers.ts'
import { MAGAZINES } from '../../orders/magazines/magazines.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { chosenVerb, type Verb } from '../parse/chosen-verb.ts'
import { type Command, UsageError } from '../command.ts'
import { type Columns, counted, rowsOf, table } from '../texts/table.ts'

/** The readers of the magazines of a site (docs/handbook.md). */
export const magazine: Command = {
  usage: 'magazine list <site> [--of mail_magazine] [--csv]',
  summary: 'who gets the magazines of a site now; taking the list out is written down',
  options: {
    of: { type: 'string', help: `one of them: ${MAGAZINES.join(', ')}; without it, all` },
    csv: { type: 'boolean', help: 'as a file for a program that sends mails' },
  },
  run: (deps, typed) => chosenVerb('magazine', VERBS, typed)(deps, typed),
}

const listReport: Verb = async (deps, typed, [site, ...more]) => {
  if (more.length > 0) throw new UsageError('magazine list takes a site')
  const siteKey = chosenSite(deps, site)
  const of = typed.text('of')
  const chosen = MAGAZINES.find(name => name === of) ?? null
  if (of !== undefined && chosen === null) throw new UsageError(`${of} is none of ${MAGAZINES.join(', ')}`)
  const readers = await listReaders(deps, { siteKey, magazine: chosen })
  const rows = rowsOf(COLUMNS, readers)
  return {
    get text() {
      return typed.isSet('csv')
        ? rows.map(csvLine).join('').trimEnd()
        : `${table(rows)}\n\n${counted(readers.length, 'reader')}.`
    },
    json: readers,
  }
}

const COLUMNS: Columns<MagazineReader> = {
  email: ({ email }) => email,
  magazine: ({ magazine: name }) => name,
  since: ({ since }) => jstIso(since.getTime()).slice(0, 10),
}

const VERBS: ReadonlyMap<string, Verb> = new Map([['list', listReport]])
