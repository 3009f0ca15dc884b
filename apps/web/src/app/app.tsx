import type { FirstView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactElement } from 'react'

import { TextsProvider } from '../i18n/texts.tsx'
import { addressOf, entryOf } from '../page/entry.ts'
import { FirstViewContext } from '../page/first-view-context.ts'
import { useLocation } from '../page/router.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { usePaidHere } from '../parts/paying/data/paid-here.ts'
import { RoutedScreen, useArrivals, useRoute } from './screens.tsx'
import type { ScreenRoute } from './screen-route.ts'
import { Shell } from './shell.tsx'
import { showErrorPage } from './show-error-page.ts'

interface AppProps {
  readonly view: FirstView
  readonly lang: Language
  readonly routes: readonly ScreenRoute[]
  readonly queryClient: QueryClient
}

/** The whole app inside a router. The server renders the same tree, so that the browser can take it over. */
export function App({ view, lang, routes, queryClient }: AppProps): ReactElement {
  const { pathname, search } = useLocation()
  const isOnOtherEntry = entryOf(pathname) !== view.kind
  useEffect(() => {
    // The route belongs to the other document (`/` or `/tickets/`): one full load goes there.
    if (isOnOtherEntry) location.replace(addressOf(pathname + search))
    else document.documentElement.classList.remove('no-shell')
  }, [isOnOtherEntry, pathname, search])
  useArrivals()
  const route = useRoute(routes)
  const isOther = usePaidHere() !== 'order' && route?.isOfAnyPayment === true
  return (
    <FirstViewContext value={view}>
      <QueryClientProvider client={queryClient}>
        <TextsProvider view={view} lang={lang}>
          <ErrorBoundary onBroken={showErrorPage}>
            {route?.isDisplay === true ? (
              <main id="main">
                <RoutedScreen route={route} />
              </main>
            ) : (
              <Shell step={isOther ? undefined : route?.step}>
                {isOnOtherEntry || route === undefined ? null : <RoutedScreen route={route} />}
              </Shell>
            )}
          </ErrorBoundary>
        </TextsProvider>
      </QueryClientProvider>
    </FirstViewContext>
  )
}
