/**
 * Variables that look like one of ours and are none: a name of which a letter is missing, wrong, added or swapped with
 * its neighbour, or that has a prefix it may not have. Variables of other programs are left alone.
 */
export interface Misspelt {
  readonly given: string
  readonly meant: string
}

interface KnownNames {
  /** Every variable that the store reads. */
  readonly all: readonly string[]
  /** The prefixes of sites: `MORI`, `AZABUDAI_BORDERLESS`. */
  readonly prefixes: readonly string[]
  /** The variables that may have such a prefix. */
  readonly ofSites: ReadonlySet<string>
}

/** Names that are shorter resemble too much: `HOST` and `POST`. */
const LEAST_LENGTH = 6
/** From this length on, two mistakes are forgiven as well. */
const LONG = 16
/** Other programs use these words too, behind prefixes of their own: `GRAPHS__LOG_LEVEL`. */
const COMMON: ReadonlySet<string> = new Set(['DATABASE_URL', 'DATA_DIR', 'LOG_LEVEL', 'NODE_ENV'])

export function findMisspelt(names: readonly string[], known: KnownNames): readonly Misspelt[] {
  const all = new Set(known.all)
  return names
    .filter(given => !all.has(given))
    .flatMap(given => {
      const meant = meantBy(given, known)
      return meant === undefined ? [] : [{ given, meant }]
    })
}

function meantBy(given: string, { all, prefixes, ofSites }: KnownNames): string | undefined {
  const site = prefixes.find(prefix => given.startsWith(`${prefix}_`) && !given.startsWith(`${prefix}__`))
  if (site !== undefined && ofSites.has(given.slice(site.length + 1)))
    return `${site}__${given.slice(site.length + 1)}`
  const [, prefixed = ''] = /^[A-Z0-9_]+?__([A-Z0-9_]+)$/.exec(given) ?? []
  const isOurs = prefixed.length >= LEAST_LENGTH && all.includes(prefixed)
  if (isOurs && !ofSites.has(prefixed) && !COMMON.has(prefixed)) return prefixed
  return given.length < LEAST_LENGTH ? undefined : all.find(name => isNear(given, name))
}

function isNear(given: string, name: string): boolean {
  if (name.length < LEAST_LENGTH) return false
  const most = name.length < LONG ? 1 : 2
  return Math.abs(given.length - name.length) <= most && distance(given, name) <= most
}

/** The name that somebody meant who typed another word, where one is near. */
export function nearestOf(typed: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map(name => ({ name, mistakes: distance(typed, name) }))
    .filter(({ name, mistakes }) => mistakes <= Math.min(2, Math.floor(name.length / 3)))
    .toSorted((one, other) => one.mistakes - other.mistakes)
  return nearest?.name
}

/** Optimal string alignment: letters missing, added, wrong, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const at = (cells: readonly number[], index: number): number => cells[index] ?? Infinity
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          at(last, j - 1) + wrong,
          isSwapped ? at(before, j - 2) + 1 : Infinity,
        ),
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? Infinity
}
