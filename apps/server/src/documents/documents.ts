import type { FirstView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'

import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { type ExternalScriptsEnv, externalScriptsOf } from '../external-scripts/external-scripts.ts'
import { type DocumentHosts, documentHeaders, type PageHeaders } from '../http/security-headers.ts'
import { createSentBody, type SentBody } from '../http/sent-body.ts'
import { createShortCache } from '../short-cache.ts'
import type { PaymentProviders } from '../payments/port/payment-providers.ts'
import { readPaymentReach } from '../site-content/payment-reach.ts'
import type { Artwork } from './artwork.ts'
import { fillTemplate } from './fill-template.ts'
import { type FirstViewSources, readFirstView } from './first-view.ts'
import type { WebBuild } from './web-build.ts'

/** Identifies a document: there is one for each kind, site and language. */
export interface DocumentKey {
  readonly kind: FirstView['kind'] | 'not-found'
  readonly site: Site
  readonly lang: Language
}

/** Documents whose pages read codes with the camera. */
const SCANS_CODES: Readonly<Record<DocumentKey['kind'], boolean>> = {
  order: false,
  ticket: true,
  'not-found': false,
}

export interface SiteDocument {
  readonly body: SentBody
  /** Its content policy. */
  readonly headers: PageHeaders
}

/** Rendered at most once a second for each site and language, and shared by all requests in between. */
export interface Documents {
  read(key: DocumentKey): Promise<SiteDocument>
}

const MOST_AGE_MS = 1_000

/** What the pages of a site load and reach of others. */
interface DocumentReach extends DocumentHosts {
  /** Addresses of all scripts of others. */
  readonly scripts: readonly string[]
}

const NO_OTHERS: DocumentReach = { hosts: [], formHosts: [], reachHosts: [], scripts: [] }

/** Sends the app's router to the not-found page, unless the address names a screen itself. */
const TO_NOT_FOUND = "if(!location.hash)location.replace('#/not-found')"

export interface DocumentDeps extends Pick<Deps, 'db' | 'clock' | 'log'> {
  readonly env: Pick<Env, 'apiOrigin' | 'ticketsOffline'> & { readonly externalScripts: ExternalScriptsEnv }
  readonly payments: PaymentProviders
  readonly web: WebBuild
}

export function createDocuments(
  deps: DocumentDeps,
  sources: FirstViewSources,
  artwork: ReadonlyMap<string, Artwork>,
): Documents {
  const { apiOrigin } = deps.env
  const cache = createShortCache<SiteDocument>(deps.clock, MOST_AGE_MS)
  const write = async ({ kind, site, lang }: DocumentKey): Promise<SiteDocument> => {
    const entry = kind === 'not-found' ? 'order' : kind
    const view = await readFirstView(sources, { kind: entry, site, lang })
    const markup = kind === 'not-found' ? '' : await render(deps, view)
    // Tickets are shown without third parties.
    const { scripts, ...hosts } = kind === 'ticket' ? NO_OTHERS : await readReach(deps, site)
    const hasWorker = kind === 'ticket' && hasTicketWorker(deps)
    const { html, hashes } = fillTemplate(await deps.web.template(entry), {
      view,
      markup,
      theme: artwork.get(site.theme)?.body.toString('utf8') ?? '',
      icon: site.icon,
      apiOrigin,
      hasWorker,
      scripts,
      ...(kind === 'not-found' && { script: TO_NOT_FOUND }),
    })
    const hasScriptsOfOthers = scripts.length > 0
    const scansCodes = SCANS_CODES[kind]
    const headers = documentHeaders({
      hashes,
      apiOrigin,
      ...hosts,
      hasScriptsOfOthers,
      hasWorker,
      scansCodes,
    })
    return { body: createSentBody(html), headers }
  }
  return {
    read: key => cache.read(`${key.kind} ${key.site.key} ${key.lang}`, () => write(key)),
  }
}

/** Whether ticket pages open without a connection; in development, where nothing is built, they need one. */
export function hasTicketWorker({ env, web }: Pick<DocumentDeps, 'env' | 'web'>): boolean {
  return env.ticketsOffline && web.worker !== null
}

async function readReach(deps: DocumentDeps, site: Site): Promise<DocumentReach> {
  const { tagManager, adTracker, hosts: reachHosts } = externalScriptsOf(deps.env.externalScripts, site.key)
  const { scripts, ...hosts } = await readPaymentReach(deps, site)
  const external = [tagManager, adTracker].filter(script => script !== null)
  return { ...hosts, reachHosts, scripts: [...new Set([...scripts, ...external])] }
}

/** A screen that cannot be rendered here is rendered by the browser; the store stays open. */
async function render({ web, log }: DocumentDeps, view: FirstView): Promise<string> {
  try {
    return await web.renderer.renderFirstView(view)
  } catch (error) {
    log.error({ err: error, kind: view.kind, site: view.site.key }, 'the first view could not be rendered')
    return ''
  }
}
