import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { buildFirstView } from '../../test/first-view.ts'

const BLOCKED = {
  configurable: true,
  get: () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  },
}
const STORAGES = ['localStorage', 'sessionStorage'] as const

describe('a browser that blocks site data', () => {
  const real = STORAGES.map(name => [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const)

  beforeEach(() => {
    vi.resetModules()
    STORAGES.forEach(name => Object.defineProperty(globalThis, name, BLOCKED))
  })
  afterEach(() => {
    real.forEach(([name, descriptor]) => Object.defineProperty(globalThis, name, descriptor))
    vi.restoreAllMocks()
    history.replaceState(null, '', '/')
  })

  test('the session is kept as long as the page lives', async () => {
    const { openSession, resetAll, useSession } = await import('./session.ts')
    await openSession('demo')
    useSession.setState({ orderToken: 'ord_1' })
    await openSession('demo')
    expect(useSession.getState().orderToken).toBe('ord_1')
    resetAll()
    await openSession('demo')
    expect(useSession.getState().orderToken).toBeNull()
  })

  test('the first visit takes the default language and never reloads for it (R-5.03)', async () => {
    const { openLanguage } = await import('./chosen-language.ts')
    const langs = [{ id: 'en', is_default: true }] as const
    expect(openLanguage({ ...buildFirstView(), langs })).toEqual({ language: 'en', reload: false })
  })

  test('a change of the language is carried by the address (R-4.14)', async () => {
    const { askedLanguage, changeLanguage } = await import('./chosen-language.ts')
    vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    history.replaceState(null, '', '/?lang=ja#/order?lang=kr')
    changeLanguage('demo', 'en')
    expect(askedLanguage(location)).toBe('en')
    expect(location.hash).toBe('#/order')
  })
})
