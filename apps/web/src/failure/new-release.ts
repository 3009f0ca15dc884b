import type { Language } from '@kippu/domain/language'

/** Code that was asked for and did not come, by what its import threw. */
const missing = new WeakSet<object>()

/** Whether something went wrong because the code of a screen did not come. */
export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error)
}

/** Loaded early: it is needed when nothing can be loaded any more. */
export function loadRecovery(): Promise<typeof import('./recover-code.ts')> {
  return import('./recover-code.ts')
}

/**
 * The code of a screen did not come: a release replaced it before the visitor got there, or the connection is lost. Code
 * that was only fetched ahead is missed by nobody, and asked for again when it is needed.
 */
export function recoverMissingCode(lang: Language): void {
  window.addEventListener('vite:preloadError', event => {
    missing.add(event.payload)
  })
  let isRecovering = false
  const recover = async (error: unknown): Promise<void> => {
    if (isRecovering || !isMissingCode(error)) return
    isRecovering = true
    const recovery = await loadRecovery().catch(() => null)
    isRecovering = (await recovery?.reloadOnceConnected(lang)) === true
  }
  // Of a screen the error boundary reports it, of anything else the browser.
  window.addEventListener('error', ({ error }) => void recover(error))
  window.addEventListener('unhandledrejection', ({ reason }) => void recover(reason))
}
