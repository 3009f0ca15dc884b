import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { buildFirstView } from '../../test/first-view.ts'

const STORAGES = ['localStorage', 'sessionStorage'] as const

/** How a storage fails that is not simply there. */
const FAULTS = {
  'blocks site data': {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  },
  'has no storage': { value: null },
  'has a full storage': {
    value: {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
      removeItem: () => undefined,
      clear: () => undefined,
    },
  },
  'keeps nothing of what it takes': {
    value: {
      getItem: () => null,
      setItem: () => undefined,
      removeItem: () => undefined,
      clear: () => undefined,
    },
  },
} as const satisfies Record<string, PropertyDescriptor>

describe.each(Object.entries(FAULTS))('a browser that %s', (_what, fault) => {
  const real = STORAGES.map(name => [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const)

  beforeEach(() => {
    vi.resetModules()
    STORAGES.forEach(name => Object.defineProperty(globalThis, name, { configurable: true, ...fault }))
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

test('a storage that becomes full keeps the new value as long as the page lives, and no older one for the next', async () => {
  const items = new Map<string, string>()
  let isFull = false
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      items.set(name, value)
    },
    removeItem: (name: string) => items.delete(name),
    clear: () => items.clear(),
  })
  vi.resetModules()
  const { isForgetful, siteStorage } = await import('./storage.ts')
  siteStorage.setItem('order', 'old')
  isFull = true
  siteStorage.setItem('order', 'new')
  expect([siteStorage.getItem('order'), items.get('order')]).toEqual(['new', undefined])
  isFull = false
  siteStorage.setItem('order', 'newer')
  expect([siteStorage.getItem('order'), items.get('order')]).toEqual(['newer', 'newer'])
  siteStorage.removeItem('order')
  expect([siteStorage.getItem('order'), items.size, isForgetful]).toEqual([null, 0, false])
  vi.unstubAllGlobals()
})

test('a page that may have no cookies opens in its language', async () => {
  const { openLanguage } = await import('./chosen-language.ts')
  const blocked = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(openLanguage(buildFirstView())).toEqual({ language: 'ja', reload: false })
  blocked.mockRestore()
})
