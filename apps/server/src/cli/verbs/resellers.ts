import {
  addReseller,
  BOTH_HOURS,
  type ListedReseller,
  listResellers,
  revokeReseller,
  rotateReseller,
} from '../../resellers/keys/change-resellers.ts'
import { readStatement } from '../../resellers/statement/read-statement.ts'
import { askFirst } from '../ask-first.ts'
import {
  type Command,
  type CommandArguments,
  type CommandDeps,
  type Report,
  UsageError,
  YES_OPTION,
} from '../command.ts'
import { chosenProduct } from '../parse/chosen-product.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { typedMonth } from '../parse/typed-days.ts'
import { refusedReport } from '../refused-report.ts'
import { type Columns, counted, listed, table, yenText } from '../texts/table.ts'

/** Companies that sell for a venue by the OCTO API (docs/resellers.md). */
export const resellers: Command = {
  usage: `resellers add <site> <code> <name> --net 85 [--net-units adult=2700,…] [--products forest,…] [--cancel-hours 24]
       npm run kippu -- resellers list <site>
       npm run kippu -- resellers rotate | revoke [--yes] <site> <code>
       npm run kippu -- resellers statement <site> <code> <month>`,
  summary:
    'companies that sell tickets by the OCTO API: their contracts and keys, and what they owe of a month',
  options: {
    net: { type: 'string', help: 'percent of the price of the day that the reseller owes' },
    'net-units': { type: 'string', help: 'yen that it owes for units of these codes instead' },
    products: {
      type: 'string',
      help: 'the products that it sells; without it, all that are sold on the channel OTA',
    },
    'cancel-hours': {
      type: 'string',
      help: 'until so many hours before a visit it cancels a booking; without it, 24',
    },
    ...YES_OPTION,
  },
  async run(deps, typed) {
    const [verb, site, ...words] = typed.positionals
    const siteKey = chosenSite(deps, site)
    switch (verb ?? '') {
      case 'add':
        return addReport(deps, siteKey, { words, typed })
      case 'list':
        return listReport(deps, siteKey)
      case 'rotate':
        return rotateReport(deps, { siteKey, code: onlyWord(words) })
      case 'revoke':
        return revokeReport(deps, { siteKey, code: onlyWord(words) }, typed)
      case 'statement':
        return statementReport(deps, siteKey, words)
      default:
        throw new UsageError('resellers add, list, rotate, revoke or statement, and a site')
    }
  },
}

function onlyWord([code, ...more]: readonly string[]): string {
  if (code === undefined || more.length > 0) throw new UsageError('name a site and the code of a reseller')
  return code
}

interface Typed {
  readonly words: readonly string[]
  readonly typed: CommandArguments
}

async function addReport(deps: CommandDeps, siteKey: string, { words, typed }: Typed): Promise<Report> {
  const [code, name, ...more] = words
  const net = typed.text('net')
  if (code === undefined || name === undefined || more.length > 0 || net === undefined)
    throw new UsageError('resellers add takes a site, a code, a name and --net')
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(code))
    throw new UsageError('a code has small letters, digits and hyphens')
  const products = typed.text('products')?.split(',')
  const added = await addReseller(deps, {
    siteKey,
    code,
    name,
    products: products === undefined ? null : await allProducts(deps, siteKey, products),
    netPercent: numberOf('--net', net, 100),
    netUnits: Object.fromEntries((typed.text('net-units')?.split(',') ?? []).map(unitPrice)),
    cancellationHours: numberOf('--cancel-hours', typed.text('cancel-hours') ?? '24', 10_000),
  })
  if (added === 'taken') return refusedReport(`the site has a reseller ${code}`)
  if (added === 'unknown product') return refusedReport('the site has no such product', 'not_found')
  return { text: `Reseller ${code}. Its key, which is told once:\n${added.key}`, json: added }
}

async function allProducts(deps: CommandDeps, siteKey: string, named: readonly string[]): Promise<string[]> {
  const uuids: string[] = []
  for (const name of named) uuids.push(await chosenProduct(deps, siteKey, name))
  return uuids
}

function unitPrice(text: string): readonly [string, number] {
  const [unit = '', yen = ''] = text.split('=')
  if (unit === '') throw new UsageError('--net-units is adult=2700,child=900')
  return [unit, numberOf('--net-units', yen, 10_000_000)]
}

function numberOf(option: string, text: string, most: number): number {
  if (!/^\d{1,8}$/.test(text) || Number(text) > most)
    throw new UsageError(`${option} is a whole number up to ${most}`)
  return Number(text)
}

async function listReport(deps: CommandDeps, siteKey: string): Promise<Report> {
  const found = await listResellers(deps, { siteKey })
  if (found.length === 0) return { text: 'Nobody sells for the site.', json: [] }
  return { text: listed(COLUMNS, found), json: found }
}

const COLUMNS: Columns<ListedReseller> = {
  CODE: ({ code }) => code,
  NAME: ({ name }) => name,
  NET: ({ netPercent }) => `${netPercent} %`,
  CANCELS: ({ cancellationHours }) => `until ${cancellationHours} h before`,
  BOOKINGS: ({ bookings }) => String(bookings),
  KEY: ({ isRevoked }) => (isRevoked ? 'revoked' : 'in force'),
}

interface NamedReseller {
  readonly siteKey: string
  readonly code: string
}

async function rotateReport(deps: CommandDeps, named: NamedReseller): Promise<Report> {
  const told = await rotateReseller(deps, named)
  if (told === undefined) return unknownReport()
  return {
    text: `The new key, which is told once:\n${told.key}\nThe one before is taken for ${BOTH_HOURS} hours.`,
    json: told,
  }
}

async function revokeReport(
  deps: CommandDeps,
  named: NamedReseller,
  typed: CommandArguments,
): Promise<Report> {
  return askFirst(typed, {
    plan: async () => {
      const all = await listResellers(deps, { siteKey: named.siteKey })
      const found = all.find(({ code, isRevoked }) => code === named.code && !isRevoked)
      if (found === undefined) return unknownReport()
      return {
        text: `${found.name} sells nothing any more. ${counted(found.bookings, 'booking')} of it ${found.bookings === 1 ? 'stays' : 'stay'} valid.`,
        json: found,
      }
    },
    word: named.code,
    run: async () =>
      (await revokeReseller(deps, named))
        ? { text: `The key of ${named.code} is revoked.`, json: named }
        : unknownReport(),
  })
}

async function statementReport(
  deps: CommandDeps,
  siteKey: string,
  [code, month, ...more]: readonly string[],
): Promise<Report> {
  if (code === undefined || more.length > 0)
    throw new UsageError('resellers statement takes a site, a code and a month')
  const asked = typedMonth('month', month)
  const [year = 0, number = 0] = asked.split('-').map(Number)
  const statement = await readStatement(deps, { siteKey, code, year, month: number })
  if (statement === undefined) return unknownReport()
  const rows = statement.lines.map(line => [
    line.day,
    line.reference,
    line.reservationNumber,
    line.resellerReference ?? '',
    line.visitDate,
    yenText(line.yen),
  ])
  const head = ['DAY', 'REFERENCE', 'RESERVATION', 'THEIR REFERENCE', 'VISIT', 'OWED']
  return {
    text: [table([head, ...rows]), `${code} owes ${yenText(statement.yen)} of ${asked}.`].join('\n'),
    json: { code, month: asked, ...statement },
  }
}

function unknownReport(): Report {
  return refusedReport('the site has no such reseller', 'not_found')
}
