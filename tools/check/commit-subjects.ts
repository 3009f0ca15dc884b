import { execFileSync } from 'node:child_process'

/** The last commit that was made before subjects were checked. */
export const BASE = '12521c511cd0c71d87686e02336d6561feab2079'

const MOST_CHARACTERS = 72
const TYPES = ['build', 'chore', 'ci', 'docs', 'feat', 'fix', 'perf', 'refactor', 'revert', 'style', 'test']
const CONVENTIONAL = new RegExp(String.raw`^(?:${TYPES.join('|')})(?:\([a-z0-9-]+(?:, [a-z0-9-]+)*\))?!?: \S`)

/**
 * The faults of the subjects of the commits after `base`, one line each; merges have no subject of their own. None
 * where the history is not there: no git, no repository, or a clone without `base`.
 */
export function findCommitFaults(root: string, base: string): string[] {
  const log = git(root, ['log', '--no-merges', '--format=%h %s', `${base}..HEAD`])
  if (log === undefined) return []
  return log
    .split('\n')
    .filter(Boolean)
    .flatMap(line => {
      const [hash = '', ...words] = line.split(' ')
      const subject = words.join(' ')
      return subjectFaults(subject).map(fault => `${hash} ${fault}: ${subject}`)
    })
}

export function subjectFaults(subject: string): string[] {
  const { length } = Array.from(subject)
  return [
    ...(length > MOST_CHARACTERS ? [`has ${length} characters, ${MOST_CHARACTERS} are allowed`] : []),
    ...(CONVENTIONAL.test(subject) ? [] : ['is not like "feat(orders): …"']),
  ]
}

function git(root: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
