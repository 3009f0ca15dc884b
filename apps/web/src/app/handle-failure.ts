import type { FirstView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'
import type { QueryClient } from '@tanstack/react-query'

import { decide } from '../api/failure.ts'
import type { FailureContext } from '../api/failure.ts'
import { performOutcome } from '../api/perform-outcome.ts'
import { createQueryClient } from '../api/query-client.ts'
import { firstTexts, textsQuery } from '../i18n/texts.tsx'
import type { Texts } from '../i18n/texts.tsx'
import { useSession } from '../session/session.ts'
import { currentRoute } from './entry.ts'
import { startPage } from './redirects.ts'

/** The query client of the app, whose failures are decided by the table of spec §8 and done at once. */
export function createAppQueryClient(view: FirstView, lang: Language): QueryClient {
  const queryClient = createQueryClient(failure => {
    const texts = queryClient.getQueryData<Texts>(textsQuery(lang).queryKey) ?? firstTexts(view, lang)
    void performOutcome(decide(failure, contextNow()), { lang, texts })
  })
  return queryClient
}

function contextNow(): FailureContext {
  const [path = '/', query = ''] = currentRoute().split('?')
  const { savedOrder } = useSession.getState()
  return {
    path,
    timeChange: new URLSearchParams(query).get('time_change') === 'true',
    startPage: startPage({ product: savedOrder?.productUuid ?? null }),
  }
}
