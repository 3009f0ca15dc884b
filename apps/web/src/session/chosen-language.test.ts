import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { buildFirstView } from '../../test/first-view.ts'
import { askedLanguage, openLanguage } from './chosen-language.ts'

const view = buildFirstView()
const english = {
  ...view,
  langs: [
    { id: 'ja', is_default: false },
    { id: 'en', is_default: true },
  ] as const,
}

beforeEach(() => {
  localStorage.clear()
  location.hash = ''
})

describe('the language of a visit', () => {
  test('R-5.01: a stored language that the site does not have falls back to the default, and is corrected', () => {
    localStorage.setItem('demo:lang', 'fr')
    expect(openLanguage(view)).toEqual({ language: 'ja', reload: false })
    expect(localStorage.getItem('demo:lang')).toBe('ja')
  })
  test('R-5.02, R-5.03, D-14: a first visit takes the default and reloads once when it is not Japanese', () => {
    expect(openLanguage(english)).toEqual({ language: 'en', reload: true })
    expect(openLanguage(english)).toEqual({ language: 'en', reload: false })
  })
  test('R-5.03: with Japanese as the default nothing reloads', () => {
    expect(openLanguage(view)).toEqual({ language: 'ja', reload: false })
  })
  test('R-2.69: a language in the address is used and stored, and the server is told', () => {
    location.hash = '#/order?lang=kr'
    expect(openLanguage(view)).toEqual({ language: 'kr', reload: false })
    expect(localStorage.getItem('demo:lang')).toBe('kr')
    expect(document.cookie).toContain('lang=kr')
  })
  test('R-2.69: a language in the address that the site has withdrawn is the default, also in a link of a mail', () => {
    location.hash = '#/order?lang=kr'
    expect(openLanguage({ ...view, langs: view.langs.filter(({ id }) => id !== 'kr') })).toEqual({
      language: 'ja',
      reload: false,
    })
    expect(localStorage.getItem('language-chosen')).toBeNull()
  })
  describe('the cookie that tells the server', () => {
    afterEach(() => void vi.restoreAllMocks())

    test.each([
      ['http:', ''],
      ['https:', '; Secure'],
    ])('on a page by %s is of its site alone, and by HTTPS never sent in the clear', (protocol, secure) => {
      const written = vi.spyOn(document, 'cookie', 'set')
      vi.stubGlobal('location', { protocol, hash: '', search: '?lang=kr' })
      openLanguage(view)
      vi.unstubAllGlobals()
      expect(written.mock.calls).toEqual([[`lang=kr; Path=/; Max-Age=31536000; SameSite=Lax${secure}`]])
    })
  })
  test('whoever has chosen a language is offered none any more; the default of the site is not a choice', () => {
    openLanguage(view)
    expect(localStorage.getItem('language-chosen')).toBeNull()
    location.hash = '#/order?lang=kr'
    openLanguage(view)
    expect(localStorage.getItem('language-chosen')).toBe('true')
  })
  test('what the document offers to somebody who has chosen goes away, and stays for whoever has not', () => {
    const root = document.documentElement
    root.setAttribute('data-read', 'th')
    openLanguage(view)
    expect(root.getAttribute('data-read')).toBe('th')
    localStorage.setItem('language-chosen', 'true')
    openLanguage(view)
    expect(root.hasAttribute('data-read')).toBe(false)
  })
  test.each(['fr', 'ko', 'JA', ''])('R-2.70, D-12: lang=%s changes nothing', lang => {
    expect(askedLanguage({ hash: `#/order?lang=${lang}`, search: '' })).toBeNull()
  })
  test('D-61: the language inside the hash wins over the one outside', () => {
    expect(askedLanguage({ hash: '#/order?lang=th', search: '?lang=en' })).toBe('th')
    expect(askedLanguage({ hash: '#/order', search: '?lang=en' })).toBe('en')
  })
})
