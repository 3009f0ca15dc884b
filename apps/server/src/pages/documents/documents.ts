import type { FirstView, FirstViewRenderer } from '@kippu/contract/first-view'
import { GATE_WORKER_META, GATE_WORKER_PATH, GATE_WORKER_POLICY } from '@kippu/contract/gate-page'
import { WORKER_META, WORKER_PATH, WORKER_POLICY } from '@kippu/contract/kept-tickets'
import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'
import { STAFF_TEXTS, type TextKey } from '@kippu/texts/texts'

import { WHILE_AWAY } from '../../platform/db/while-away.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Env } from '../../platform/variables/env.ts'
import { type ExternalScriptsEnv, externalScriptsOf } from '../external-scripts/external-scripts.ts'
import {
  type DocumentHosts,
  documentHeaders,
  type PageHeaders,
} from '../../platform/http/security-headers.ts'
import { createSentBody, type SentBody } from '../../platform/http/sent-body.ts'
import { createShortCache } from '../../platform/short-cache.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import type { PaymentProviders } from '../../payments/port/payment-providers.ts'
import { readPaymentReach } from '../../payments/methods/payment-reach.ts'
import type { Artwork } from './artwork.ts'
import { faceRules, type FirstFace } from './faces.ts'
import { fillTemplate } from './fill-template.ts'
import { deviceTags, linkTags, pictureOf, type PublicPage } from './head-tags.ts'
import { type FirstViewSources, readFirstView } from './first-view.ts'
import { readGateView } from './gate-view.ts'
import { inlineHashes } from './inline-hashes.ts'
import { writeSoonPage } from './soon-page.ts'
import { structuredData } from './structured-data.ts'
import type { WebBuild } from './web-build.ts'

/** Identifies a document: there is one for each kind, site and language, and of those that tell a visit without a cookie, two. */
export interface DocumentKey {
  readonly kind: FirstView['kind'] | 'gate' | 'not-found' | 'soon'
  readonly site: Site
  readonly lang: Language
  /** The browser sent no cookie with a language, as at a first visit. */
  readonly isWithoutCookie?: boolean
}

/** Documents whose pages read codes with the camera. */
const SCANS_CODES: Readonly<Record<DocumentKey['kind'], boolean>> = {
  order: false,
  ticket: true,
  gate: true,
  'not-found': false,
  soon: false,
}

const FIRST_FACES: Readonly<Record<DocumentKey['kind'], FirstFace>> = {
  order: 'order',
  ticket: 'none',
  gate: 'none',
  'not-found': 'none',
  soon: 'soon',
}

export interface SiteDocument {
  readonly body: SentBody
  /** Its content policy. */
  readonly headers: PageHeaders
}

export interface ReadDocument extends SiteDocument {
  /** How long ago it was begun, in ms. */
  readonly ageMs: number
}

/** Each is rendered at most once a second, and shared by all requests in between. */
export interface Documents {
  read(key: DocumentKey): Promise<ReadDocument>
}

const MOST_AGE_MS = 1_000

/** The addresses of others that the pages of a site load and reach. */
interface DocumentReach extends DocumentHosts {
  /** Addresses of all scripts of others. */
  readonly scripts: readonly string[]
}

const NO_OTHERS: DocumentReach = { hosts: [], formHosts: [], reachHosts: [], scripts: [] }

/** Sends the app's router to the not-found page, unless the address names a screen itself. */
const TO_NOT_FOUND = "if(!location.hash)location.replace('#/not-found')"

export interface DocumentDeps extends Pick<Deps, 'db' | 'clock' | 'log' | 'sites'> {
  readonly env: Pick<Env, 'apiOrigin' | 'ticketsOffline' | 'gateOffline'> & {
    readonly externalScripts: ExternalScriptsEnv
  }
  readonly payments: PaymentProviders
  readonly web: WebBuild
}

export function createDocuments(
  deps: DocumentDeps,
  sources: FirstViewSources,
  artwork: ReadonlyMap<string, Artwork>,
): Documents {
  const { apiOrigin } = deps.env
  const cache = createShortCache<{ readonly document: SiteDocument; readonly at: number }>(
    deps.clock,
    MOST_AGE_MS,
    { outlives: WHILE_AWAY },
  )
  const write = async (key: DocumentKey): Promise<SiteDocument> => {
    const { kind, site, lang, isWithoutCookie = false } = key
    if (kind === 'gate') return writeGate(deps, sources, { site, lang })
    const theme = await themeOf({ artwork, content: sources.content }, { site, lang }, FIRST_FACES[kind])
    if (kind === 'soon') return writeSoon(deps, sources, { site, lang }, { artwork, theme })
    const entry = kind === 'not-found' ? 'order' : kind
    const view = await readFirstView(sources, { kind: entry, site, lang })
    const markup = kind === 'not-found' ? '' : await render(deps, 'renderFirstView', view)
    const notices = view.notices.length === 0 ? '' : await render(deps, 'renderNotices', view)
    // Tickets are shown without third parties.
    const { scripts, ...hosts } = kind === 'ticket' ? NO_OTHERS : await readReach(deps, site)
    const publicPage = await publicPageOf(deps, sources, key)
    const worker =
      kind === 'ticket' && hasTicketWorker(deps) ? { meta: WORKER_META, path: WORKER_PATH } : null
    const { html, hashes, links } = fillTemplate(await deps.web.template(entry), {
      view,
      markup,
      theme,
      title: titleOf(site, lang),
      ...tellOthers(artwork, kind === 'not-found' ? null : view, publicPage),
      notices,
      icon: site.icon,
      apiOrigin,
      worker,
      scripts,
      isWithoutCookie,
      ...(kind === 'not-found' && { script: TO_NOT_FOUND }),
    })
    const hasScriptsOfOthers = scripts.length > 0
    const workerPolicy = worker === null ? null : WORKER_POLICY
    const scansCodes = SCANS_CODES[kind]
    const headers = documentHeaders({
      hashes,
      apiOrigin,
      ...hosts,
      hasScriptsOfOthers,
      workerPolicy,
      scansCodes,
    })
    return { body: createSentBody(html), headers: links === '' ? headers : { ...headers, link: links } }
  }
  return {
    read: async key => {
      const { clock } = deps
      const name = `${key.kind} ${key.site.key} ${key.lang} ${key.isWithoutCookie}`
      const { document, at } = await cache.read(name, async () => {
        const begunAt = clock.monotonicMs()
        return { document: await write(key), at: begunAt }
      })
      return { ...document, ageMs: clock.monotonicMs() - at }
    },
  }
}

/** The tokens of a house and its display face in the language of the page. */
async function themeOf(
  { artwork, content }: { readonly artwork: ReadonlyMap<string, Artwork>; readonly content: SiteContent },
  { site, lang }: Pick<DocumentKey, 'site' | 'lang'>,
  first: FirstFace,
): Promise<string> {
  const texts = await content.texts(site.key, lang)
  const tokens = artwork.get(site.theme)?.body.toString('utf8') ?? ''
  return faceRules({ artwork, site, lang, first, texts }) + tokens
}

/** The head for search engines, chats and phones. Tickets are one person's, and a page that does not exist (null) is nobody's: they have their looks alone. */
function tellOthers(
  artwork: ReadonlyMap<string, Artwork>,
  view: FirstView | null,
  page: PublicPage,
): { readonly tags: string; readonly facts?: unknown } {
  const device = deviceTags(artwork, page.site)
  if (view?.kind !== 'order') return { tags: device }
  const picture = pictureOf(artwork, page)
  return { tags: `${linkTags(page, picture)}${device}`, facts: structuredData(view, page, picture) }
}

async function publicPageOf(
  { sites }: Pick<DocumentDeps, 'sites'>,
  { content }: Pick<FirstViewSources, 'content'>,
  { site, lang }: Pick<DocumentKey, 'site' | 'lang'>,
): Promise<PublicPage> {
  const spoken = await content.langs(site.key)
  const langs = spoken.toSorted((a, b) => Number(b.is_default) - Number(a.is_default)).map(({ id }) => id)
  return { site, lang, langs, origin: sites.originOf(site.key) }
}

function titleOf({ title }: Site, lang: Language): string {
  return lang === 'ja' ? title.ja : title.default
}

/** Whether ticket pages open without a connection; in development, where nothing is built, they need one. */
export function hasTicketWorker({ env, web }: Pick<DocumentDeps, 'env' | 'web'>): boolean {
  return env.ticketsOffline && web.worker !== null
}

/** Whether the gate of the staff opens without a connection. */
export function hasGateWorker({ env, web }: Pick<DocumentDeps, 'env' | 'web'>): boolean {
  return env.gateOffline && web.gateWorker !== null
}

/** The page of the staff's gate: it has no look of the site, no search engine may list it, and nothing of others is loaded. */
async function writeGate(
  deps: DocumentDeps,
  { content }: FirstViewSources,
  { site, lang }: Pick<DocumentKey, 'site' | 'lang'>,
): Promise<SiteDocument> {
  const { apiOrigin } = deps.env
  const worker = hasGateWorker(deps) ? { meta: GATE_WORKER_META, path: GATE_WORKER_PATH } : null
  const { html, hashes } = fillTemplate(await deps.web.template('gate'), {
    view: await readGateView(content, site, lang),
    markup: '',
    notices: '',
    theme: '',
    title: `${STAFF_TEXTS.gate_title[lang]} | ${site.name[lang]}`,
    tags: '',
    icon: site.icon,
    apiOrigin,
    worker,
    scripts: [],
  })
  const { scripts: _none, ...hosts } = NO_OTHERS
  const workerPolicy = worker === null ? null : GATE_WORKER_POLICY
  return {
    body: createSentBody(html),
    headers: {
      ...documentHeaders({
        hashes,
        apiOrigin,
        ...hosts,
        hasScriptsOfOthers: false,
        workerPolicy,
        scansCodes: SCANS_CODES.gate,
      }),
      'x-robots-tag': 'noindex',
    },
  }
}

/** The page of a store that has not opened. */
async function writeSoon(
  deps: DocumentDeps,
  { content }: FirstViewSources,
  { site, lang }: Pick<DocumentKey, 'site' | 'lang'>,
  { artwork, theme }: { readonly artwork: ReadonlyMap<string, Artwork>; readonly theme: string },
): Promise<SiteDocument> {
  const page = await publicPageOf(deps, { content }, { site, lang })
  const spoken = (await content.langs(site.key)).map(({ id }) => id)
  const languages = await Promise.all(
    [lang, ...spoken.filter(id => id !== lang)].map(async id => {
      const texts = await content.texts(site.key, id)
      return { lang: id, words: (key: TextKey) => texts.get(key) ?? '' }
    }),
  )
  const tags = `${linkTags(page, pictureOf(artwork, page))}${deviceTags(artwork, site)}`
  const html = writeSoonPage({ site, lang, languages, theme, tags, now: deps.clock.now() })
  const { scripts: _none, ...hosts } = NO_OTHERS
  return {
    body: createSentBody(html),
    headers: documentHeaders({
      hashes: inlineHashes(html),
      apiOrigin: null,
      ...hosts,
      hasScriptsOfOthers: false,
      workerPolicy: null,
      scansCodes: SCANS_CODES.soon,
    }),
  }
}

async function readReach(deps: DocumentDeps, site: Site): Promise<DocumentReach> {
  const { tagManager, adTracker, hosts: reachHosts } = externalScriptsOf(deps.env.externalScripts, site.key)
  const { scripts, ...hosts } = await readPaymentReach(deps, site)
  const external = [tagManager, adTracker].filter(script => script !== null)
  return { ...hosts, reachHosts, scripts: [...new Set([...scripts, ...external])] }
}

/** A screen that cannot be rendered here is rendered by the browser; the store stays open. */
async function render(
  { web, log }: DocumentDeps,
  part: keyof FirstViewRenderer,
  view: FirstView,
): Promise<string> {
  try {
    return await web.renderer[part](view)
  } catch (error) {
    log.error({ err: error, kind: view.kind, site: view.site.key }, 'the first view could not be rendered')
    return ''
  }
}
