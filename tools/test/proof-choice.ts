/**
 * How much a run of the tests tries. `npm test` and a plain `npx vitest run` try one of each class; `npm run proof` sets
 * `PROOF=whole` and tries every combination. What a class is, each suite says; `docs/decisions/0022-test-and-proof.md`.
 */
export const IS_WHOLE_PROOF = process.env['PROOF'] === 'whole'

/** The part of all combinations that this run tries: one of each class, or all. */
export function choose<One>(all: readonly One[], classOf: (one: One) => string): readonly One[] {
  return IS_WHOLE_PROOF ? all : oneOfEach(all, classOf)
}

/**
 * One of each class, in the order of `all`. The classes take turns with their first, second, third, so that the same one is
 * not chosen everywhere.
 */
export function oneOfEach<One>(all: readonly One[], classOf: (one: One) => string): readonly One[] {
  const classes = [...Map.groupBy(all, classOf).values()]
  const chosen = new Set(classes.map((members, turn) => members[turn % members.length]))
  return all.filter(one => chosen.has(one))
}

/**
 * As few of `all`, about, as have every class among them, where each is of several: the one with the most classes that are missing comes
 * first. The search begins at the `turn`, so that suites which take turns do not take the same one everywhere.
 */
export function coverOf<One>(
  all: readonly One[],
  classesOf: (one: One) => readonly string[],
  turn = 0,
): readonly One[] {
  const begin = all.length === 0 ? 0 : turn % all.length
  const rotated = [...all.slice(begin), ...all.slice(0, begin)]
  const inTurn = turn % 2 === 0 ? rotated : rotated.toReversed()
  const missing = new Set(all.flatMap(classesOf))
  const gain = (one: One): number => classesOf(one).filter(name => missing.has(name)).length
  const taken = new Set<One>()
  while (missing.size > 0) {
    const next = inTurn.reduce((best, one) => (gain(one) > gain(best) ? one : best))
    taken.add(next)
    for (const name of classesOf(next)) missing.delete(name)
  }
  return all.filter(one => taken.has(one))
}

/** How often something random is tried. */
export function rounds({ short, whole }: { readonly short: number; readonly whole: number }): number {
  return IS_WHOLE_PROOF ? whole : short
}

/**
 * Random tries begin with this: `FC_SEED`, or of a whole proof another one at each run. `npm test` has the same one each
 * time, so that a red run is the fault of what was changed and not of luck.
 */
export function seedOf(short: number): number {
  const wanted = process.env['FC_SEED']
  if (wanted !== undefined) return Number(wanted)
  return IS_WHOLE_PROOF ? Date.now() % 2 ** 31 : short
}
