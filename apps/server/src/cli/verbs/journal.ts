import { BOOKINGS } from '@kippu/domain/books/journal'

import { JOURNAL_FORMATS, journalText } from '../../office/books/journal-formats.ts'
import { type JournalRow, readJournal } from '../../office/books/journal-rows.ts'
import { NotInShiftJis } from '../../office/catalogue/files/encode-shift-jis.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, type Report, UsageError } from '../command.ts'
import { encoded, ENCODINGS, writeWhole } from '../texts/file-output.ts'
import { refusedReport } from '../refused-report.ts'
import { oneOf, typedMonth } from '../parse/typed-days.ts'

/** The journal of a month for accounting (docs/books.md). */
export const journal: Command = {
  usage: 'journal <site> --month <month> [--format neutral] [--by sale] [--encoding utf8] [--out <file>]',
  summary: 'the journal of a month as a file for accounting; a closed month is as it was closed',
  options: {
    month: { type: 'string', help: 'as 2026-11' },
    format: { type: 'string', help: `${JOURNAL_FORMATS.join(', ')}; without it, neutral` },
    by: {
      type: 'string',
      help: 'sale: sales when paid; visit: received in advance, sales on the day of the visit; without it, sale',
    },
    encoding: { type: 'string', help: 'utf8 or sjis; without it, utf8' },
    out: { type: 'string', help: 'the file; without it, standard output' },
  },
  mayReadReplica: true,
  async run(deps, typed) {
    const [site, ...more] = typed.positionals
    if (more.length > 0) throw new UsageError('journal takes a site')
    const siteKey = chosenSite(deps, site)
    const month = typedMonth('--month', typed.text('month'))
    const booking = oneOf('--by', BOOKINGS, typed.text('by') ?? 'sale')
    const format = oneOf('--format', JOURNAL_FORMATS, typed.text('format') ?? 'neutral')
    const rows = await readJournal(deps, { siteKey, month, booking })
    if ('refused' in rows)
      return refusedReport(`${month} is closed by ${rows.booking}: write --by ${rows.booking}`)
    return written(typed, countedRows(rows), text => journalText(text, { format, siteKey }))
  },
}

interface Counted {
  readonly rows: AsyncIterable<JournalRow>
  readonly count: () => number
}

function countedRows(rows: AsyncIterable<JournalRow>): Counted {
  let count = 0
  async function* counting(): AsyncGenerator<JournalRow> {
    for await (const row of rows) {
      count += 1
      yield row
    }
  }
  return { rows: counting(), count: () => count }
}

async function written(
  typed: CommandArguments,
  { rows, count }: Counted,
  textOf: (rows: AsyncIterable<JournalRow>) => AsyncIterable<string>,
): Promise<Report> {
  const encoding = oneOf('--encoding', ENCODINGS, typed.text('encoding') ?? 'utf8')
  const stream = encoded(textOf(rows), encoding)
  const file = typed.text('out')
  if (file === undefined) return { text: '', json: null, stream }
  try {
    await writeWhole(file, stream)
  } catch (error) {
    if (error instanceof NotInShiftJis) return refusedReport(`${error.message}: write --encoding utf8`)
    throw error
  }
  return { text: `${count()} lines in ${file}.`, json: { lines: count(), file } }
}
