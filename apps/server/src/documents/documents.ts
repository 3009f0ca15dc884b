import type { FirstView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'

import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { type ExternalScriptsEnv, externalScriptsOf } from '../external-scripts/external-scripts.ts'
import { type DocumentHosts, documentPolicy } from '../http/security-headers.ts'
import { createSentBody, type SentBody } from '../http/sent-body.ts'
import { createShortCache } from '../short-cache.ts'
import type { PaymentProviders } from '../payments/port/payment-providers.ts'
import { readPaymentHosts } from '../site-content/payment-hosts.ts'
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

export interface SiteDocument {
  readonly body: SentBody
  /** Its content policy. */
  readonly policy: string
}

/** Rendered at most once a second for each site and language, and shared by all requests in between. */
export interface Documents {
  read(key: DocumentKey): Promise<SiteDocument>
}

const MOST_AGE_MS = 1_000

const NO_HOSTS: DocumentHosts = { hosts: [], formHosts: [], reachHosts: [] }

/** Sends the app's router to the not-found page, unless the address names a screen itself. */
const TO_NOT_FOUND = "if(!location.hash)location.replace('#/not-found')"

export interface DocumentDeps extends Pick<Deps, 'db' | 'clock' | 'log'> {
  readonly env: Pick<Env, 'apiOrigin'> & { readonly externalScripts: ExternalScriptsEnv }
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
    const { html, hashes } = fillTemplate(await deps.web.template(entry), {
      view,
      markup,
      theme: artwork.get(site.theme)?.body.toString('utf8') ?? '',
      icon: site.icon,
      apiOrigin,
      ...(kind === 'not-found' && { script: TO_NOT_FOUND }),
    })
    // Tickets are shown without third parties.
    const hosts = kind === 'ticket' ? NO_HOSTS : await readHosts(deps, site)
    return { body: createSentBody(html), policy: documentPolicy({ hashes, apiOrigin, ...hosts }) }
  }
  return {
    read: key => cache.read(`${key.kind} ${key.site.key} ${key.lang}`, () => write(key)),
  }
}

async function readHosts(deps: DocumentDeps, site: Site): Promise<DocumentHosts> {
  const { hosts: reachHosts } = externalScriptsOf(deps.env.externalScripts, site.key)
  return { ...(await readPaymentHosts(deps, site)), reachHosts }
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
