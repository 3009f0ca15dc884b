/**
 * How much a run of the tests tries. `npm test` and a plain `npx vitest run` try one of each class; `npm run proof` sets
 * `PROOF=whole` and tries every combination. What a class is, each suite says; `docs/decisions/0022-test-and-proof.md`.
 */
export const IS_WHOLE_PROOF = process.env['PROOF'] === 'whole'

/** What this run tries of all combinations: one of each class, or all. */
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

/** How often something random is tried. */
export function rounds({ short, whole }: { readonly short: number; readonly whole: number }): number {
  return IS_WHOLE_PROOF ? whole : short
}
