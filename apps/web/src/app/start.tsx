import type { FirstView } from '@kippu/contract/first-view'
import { bcp47Of } from '@kippu/domain/language'
import type { Language } from '@kippu/domain/language'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { followOffer, openLanguage } from '../session/chosen-language.ts'
import { rememberQuery } from '../session/query-pieces.ts'
import { openSession, takeCachedToast } from '../session/session.ts'
import './language-offer.css'
import '../parts/notices/notice-band.module.css'
import { isForgetful, tabStorage } from '../session/storage.ts'
import { showToast } from '../ui/toast-store.ts'
import { App } from './app.tsx'
import { takeEarlyPress } from './early-press.ts'
import { currentRoute } from '../page/entry.ts'
import { readFirstView } from '../page/first-view.ts'
import { createAppQueryClient, prepareForFailure } from './app-query-client.ts'
import { recoverMissingCode } from '../failure/new-release.ts'
import { HashRouter } from '../page/router.tsx'
import type { ScreenRoute } from './screen-route.ts'

/** Lets the first screen have the network to itself, in ms. */
const PREPARE_DELAY = 500

/**
 * Starts the app in the document of an entry, with the screens of that entry.
 *
 * @param loadRest loads the code of the parts that the server rendered and that come later: it is on its way while React hydrates the others.
 */
export async function start(
  routes: readonly ScreenRoute[],
  loadRest?: () => Promise<unknown>,
): Promise<void> {
  // The guard in the head of the document has refused Internet Explorer and browsers that identify as it.
  if (document.documentElement.classList.contains('old-browser')) return
  const view = readFirstView()
  const { language, reload } = openLanguage(view)
  if (reload || isWorthReload(view, language)) {
    location.reload()
    return
  }
  recoverMissingCode(language)
  if (isPreRendered(view, language)) void loadRest?.().catch(() => undefined)
  await openSession(view.site.key)
  followQuery()
  followOffer(view.site.key)
  show(view, language, routes)
  setTimeout(() => {
    // The document loads the face of other pages now.
    dispatchEvent(new Event('settled'))
    void prepareForFailure().catch(() => undefined)
    void import('../parts/notices/follow-notices.tsx')
      .then(({ followNotices }) => followNotices(view, language))
      .catch(() => undefined)
  }, PREPARE_DELAY)
  const toast = takeCachedToast()
  if (toast !== null) showToast(toast)
}

/** Keeps the product and membership from the address, at the start and whenever another route is opened. */
function followQuery(): void {
  const remember = (): void => rememberQuery(currentRoute())
  remember()
  window.addEventListener('hashchange', remember)
}

/**
 * The server wrote another language than the visitor's. The cookie tells it by now, so it writes the whole next page in
 * the right language, including the names of the site. This happens once for a language: a browser that keeps no
 * cookies gets its texts by the call.
 */
function isWorthReload({ lang, site }: FirstView, language: Language): boolean {
  const key = `${site.key}:reloaded-for`
  if (lang === language || isForgetful || tabStorage.getItem(key) === language) return false
  tabStorage.setItem(key, language)
  return true
}

interface AliveProps {
  readonly onAlive: () => void
  readonly children: ReactNode
}

/**
 * Reports when React has hydrated the page. It surrounds the app instead of being its sibling: the ids that React
 * generates count siblings, and the server renders the app alone.
 */
function Alive({ onAlive, children }: AliveProps): ReactNode {
  useEffect(onAlive)
  return children
}

function show(view: FirstView, lang: Language, routes: readonly ScreenRoute[]): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the document has no root')
  document.documentElement.lang = bcp47Of(lang)
  const queryClient = createAppQueryClient(view, lang)
  const app = (
    <HashRouter>
      <Alive
        onAlive={() => {
          isAlive = true
        }}
      >
        <App view={view} lang={lang} routes={routes} queryClient={queryClient} />
      </Alive>
    </HashRouter>
  )
  let isAlive = false
  // A visitor who navigates before React has hydrated the markup gets the other page, and there is no mismatch to
  // report.
  const onRecoverableError = (error: unknown): void => {
    if (isAlive || isPreRendered(view, lang)) reportError(error)
  }
  // At once: behind the pictures, which arrive with the code, a cheap phone would begin a third of a second later.
  if (isPreRendered(view, lang)) flushSync(() => hydrateRoot(root, app, { onRecoverableError }))
  else flushSync(() => createRoot(root).render(app))
  // Not in an effect: there React can't hydrate the calendar for a press, and lets it go.
  takeEarlyPress()
}

/**
 * Whether the markup in the document is this page: the order page, in the language the server wrote. The server could
 * not see the query in the hash: the first update of the page applies it, without rendering the page from scratch.
 */
function isPreRendered(view: FirstView, lang: Language): boolean {
  return view.kind === 'order' && view.lang === lang && /^\/(order)?(\?|$)/.test(currentRoute())
}
