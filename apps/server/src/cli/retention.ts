import { forgetVisitors } from '../payments/attempts/forget-visitors.ts'
import { countUnpaid, emptyUnpaid } from '../orders/life/empty-unpaid.ts'
import { lastKept, retain } from '../retention/retain.ts'
import { RETENTION_RULES } from '../retention/rules.ts'
import { type Command, type CommandDeps, type Report, UsageError } from './command.ts'
import { table } from './table.ts'

/** What is kept for how long, and what is due to go (docs/retention.md). */
export const retention: Command = {
  usage: `retention show
       npm run kippu -- retention run [--dry-run]`,
  summary: 'what is kept of visitors and for how long; or take what is due now, as a worker does every hour',
  permission: 'deployment:write',
  reach: 'deployment',
  options: { 'dry-run': { type: 'boolean', help: 'only say how much' } },
  async run(deps, typed) {
    const [verb, ...more] = typed.positionals
    if (more.length > 0 || (verb !== 'show' && verb !== 'run')) throw new UsageError('say show or run')
    return verb === 'show' || typed.isSet('dry-run') ? dueReport(deps) : takenReport(deps)
  },
}

const UNPAID = 'data of unpaid orders'

async function dueReport(deps: CommandDeps): Promise<Report> {
  const rules = [{ rule: UNPAID, days: deps.env.unpaidDataDays, due: await countUnpaid(deps) }]
  for (const rule of RETENTION_RULES) {
    const due = await deps.db.read(read => rule.count(read, lastKept(deps, rule)))
    rules.push({ rule: rule.name, days: deps.env.retentionDays[rule.days], due })
  }
  const lines = rules.map(({ rule, days, due }) => [rule, String(days), String(due)])
  return { text: table([['WHAT', 'DAYS', 'DUE NOW'], ...lines]), json: rules }
}

async function takenReport(deps: CommandDeps): Promise<Report> {
  const unpaid = await emptyUnpaid({ ...deps, forgetVisitors })
  const taken = [[UNPAID, unpaid] as const, ...(await retain(deps))]
  return {
    text: table([['WHAT', 'TAKEN'], ...taken.map(([rule, count]) => [rule, String(count)])]),
    json: Object.fromEntries(taken),
  }
}
