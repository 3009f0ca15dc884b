import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'

/** The user that runs PostgreSQL, which refuses to run as root, and the means to become that user. */
export interface Account {
  /** The user and group that must own the data folder, as seen from outside. */
  readonly owner: number
  /** Words to put before the program's own command line. */
  readonly prefix: readonly string[]
  /** Identity for `child_process.spawn`. */
  readonly identity: { readonly uid?: number; readonly gid?: number }
}

const NOBODY = 65_534

/**
 * Ways to stop being root, the best first. With a user namespace, root keeps the ownership of every file. Where
 * containers forbid that, `setpriv` becomes nobody but keeps the right to enter closed folders (a clone inside `mktemp
 * -d` has mode 0700). Plain nobody is the last: it works where the parent folders are open to all.
 */
const WAYS_FROM_ROOT: readonly Account[] = [
  { owner: 0, prefix: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`], identity: {} },
  {
    owner: NOBODY,
    prefix: [
      'setpriv',
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      '--clear-groups',
      '--securebits=+no_setuid_fixup',
      '--inh-caps=-all,+dac_override',
      '--ambient-caps=-all,+dac_override',
      '--bounding-set=-all,+dac_override',
    ],
    identity: {},
  },
  { owner: NOBODY, prefix: [], identity: { uid: NOBODY, gid: NOBODY } },
]

/**
 * Finds an account under which this program can run and write inside `folder`.
 * Throws one clear line when root finds no way.
 */
export function findUnprivilegedAccount(program: string, folder: string): Account {
  const uid = process.getuid?.()
  if (uid !== 0) return { owner: uid ?? -1, prefix: [], identity: {} }
  const account = WAYS_FROM_ROOT.find(way => works(way, program, folder))
  if (account === undefined) {
    throw new Error(
      'PostgreSQL refuses to run as root, and no other user can write the data folder here: ' +
        'start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
  return account
}

/** The program and arguments to spawn so that `program` runs under the account. */
export function commandFor(
  account: Account,
  program: string,
  args: readonly string[],
): { command: string; args: string[] } {
  const [command = program, ...rest] = [...account.prefix, program, ...args]
  return { command, args: rest }
}

function works(account: Account, program: string, folder: string): boolean {
  const probe = mkdtempSync(path.join(folder, 'account-'))
  try {
    chownSync(probe, account.owner, account.owner)
    const script = 'test "$(id -u)" != 0 && "$0" --version && touch "$1/written"'
    const { command, args } = commandFor(account, 'sh', ['-c', script, program, probe])
    return spawnSync(command, args, { ...account.identity, cwd: '/', stdio: 'ignore' }).status === 0
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}
