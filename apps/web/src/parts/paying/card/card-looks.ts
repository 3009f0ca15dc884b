import type { Language } from '@kippu/domain/language'

/** Names of our languages at Stripe. */
export const STRIPE_LOCALES: Readonly<Record<Language, string>> = {
  ja: 'ja',
  en: 'en',
  kr: 'ko',
  'zh-hans': 'zh',
  'zh-hant': 'zh-TW',
  th: 'th',
}

/** Names of our languages at Adyen; it shows English in place of a language that it lacks. */
export const ADYEN_LOCALES: Readonly<Record<Language, string>> = {
  ja: 'ja-JP',
  en: 'en-US',
  kr: 'ko-KR',
  'zh-hans': 'zh-CN',
  'zh-hant': 'zh-TW',
  th: 'th-TH',
}

interface CardLooks {
  readonly appearance: {
    readonly theme: 'stripe' | 'night'
    readonly variables: Readonly<Record<string, string>>
  }
  /** The same for the older kind of fields, which do not support variables. */
  readonly style: { readonly base: Readonly<Record<string, string>> }
}

const DARK = '(prefers-color-scheme: dark)'

/**
 * Calls back whenever the page turns dark or light, until the signal aborts: a frame keeps the colours that it was
 * given.
 */
export function onSchemeChange(follow: () => void, signal: AbortSignal): void {
  matchMedia(DARK).addEventListener('change', follow, { signal })
}

/** The colours and fonts of the page around the card fields, so that the provider's frame looks like a part of it. */
export function cardLooks(): CardLooks {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  // A house may be dark by day too.
  const isDark = style.colorScheme === 'dark' || matchMedia(DARK).matches
  const [text, soft, danger] = [token('color-ink'), token('color-ink-soft'), token('color-danger')]
  const font = getComputedStyle(document.body).fontFamily
  return {
    appearance: {
      theme: isDark ? 'night' : 'stripe',
      variables: {
        colorPrimary: token('color-accent'),
        colorBackground: token('color-surface'),
        colorText: text,
        colorTextSecondary: soft,
        colorDanger: danger,
        fontFamily: font,
        fontSizeBase: '16px',
        // The fields of a provider have four corners alike, and some houses do not: they get the first.
        borderRadius: token('radius-m').split(' ', 1).join(''),
      },
    },
    style: { base: { color: text, fontFamily: font, fontSize: '16px' } },
  }
}
