import type { ShownNotice } from '@kippu/contract/notices'
import { jstIso } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { noticeIn } from '@kippu/domain/notice'

import type { Deps } from '../../platform/deps.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import { listOpenNotices, type StoredNotice } from './queries.ts'

/** The maximum age of the notices of a site, in ms. */
const MOST_AGE_MS = 1_000

/** The notices above every screen of a site now, shared by all who read them within a second (decision 31). */
export interface ShownNotices {
  read(siteKey: string, lang: Language): Promise<ShownNotice[]>
}

export function createShownNotices({ db, clock }: Pick<Deps, 'db' | 'clock'>): ShownNotices {
  const cache = createShortCache<readonly StoredNotice[]>(clock, MOST_AGE_MS)
  return {
    read: async (siteKey, lang) => {
      const open = await cache.read(siteKey, () =>
        db.read(read => listOpenNotices(read, siteKey, new Date(clock.now()))),
      )
      const now = clock.now()
      return open
        .filter(({ shownFrom, shownUntil }) => shownFrom.getTime() <= now && now < shownUntil.getTime())
        .map(({ id, severity, shownUntil, texts }) => ({
          id,
          severity,
          shown_until: jstIso(shownUntil.getTime()),
          ...noticeIn(texts, lang),
        }))
    },
  }
}
