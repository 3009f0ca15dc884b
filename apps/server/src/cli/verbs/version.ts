import { VERSION } from '../../platform/version.ts'
import { type Command, type Report, UsageError } from '../command.ts'

/** Beside which release another may run: CHANGELOG.md says it of each. */
export const version: Command = {
  usage: 'version',
  summary: 'which release this is, and the release of the database that it brings and needs',
  options: {},
  offline: typed => {
    if (typed.positionals.length > 0) throw new UsageError('it takes no argument')
    return Promise.resolve(said())
  },
  run: () => Promise.resolve(said()),
}

function said(): Report {
  const { release, schema, node } = VERSION
  return { text: `kippu ${release}, database release ${schema}, Node ${node}`, json: VERSION }
}
