import { auditProviders, readAudit } from '../../office/books/audit.ts'
import type { Disagreement } from '../../office/books/money-checks.ts'
import { chosenSite } from '../parse/chosen-site.ts'
import { type Command, type CommandDeps, type Report, UsageError } from '../command.ts'
import { counted, table } from '../texts/table.ts'
import { typedDay } from '../parse/typed-days.ts'

/** Whether stock, tickets, money and documents agree (docs/books.md). */
export const audit: Command = {
  usage: 'audit [<site>] [--provider <day>]',
  summary:
    'compares stock with holds and tickets, and money with ledger, payments, receipts and closed months',
  options: {
    provider: {
      type: 'string',
      help: 'also asks the providers for each payment that this day captured, and what is left of it; takes a site',
    },
  },
  async run(deps, { positionals: [site, ...more], text }) {
    if (more.length > 0) throw new UsageError('audit takes one site, or none')
    const siteKey = site === undefined ? null : chosenSite(deps, site)
    const day = text('provider')
    const found = [...(await readAudit(deps, { siteKey }))]
    if (day === undefined) return reportOf(found, '')
    if (siteKey === null) throw new UsageError('--provider: name a site')
    return withProviders(deps, found, siteKey, typedDay('--provider', day))
  },
}

async function withProviders(
  deps: CommandDeps,
  found: readonly Disagreement[],
  siteKey: string,
  day: string,
): Promise<Report> {
  const { asked, untold, disagreements } = await auditProviders(await deps.paying(), { siteKey, day })
  const unsaid =
    untold.length === 0 ? '' : `The provider of ${untold.join(', ')} cannot be asked what is left. `
  return reportOf(
    [...found, ...disagreements],
    `${counted(asked, 'payment')} of ${day}: the providers were asked. ${unsaid}`,
  )
}

function reportOf(found: readonly Disagreement[], before: string): Report {
  if (found.length === 0) return { text: `${before}Everything agrees.`, json: [] }
  const rows = found.map(({ siteKey, check, row }) => [siteKey, row, check])
  return {
    text: `${before}${found.length} disagree:\n${table([['SITE', 'WHICH', 'WHAT'], ...rows])}`,
    json: found,
    isFailure: true,
  }
}
