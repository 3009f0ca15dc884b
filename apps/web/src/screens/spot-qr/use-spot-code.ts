import { issueSpotQrToken } from '@kippu/contract/signage'
import { epochMsOf } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { useState } from 'react'

import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/client.ts'
import { around } from '../../parts/display/feed.ts'
import { createStoreClock } from '../../parts/display/store-clock.ts'
import { type Shown, useFeed } from '../../parts/display/use-feed.ts'
import { codeAt, renewIn } from './code-at.ts'
import type { SpotCode } from './code-at.ts'

/** In ms: how soon a display asks again that got no answer, and one that was refused. */
const AGAIN_MS = 10_000
const REFUSED_MS = 60_000
/** In ms: displays of a house renew their codes within so long of each other. */
const SPREAD_MS = 2_000

interface CodeQuestion {
  readonly productUuid: string
  readonly key: string
  readonly lang: Language
}

/** The code of a product, always renewed before it ends, as long as the store answers. */
export function useSpotCode({ productUuid, key, lang }: CodeQuestion): Shown<SpotCode> {
  const [clock] = useState(createStoreClock)
  return useFeed<SpotCode>({
    now: () => clock.now(),
    ask: async began => {
      const body = { product_uuid: productUuid, lang }
      const code = await request(issueSpotQrToken, { body }, { signageKey: key, isBackground: true })
      clock.learn(epochMsOf(code.issued_at), began)
      return code
    },
    nextIn: ({ answer, failure }) => {
      if (failure !== null) return around(statusOf(failure) === null ? AGAIN_MS : REFUSED_MS)
      return answer === null ? AGAIN_MS : renewIn(answer, clock.now()) + Math.random() * SPREAD_MS
    },
    phaseAt: ({ answer }, now) => JSON.stringify(codeAt(answer, now)),
  })
}

/** With which the store refused the display itself; null for a store that did not answer, or could not. */
export function statusOf(failure: Error | null): 401 | 404 | null {
  const status = failure instanceof ApiError ? failure.status : null
  return status === 401 || status === 404 ? status : null
}
