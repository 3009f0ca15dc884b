import type { Deps } from '../../platform/deps.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import { listProductsOfSpans } from './queries.ts'

/** The ids of the products that time spans belong to, each once; spans of other sites are ignored. */
export interface SpanOwners {
  read(siteKey: string, timeSpanIds: readonly number[]): Promise<readonly number[]>
}

const MOST_AGE_MS = 1_000
/** The largest id that the database can hold: a larger number matches nothing. */
const LARGEST_ID = 2_147_483_647

/** Queries once a second, however many visitors look at the same day. */
export function createSpanOwners({ db, clock }: Pick<Deps, 'db' | 'clock'>): SpanOwners {
  const cache = createShortCache<readonly number[]>(clock, MOST_AGE_MS)
  return {
    async read(siteKey, asked) {
      const timeSpanIds = [...new Set(asked)].filter(id => id <= LARGEST_ID).toSorted((a, b) => a - b)
      if (timeSpanIds.length === 0) return []
      return cache.read(`${siteKey} ${timeSpanIds.join(',')}`, () =>
        db.read(tx => listProductsOfSpans(tx, { siteKey, timeSpanIds })),
      )
    },
  }
}
