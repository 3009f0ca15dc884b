import type { FirstView } from '@kippu/contract/first-view'
import { chooseLanguage, isLanguage } from '@kippu/domain/language'
import type { Language } from '@kippu/domain/language'

import { isForgetful, siteStorage, tryTo } from './storage.ts'

/** A year, in seconds. */
const COOKIE_AGE = 31_536_000

/**
 * The language of this visit: the query `lang` if it names one of the site’s, otherwise the stored one, otherwise the default of the
 * site, for which a first visit reloads once when it is not Japanese. It stores its result.
 */
export function openLanguage({ site, langs }: Pick<FirstView, 'site' | 'langs'>): {
  language: Language
  reload: boolean
} {
  const isSpoken = (one: string | null): boolean => langs.some(({ id }) => id === one)
  const inAddress = askedLanguage(location)
  const asked = isSpoken(inAddress) ? inAddress : null
  const stored = siteStorage.getItem(keyOf(site.key))
  const supported = isSpoken(stored) || stored === null ? stored : 'unsupported'
  const chosen = asked
    ? { language: asked, reload: false }
    : chooseLanguage({ stored: supported, defaultLanguage: langs.find(lang => lang.is_default)?.id })
  storeLanguage(site.key, chosen.language)
  if (asked) siteStorage.setItem(CHOSEN, 'true')
  // A document that came without the cookie may offer a language to a visitor who has chosen one.
  if (siteStorage.getItem(CHOSEN) !== null) document.documentElement.removeAttribute('data-read')
  return { ...chosen, reload: chosen.reload && !isForgetful }
}

/** The language an address asks for; the query inside the hash wins over the one outside. */
export function askedLanguage({ hash, search }: Pick<Location, 'hash' | 'search'>): Language | null {
  const inHash = new URLSearchParams(hash.split('?')[1] ?? '').get('lang')
  const outside = new URLSearchParams(search).get('lang')
  return [inHash, outside].find(isLanguage) ?? null
}

/** Whether the visitor has chosen a language here: the documents offer none any more (their head reads it before anything is painted). */
const CHOSEN = 'language-chosen'

/** The line of a document that offers another language changes it like the menu does, and keeps route and choices. */
export function followOffer(siteKey: string): void {
  document.getElementById('languages')?.addEventListener('click', event => {
    const { target } = event
    const lang = target instanceof HTMLElement ? target.dataset['lang'] : undefined
    if (!isLanguage(lang)) return
    event.preventDefault()
    changeLanguage(siteKey, lang)
  })
}

/**
 * Changes the language: the page loads again and keeps its route and the choices made so far. Where the browser stores
 * nothing, the address carries the language.
 */
export function changeLanguage(siteKey: string, language: Language): void {
  storeLanguage(siteKey, language)
  siteStorage.setItem(CHOSEN, 'true')
  // A `lang` in the address would override the new choice.
  const withoutLang = (query: string): string =>
    query.replace(/([?&])lang=[^&]*&?/, '$1').replace(/[?&]$/, '')
  const { pathname, search, hash } = location
  const asking = isForgetful ? `${withoutLang(search) || '?'}&lang=${language}` : withoutLang(search)
  history.replaceState(history.state, '', pathname + asking + withoutLang(hash))
  location.reload()
}

/** Stores the language for the app (local storage), and in a cookie so that the server writes the next page in it. */
function storeLanguage(siteKey: string, language: Language): void {
  siteStorage.setItem(keyOf(siteKey), language)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  tryTo(() => {
    document.cookie = `lang=${language}; Path=/; Max-Age=${COOKIE_AGE}; SameSite=Lax${secure}`
  })
}

function keyOf(siteKey: string): string {
  return `${siteKey}:lang`
}
