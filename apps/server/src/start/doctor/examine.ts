import { checkDatabase } from './check-database.ts'
import { checkFiles, type FilesAsked } from './check-files.ts'
import { checkHosts } from './check-hosts.ts'
import { checkMail } from './check-mail.ts'
import { checkProviders } from './check-providers.ts'
import { checkVariables } from './check-variables.ts'
import { checkWallets } from './check-wallets.ts'
import { fault, type Finding, ok } from './finding.ts'
import type { Dated } from './reach.ts'

export interface Examination extends Pick<FilesAsked, 'variables' | 'leastFree' | 'web'> {
  /** Gets a mail; undefined: nobody does. */
  readonly mailTo?: string | undefined
  /** The clock of this machine, in ms. */
  readonly now?: () => number
}

/** Milliseconds: `Date` says whole seconds. */
const MOST_APART = 5_000

/** Everything that the store needs of the world around it. Changes nothing; sends one mail where it is asked to. */
export async function examine({
  variables,
  mailTo,
  now = Date.now,
  ...files
}: Examination): Promise<readonly Finding[]> {
  const { findings, env, parts } = checkVariables(variables)
  if (env === null) return findings
  const [database, mail, disks] = await Promise.all([
    checkDatabase(env, now),
    checkMail(env, mailTo),
    checkFiles({ env, variables, ...files }),
  ])
  const known = [...findings, ...database, mail, ...disks, ...checkWallets(env, now())]
  if (parts === null) return known
  const [providers, hosts] = await Promise.all([checkProviders(env, parts.payments), checkHosts(env, parts)])
  const clocks = compareClocks([...providers.dated, ...hosts.dated])
  return [...known, ...providers.findings, ...hosts.findings, ...clocks]
}

/** Two that disagree with ours in the same way leave no doubt; one alone may be wrong itself. */
function compareClocks(dated: readonly Dated[]): readonly Finding[] {
  if (dated.length === 0) return []
  const apart = dated.flatMap(({ host, theirs, before, after }) => {
    const ms = theirs < before - 1_000 ? theirs - before : theirs > after ? theirs - after : 0
    return Math.abs(ms) > MOST_APART ? [`${host} by ${Math.round(ms / 1000)} s`] : []
  })
  if (apart.length === 0) return [ok('clock', `${dated.length} other machines agree`)]
  return [
    fault(
      'clock',
      `it differs from that of ${apart.join(', ')}`,
      'let this machine follow a time server (chrony)',
    ),
  ]
}
