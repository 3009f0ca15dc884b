import { bcp47Of, type Language } from '@kippu/domain/language'
import { readTheme } from '@kippu/sites/read-theme'
import { markOf } from '@kippu/sites/site-files'
import type { Site } from '@kippu/sites/site'

import { escapeHtml } from '../../platform/http/escape-html.ts'
import type { Artwork } from './artwork.ts'

/** The pages of a site as others show them: search, chats, the home screen of a phone. */
export interface PublicPage {
  readonly site: Site
  readonly lang: Language
  /** Languages of the site, the default first. */
  readonly langs: readonly Language[]
  /** Without a slash at the end. */
  readonly origin: string
}

const OG_LOCALES: Readonly<Record<Language, string>> = {
  ja: 'ja_JP',
  en: 'en_US',
  kr: 'ko_KR',
  'zh-hans': 'zh_CN',
  'zh-hant': 'zh_TW',
  th: 'th_TH',
}

/** The address of the store in a language; its default has no query, like a link that somebody types. */
export function addressIn({ origin, langs }: Pick<PublicPage, 'origin' | 'langs'>, lang: Language): string {
  return lang === langs[0] ? `${origin}/` : `${origin}/?lang=${lang}`
}

/** The picture of a house for those who show no SVG, by its whole address; undefined where it has none. */
export function pictureOf(
  artwork: ReadonlyMap<string, Artwork>,
  { site, origin }: PublicPage,
): string | undefined {
  const path = `/sites/${site.key}/mail/hero.jpg`
  const file = artwork.get(path)
  return file && `${origin}${path}?v=${markOf(file.body)}`
}

/** How a link to the store is shown elsewhere, and where its other languages are. */
export function linkTags(page: PublicPage, picture: string | undefined): string {
  const { site, lang, langs } = page
  const address = addressIn(page, lang)
  const title = lang === 'ja' ? site.title.ja : site.title.default
  const description = describe(page)
  const others = langs.filter(other => other !== lang)
  return [
    meta('name', 'description', description),
    `<link rel="canonical" href="${address}">`,
    ...langs.map(
      other => `<link rel="alternate" hreflang="${bcp47Of(other)}" href="${addressIn(page, other)}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${page.origin}/">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site.name[lang]),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', OG_LOCALES[lang]),
    ...others.map(other => meta('property', 'og:locale:alternate', OG_LOCALES[other])),
    ...(picture === undefined
      ? []
      : [
          meta('property', 'og:image', picture),
          meta('property', 'og:image:alt', site.name[lang]),
          meta('name', 'twitter:card', 'summary_large_image'),
        ]),
  ].join('')
}

/** One sentence: the line of the house, and where it is. */
export function describe({ site, lang }: Pick<PublicPage, 'site' | 'lang'>): string {
  return `${site.tagline[lang]} ${site.name[lang]}${lang === 'ja' ? '（' : ' ('}${site.address[lang]}${lang === 'ja' ? '）' : ')'}`
}

/** The colours around the page, and its icon on the home screen of a phone. */
export function deviceTags(artwork: ReadonlyMap<string, Artwork>, site: Site): string {
  const { light, dark } = readTheme(artwork.get(site.theme)?.body.toString('utf8') ?? '')
  const colors = [
    ['light', light.get('ground')],
    ['dark', dark.get('ground') ?? light.get('ground')],
  ] as const
  const icon = `/sites/${site.key}/mail/touch-icon.png`
  return [
    ...colors.flatMap(([scheme, color]) =>
      color === undefined
        ? []
        : [`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${color}">`],
    ),
    ...(artwork.has(icon) ? [`<link rel="apple-touch-icon" href="${icon}">`] : []),
  ].join('')
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`
}
