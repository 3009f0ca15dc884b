import type { FirstView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'
import type { QueryClient } from '@tanstack/react-query'

import { createQueryClient } from '../api/query-client.ts'
import { firstTexts, textsQuery } from '../i18n/texts.tsx'
import type { Texts } from '../i18n/texts.tsx'
import { currentRoute } from '../page/entry.ts'
import { loadRecovery } from '../failure/new-release.ts'

const loadHandler = () => import('../failure/handle-failure.ts')

/**
 * The query client of the app. Every failure goes to the failure handler. Its code is fetched right after the first
 * screen, so that it is there when the connection is lost.
 */
export function createAppQueryClient(view: FirstView, lang: Language): QueryClient {
  const queryClient = createQueryClient(failure => {
    const texts = queryClient.getQueryData<Texts>(textsQuery(lang).queryKey) ?? firstTexts(view, lang)
    // The current route, read now: the screen may navigate away while the handler loads.
    const route = currentRoute()
    void loadHandler().then(({ handleFailure }) => handleFailure(failure, route, { lang, texts }))
  })
  return queryClient
}

/** Fetches the code that is needed once a call fails. */
export async function prepareForFailure(): Promise<void> {
  await Promise.all([loadHandler(), import('./dialog-host.tsx'), loadRecovery()])
}
