import { jstIso } from '@kippu/domain/jst-date'

import { type Command, type CommandDeps, UsageError } from '../command.ts'
import { countByKey, type CountsOfKey, HANGING, type Hanging } from './count-by-key.ts'
import { type Columns, listed } from '../texts/table.ts'
import { resealSecrets } from '../../platform/webhooks/reseal-secrets.ts'

/** The effect of the removal of a key on rows that hang on it. */
const BROKEN: Readonly<Record<Hanging, string>> = {
  orders: 'cannot be gone on with by a mailed link or after a failed payment',
  tickets: 'show a code that the gate refuses',
  reservations: 'get a dead link in later mails and in repeated answers',
  shares: 'show their giver a dead link, and answer a repeated acceptance with one',
  payments: 'get no visitor back, and where references are sealed they cannot be ended or refunded',
  mails: 'carry a dead link',
  readers: 'get a dead link to end their magazines in later mails',
  answers: 'are not repeated to whoever sends a request again with its idempotency key',
  webhooks: 'are told nothing any more, until their secret is a new one: webhooks rotate',
}

/** The keys of the deployment, and what hangs on each. */
export const keys: Command = {
  usage: 'keys [--reseal]',
  summary: 'what hangs on the secret key and on each former one, and from when a former one may go',
  options: {
    reseal: {
      type: 'boolean',
      help: 'seal the secrets of webhooks with the present key, and then say what hangs on which',
    },
  },
  async run(deps, typed) {
    if (typed.positionals.length > 0) throw new UsageError('it takes no argument but --reseal')
    const said = typed.isSet('reseal') ? await resealed(deps) : []
    const found = await countByKey(deps, {})
    const notes = found.filter(({ use }) => use !== 'present').flatMap(noteOf)
    const isFailure = found.some(
      ({ use, counts }) => use === 'unknown' && HANGING.some(what => counts[what] > 0),
    )
    return { text: [...said, listed(COLUMNS, found), ...notes].join('\n'), json: found, isFailure }
  },
}

const COLUMNS: Columns<CountsOfKey> = {
  KEY: key => key.fingerprint ?? '',
  USE: key => key.use,
  ...Object.fromEntries(
    HANGING.map(what => [what.toUpperCase(), (key: CountsOfKey) => String(key.counts[what])]),
  ),
  'MAY GO': endOf,
}

async function resealed(deps: CommandDeps): Promise<readonly string[]> {
  const { resealed: count, lost } = await resealSecrets(deps, {})
  const left = lost === 0 ? '' : ` No key opens those of ${lost} more.`
  return [`Sealed with the present key: the secrets of ${count} endpoints.${left}`, '']
}

function endOf({ use, until, counts }: CountsOfKey): string {
  if (use !== 'former') return ''
  if (counts.webhooks > 0) return 'after keys --reseal'
  return until === null ? 'now' : `from ${jstIso(until.getTime())}`
}

/** The damage that a former key would do if it went now, or an unknown one has done. */
function noteOf({ fingerprint, use, counts }: CountsOfKey): string[] {
  const hanging = HANGING.filter(what => counts[what] > 0)
  if (hanging.length === 0) return []
  const broken = hanging.map(what => `  ${counts[what]} ${what} ${BROKEN[what]}`)
  return ['', use === 'former' ? `Without ${fingerprint}:` : 'Keys are missing:', ...broken]
}
