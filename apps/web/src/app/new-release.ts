import { isForgetful, tabStorage } from '../session/storage.ts'

/** How long one reload must last before another may follow, in ms: a missing file must not reload for ever. */
const RELOAD_PAUSE = 10_000

/** A release replaced the code of a screen before the visitor got there: one reload fetches the new one. */
export function reloadForNewRelease(): void {
  window.addEventListener('vite:preloadError', event => {
    const last = Number(tabStorage.getItem('reloaded-at') ?? 0)
    if (isForgetful || Date.now() - last < RELOAD_PAUSE) return
    tabStorage.setItem('reloaded-at', String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}
