import { endUpgrade, readUpgrade } from '../../start/upgrade/contract.ts'
import { type Command, UsageError } from '../command.ts'

/** The work that an upgrade has left, and its last step. */
export const database: Command = {
  usage: 'database [--contract]',
  summary: 'what the last upgrade has left to do; or end it, once no older program runs',
  options: {
    contract: { type: 'boolean', help: 'take away what only an older program needs' },
  },
  async run(deps, typed) {
    if (typed.positionals.length > 0) throw new UsageError('it takes no argument but --contract')
    if (typed.isSet('contract')) {
      const answer = await endUpgrade(deps, {})
      return answer.kind === 'contracted'
        ? { text: 'Done: no older program can run beside this one any longer.', json: answer }
        : { text: `Refused: ${answer.why}.`, json: answer, isFailure: true }
    }
    const { rows, others } = await readUpgrade(deps, {})
    return {
      text: [
        ...rows.map(row => `${row.left} ${row.rows} to be filled`),
        `${others} connections of another release`,
      ].join('\n'),
      json: { rows, others },
    }
  },
}
