import type { Language } from '@kippu/domain/language'

import { performOutcome } from './perform-outcome.ts'
import { isForgetful, tabStorage } from '../session/storage.ts'
import { goTo } from '../page/entry.ts'
import { genericError } from '../page/redirects.ts'

/** Minimum time between two reloads, in ms: a missing file must not reload for ever. */
const RELOAD_PAUSE = 10_000

/** How long the store may take to answer that it is reachable, in ms. */
const PATIENCE = 10_000

/**
 * Reloads the page, which fetches the code of the latest release and opens the same route. Without a connection that
 * would end on an error page of the browser: the visitor gets a dialog instead, and every OK tries again. The session
 * keeps the choices and answers.
 *
 * @returns whether the page is reloading; false when it was reloaded just before, and the error page opens instead.
 */
export async function reloadOnceConnected(lang: Language): Promise<boolean> {
  const told = { kind: 'dialog', words: 'connection', next: { forget: 'nothing', goTo: null } } as const
  while (!(await isConnected())) await performOutcome(told, { lang, texts: {} })
  const last = Number(tabStorage.getItem('reloaded-at') ?? 0)
  if (isForgetful || Date.now() - last < RELOAD_PAUSE) {
    goTo(genericError())
    return false
  }
  tabStorage.setItem('reloaded-at', String(Date.now()))
  location.reload()
  return true
}

async function isConnected(): Promise<boolean> {
  if (!navigator.onLine) return false
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), PATIENCE)
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal: controller.signal })).ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
