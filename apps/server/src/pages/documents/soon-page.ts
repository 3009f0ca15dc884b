import { formatDate } from '@kippu/domain/date-format'
import { jstDateOf, jstIso, timeOf } from '@kippu/domain/jst-date'
import { bcp47Of, type Language } from '@kippu/domain/language'
import { fillTemplate } from '@kippu/domain/text-template'
import type { Site } from '@kippu/sites/site'
import type { TextKey } from '@kippu/texts/texts'

import { escapeHtml } from '../../platform/http/escape-html.ts'

type Words = (key: TextKey) => string

export interface SoonPage {
  readonly site: Site
  readonly lang: Language
  /** Each language of the site with its words, that of the reader first. */
  readonly languages: ReadonlyArray<{ readonly lang: Language; readonly words: Words }>
  /** Tokens and face of the house, as CSS. */
  readonly theme: string
  /** The face of the page elsewhere, as elements of its head. */
  readonly tags: string
  readonly now: number
}

const STYLE = `*{box-sizing:border-box}
html{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr auto;background:var(--color-ground);color:var(--color-ink);font:1rem/1.75 system-ui,-apple-system,"Hiragino Sans","Noto Sans JP","Noto Sans KR","Noto Sans SC","Noto Sans TC","Noto Sans Thai",sans-serif}
img{display:block;max-width:100%;height:auto}
header,main,footer{width:min(100% - 2rem,64rem);margin-inline:auto}
header{padding-block:1.25rem}
.hero{width:100%;aspect-ratio:20/9;min-height:12rem;object-fit:cover;border-radius:var(--radius-card,12px)}
h1{margin:1.75rem 0 .25rem;font-family:House,inherit;font-size:clamp(1.6rem,1.2rem + 2vw,2.6rem);line-height:1.25;letter-spacing:var(--face-spacing,0);text-wrap:balance}
.line{margin:0;color:var(--color-ink-soft);text-wrap:balance}
.when{margin:1.5rem 0 0;padding:1.25rem 1.5rem;background:var(--color-surface);border:1px solid var(--color-line);border-radius:var(--radius-card,12px)}
.when p{margin:0}
.when strong{display:block;text-wrap:balance;word-break:auto-phrase;font-size:1.25rem;line-height:1.4;color:var(--color-accent)}
ul{margin:1.5rem 0 0;padding:0;list-style:none;color:var(--color-ink-soft);font-size:.875rem}
footer{padding-block:2rem;color:var(--color-ink-soft);font-size:.875rem}
a{color:inherit}
.by-night{display:none}`

const BY_NIGHT = '.by-day{display:none}.by-night{display:block}'

/** The page of a house whose store has not opened: its picture, its name, and when. Nothing of it needs a script. */
export function writeSoonPage({ site, lang, languages, theme, tags, now }: SoonPage): string {
  const [own, ...others] = languages
  const { black, white, width, height } = site.headerLogo
  const name = escapeHtml(site.name[lang])
  const logo = (url: string, scheme: string): string =>
    `<img class="${scheme}" src="${url}" width="${width}" height="${height}" alt="${name}">`
  const night = site.look.scheme === 'dark' ? BY_NIGHT : `@media (prefers-color-scheme:dark){${BY_NIGHT}}`
  const title = escapeHtml(lang === 'ja' ? site.title.ja : site.title.default)
  const ask = own === undefined ? '' : escapeHtml(own.words('opening_ask'))
  return `<!doctype html>
<html lang="${bcp47Of(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>${tags}<link rel="icon" type="image/svg+xml" href="${site.icon}"><style>${STYLE}${night}${theme}</style></head>
<body><header>${logo(black, 'by-day')}${logo(white, 'by-night')}</header>
<main><img class="hero" src="${site.heroImage}" alt=""><h1>${name}</h1><p class="line">${escapeHtml(site.tagline[lang])}</p>
<div class="when">${own === undefined ? '' : whenOf(site, own, now)}</div>
<ul>${others.map(other => `<li lang="${bcp47Of(other.lang)}">${shortly(site, other, now)}</li>`).join('')}</ul></main>
<footer>${ask}: <a href="mailto:${escapeHtml(site.mail.contact)}">${escapeHtml(site.mail.contact)}</a></footer></body></html>
`
}

interface Spoken {
  readonly lang: Language
  readonly words: Words
}

function whenOf(site: Site, spoken: Spoken, now: number): string {
  const opening = openingOf(site, spoken, now)
  return `<p><strong>${escapeHtml(spoken.words('opening_soon'))}</strong></p>${opening === null ? '' : `<p>${escapeHtml(opening)}</p>`}`
}

function shortly(site: Site, spoken: Spoken, now: number): string {
  return escapeHtml([spoken.words('opening_soon'), openingOf(site, spoken, now)].filter(Boolean).join(' — '))
}

/** Null where the venue has not said when, or says no longer. */
function openingOf({ opensAt }: Site, { lang, words }: Spoken, now: number): string | null {
  if (opensAt === null || opensAt <= now) return null
  const date = formatDate(jstDateOf(opensAt), words('common_date_format'), lang)
  return fillTemplate(words('opening_at'), { date, time: timeOf(jstIso(opensAt)) })
}
