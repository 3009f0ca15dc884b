import { readFile, stat } from 'node:fs/promises'

import { ON_ACCOUNT, PAYMENT_PROVIDERS } from '@kippu/domain/payment-method'

import { matchPayouts, type PayoutMatch } from '../../office/books/match-payouts.ts'
import {
  PAYOUT_PRESETS,
  PLAIN_COLUMNS,
  type PayoutColumns,
  readPayoutFile,
} from '../../office/books/read-payout-file.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandArguments, type Report, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { table, yenText } from '../texts/table.ts'
import { oneOf } from '../parse/typed-days.ts'

/** A larger file is not one of payouts. */
const MOST_BYTES = 50_000_000

/** The payouts of providers, compared with the payments (docs/books.md). */
export const payouts: Command = {
  usage: 'payouts match <site> <provider> <file.csv> [--preset <provider>] [--reference <column>] …',
  summary:
    'stores what a provider paid out and compares it with the payments; the same file again is harmless',
  options: {
    preset: {
      type: 'string',
      help: `columns of ${Object.keys(PAYOUT_PRESETS).join(', ')}, or plain: reference, amount, fee, date; without it, the provider's`,
    },
    reference: { type: 'string', help: 'the column with the number of the payment' },
    amount: { type: 'string', help: 'the column of the amount in yen' },
    fee: { type: 'string', help: 'the column of the fee' },
    date: { type: 'string', help: 'the column of the day' },
  },
  async run(deps, typed) {
    const [verb, site, provider, file, ...more] = typed.positionals
    if (verb !== 'match' || file === undefined || more.length > 0)
      throw new UsageError('payouts match takes a site, a provider and a file')
    const asked = {
      siteKey: chosenSite(deps, site),
      provider: oneOf('provider', [...PAYMENT_PROVIDERS, ON_ACCOUNT], provider),
    }
    const bytes = await bytesOf(file)
    const read = readPayoutFile(bytes, columnsOf(typed, asked.provider))
    if (read.kind === 'faults')
      return refusedReport(`${file} was not read:\n  ${read.faults.join('\n  ')}\nNothing was stored`)
    return reportOf(await matchPayouts(deps, { ...asked, lines: read.lines }))
  },
}

async function bytesOf(file: string): Promise<Uint8Array> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || !found.isFile()) throw new UsageError(`there is no file ${file}`)
  if (found.size > MOST_BYTES) throw new UsageError(`${file} has more than 50 MB`)
  return readFile(file)
}

function columnsOf({ text }: CommandArguments, provider: string): PayoutColumns {
  const preset = text('preset')
  const presets = ['plain', ...Object.keys(PAYOUT_PRESETS)]
  const name = preset === undefined ? provider : oneOf('--preset', presets, preset)
  const columns = PAYOUT_PRESETS[name] ?? PLAIN_COLUMNS
  const [reference, amount, fee, date] = [text('reference'), text('amount'), text('fee'), text('date')]
  const { lessAmount, ...plain } = columns
  return {
    ...plain,
    // A column of amounts that was named is the only one: no other is taken off it.
    ...(amount === undefined && lessAmount !== undefined && { lessAmount }),
    ...(reference !== undefined && { reference }),
    ...(amount !== undefined && { amount }),
    ...(fee !== undefined && { fees: [fee] }),
    ...(date !== undefined && { date }),
  }
}

/** Lines that are said; `--json` has all. */
const MOST_SAID = 50

function reportOf(match: PayoutMatch): Report {
  const { added, matched, amount, fees, wrong, unknown, missing } = match
  const lines = [
    ...wrong.map(({ reference, amount: yen, captured, refunded }) => [
      'wrong amount',
      reference,
      yenText(yen),
      [`paid ${yenText(captured)}`, ...refunded.map(back => `refunded ${yenText(back)}`)].join(', '),
    ]),
    ...unknown.map(({ reference, amount: yen, paidOn }) => ['unknown', reference, yenText(yen), paidOn]),
    ...missing.map(one => ['missing', one.reference, yenText(one.amount), one.capturedOn]),
  ]
  const said = lines.slice(0, MOST_SAID)
  const rest = lines.length - said.length
  const text = [
    `${matched} match: ${yenText(amount)}, fees ${yenText(fees)}. ${added} lines are new.`,
    ...(said.length > 0 ? [table([['WHAT', 'REFERENCE', 'AMOUNT', ''], ...said])] : []),
    ...(rest > 0 ? [`… and ${rest} more (--json)`] : []),
  ]
  return { text: text.join('\n'), json: match, isFailure: lines.length > 0 }
}
