import { Suspense, useEffect, useRef } from 'react'
import type { ReactElement } from 'react'

import { useLanguage, useText, useTextsState } from '../i18n/texts.tsx'
import { buttonLook } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useSite } from '../page/first-view-context.ts'
import { matchPath, ParamsContext, useLocation } from '../page/router.tsx'
import { scrollToTopSoon } from '../page/scroll.ts'
import type { ScreenRoute } from './screen-route.ts'
import { showErrorPage } from './show-error-page.ts'
import { followHeading, titleOf } from '../page/title.ts'

/** The route of the table that the address names; the last row matches every other address. */
export function useRoute(routes: readonly ScreenRoute[]): ScreenRoute | undefined {
  const { pathname } = useLocation()
  return routes.find(({ path }) => matchPath(path, pathname) !== null)
}

/** The screen of a route. */
export function RoutedScreen({ route }: { readonly route: ScreenRoute }): ReactElement {
  const { pathname } = useLocation()
  const params = matchPath(route.path, pathname) ?? {}
  return (
    <ParamsContext value={params}>
      <Screen key={route.path} route={route} />
    </ParamsContext>
  )
}

function Screen({ route }: { readonly route: ScreenRoute }): ReactElement {
  const { pathname } = useLocation()
  const { hasFirst, isComplete, retry } = useTextsState()
  // A display asks for its words until it gets them, as nobody is there to press a button.
  const hasTexts = isComplete || route.isDisplay === true || (route.hasFirstTexts === true && hasFirst)
  if (!hasTexts) return retry === null ? <Waiting /> : <Wordless retry={retry} />
  return (
    <ErrorBoundary key={pathname} onBroken={showErrorPage}>
      <Suspense fallback={<Waiting />}>
        <Arrival route={route}>{route.screen}</Arrival>
      </Suspense>
    </ErrorBoundary>
  )
}

function Waiting(): ReactElement {
  const t = useText()
  return (
    <Page title={null}>
      <Skeleton lines={5} label={t('common_loading')} />
    </Page>
  )
}

/** The dialog has said that the words could not be loaded; without any words, the button shows only an icon. */
function Wordless({ retry }: { readonly retry: () => void }): ReactElement {
  const t = useText()
  return (
    <Page title={null}>
      <p>
        <button type="button" className={buttonLook('plain')} onClick={retry}>
          {t('common_retry') || '↻'}
        </button>
      </p>
    </Page>
  )
}

/** Whether this document has shown a screen already: the first one came with the page and takes no focus. */
let hasArrived = false

/** Rendered around a screen: moves the focus to the new heading and fetches the code of the next screen. */
function Arrival({
  route,
  children,
}: {
  readonly route: ScreenRoute
  readonly children: ReactElement
}): ReactElement {
  useTitle(route)
  useEffect(() => {
    if (hasArrived) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    hasArrived = true
    // If prefetching a screen fails, it is fetched again, and the failure reported, when the visitor gets there.
    const timer = setTimeout(() => void route.prefetch?.().catch(() => undefined), PREFETCH_DELAY)
    return () => clearTimeout(timer)
  }, [route])
  return children
}

/** Long enough for the screen itself to be ready, in ms. */
const PREFETCH_DELAY = 2000

/** The title of the screen. The order page, where the store begins, has that of the site alone. */
function useTitle({ step }: ScreenRoute): void {
  const site = useSite()
  const lang = useLanguage()
  useEffect(
    () => followHeading(heading => titleOf(site, lang, step === 'order' ? '' : heading)),
    [site, lang, step],
  )
}

/** After each navigation: scrolls to the top. */
export function useArrivals(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (pathname === shown.current) return
    shown.current = pathname
    return scrollToTopSoon()
  }, [pathname])
}
