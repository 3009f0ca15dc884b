import { afterAll, expect, vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'

/**
 * The files of the screens share a process, which has read React and a window once. Each has a window of its own, and loads our modules
 * anew: nothing that a file stores, hears or remembers is there in the next one.
 */
if (expect.getState().environment === 'happy-dom') {
  const { teardown } = await builtinEnvironments['happy-dom'].setup(globalThis, {})
  afterAll(() => teardown(globalThis))
}
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})
