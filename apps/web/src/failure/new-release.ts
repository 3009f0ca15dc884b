import type { Language } from '@kippu/domain/language'

/** Code that failed to load, by the error that its import threw. */
const missing = new WeakSet<object>()

/** Whether an error was caused by code of a screen that failed to load. */
export function isMissingCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && missing.has(error)
}

/** Loaded early: it is needed when nothing else can be loaded. */
export function loadRecovery(): Promise<typeof import('./recover-code.ts')> {
  return import('./recover-code.ts')
}

/**
 * Handles code of a screen that failed to load: a release replaced it before the visitor got there, or the connection
 * is lost. Code that was only prefetched is not missed; it is requested again when it is needed.
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
  // The error boundary reports it for a screen, the browser for anything else.
  window.addEventListener('error', ({ error }) => void recover(error))
  window.addEventListener('unhandledrejection', ({ reason }) => void recover(reason))
}
