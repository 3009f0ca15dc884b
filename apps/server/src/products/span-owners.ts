import type { Deps } from '../deps.ts'
import { createShortCache } from '../short-cache.ts'
import { listProductsOfSpans } from './queries.ts'

/** Which products time spans belong to: ids of products, each once; spans that the site does not have are passed over. */
export interface SpanOwners {
  read(siteKey: string, timeSpanIds: readonly number[]): Promise<readonly number[]>
}

const MOST_AGE_MS = 1_000
/** The largest id that the database can have: a longer number names nothing. */
const LARGEST_ID = 2_147_483_647

/** Asked once a second however many visitors look at the same day. */
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
