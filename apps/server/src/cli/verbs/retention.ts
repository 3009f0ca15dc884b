import { readDue, takeDue } from '../../office/retention/retain.ts'
import { type Command, type CommandDeps, type Report, UsageError } from '../command.ts'
import { table } from '../texts/table.ts'

/** The data that is kept and for how long, and the part that is due to go (docs/retention.md). */
export const retention: Command = {
  usage: `retention show
       npm run kippu -- retention run [--dry-run]`,
  summary: 'what is kept of visitors and for how long; or take what is due now, as a worker does every hour',
  options: { 'dry-run': { type: 'boolean', help: 'only say how much' } },
  async run(deps, typed) {
    const [verb, ...more] = typed.positionals
    if (more.length > 0 || (verb !== 'show' && verb !== 'run')) throw new UsageError('say show or run')
    return verb === 'show' || typed.isSet('dry-run') ? dueReport(deps) : takenReport(deps)
  },
}

async function dueReport(deps: CommandDeps): Promise<Report> {
  const rules = await readDue(deps, {})
  const lines = rules.map(({ rule, days, due }) => [rule, String(days), String(due)])
  return { text: table([['WHAT', 'DAYS', 'DUE NOW'], ...lines]), json: rules }
}

async function takenReport(deps: CommandDeps): Promise<Report> {
  const taken = [...(await takeDue(deps, {}))]
  return {
    text: table([['WHAT', 'TAKEN'], ...taken.map(([rule, count]) => [rule, String(count)])]),
    json: Object.fromEntries(taken),
  }
}
