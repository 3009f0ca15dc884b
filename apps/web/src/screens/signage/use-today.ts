import { getNotices, type ShownNotice } from '@kippu/contract/notices'
import { readTodayTicketInfo } from '@kippu/contract/signage'
import type { TodayTicketInfo } from '@kippu/contract/signage'
import { addDays, epochMsOf, jstDateOf } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { useState } from 'react'

import { request } from '../../api/client.ts'
import { readTexts } from '../../i18n/read-texts.ts'
import type { Texts } from '../../i18n/texts.tsx'
import { around } from '../../parts/display/feed.ts'
import { createStoreClock } from '../../parts/display/store-clock.ts'
import { type Shown, useFeed } from '../../parts/display/use-feed.ts'

/** In ms: how often a display asks, and how soon again where it got no answer or the day before. */
const EVERY_MS = 60_000
const AGAIN_MS = 15_000
const NEW_DAY_MS = 3_000

/** The day in one language. */
interface WordedDay {
  readonly lang: Language
  readonly texts: Texts
  readonly info: TodayTicketInfo
  /** The notices of the house, warnings first. */
  readonly notices: readonly ShownNotice[]
}

export interface Today {
  /** In ms since 1970. */
  readonly answeredAt: number
  /** In the order of the rotation, never empty. */
  readonly days: readonly WordedDay[]
}

interface TodayQuestion {
  readonly languages: readonly Language[]
  readonly productUuid: string | null
}

/** Today's tickets in all languages of a display, as they were last told. */
export function useToday({ languages, productUuid }: TodayQuestion): Shown<Today> {
  const [clock] = useState(createStoreClock)
  const [texts] = useState(() => new Map<Language, Texts>())
  const [said] = useState(() => new Map<Language, readonly ShownNotice[]>())
  return useFeed<Today>({
    now: () => clock.now(),
    ask: async began => {
      const days = await Promise.all(
        languages.map(async lang => {
          const known = texts.get(lang) ?? (await readTexts(lang))
          texts.set(lang, known)
          const query = { lang, ...(productUuid !== null && { product_uuid: productUuid }) }
          const [info, notices] = await Promise.all([
            request(readTodayTicketInfo, { query }, { isBackground: true }),
            // Times are shown without news of notices too.
            request(getNotices, { query: { lang } }, { isBackground: true }).catch(
              () => said.get(lang) ?? [],
            ),
          ])
          said.set(lang, notices)
          return { lang, texts: known, info, notices }
        }),
      )
      // The newest; they differ where a day has just begun.
      const answeredAt = Math.max(...days.map(({ info }) => epochMsOf(info.generated_at)))
      clock.learn(answeredAt, began)
      return { answeredAt, days }
    },
    nextIn: ({ answer, failure }) => {
      if (failure !== null) return around(AGAIN_MS)
      const today = jstDateOf(clock.now())
      if (answer?.days.some(({ info }) => info.date < today) === true) return around(NEW_DAY_MS)
      const midnight = epochMsOf(`${addDays(today, 1)}T00:00:00+09:00`)
      return Math.min(around(EVERY_MS), midnight - clock.now() + around(NEW_DAY_MS))
    },
  })
}
