import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GATE_PATH, GATE_WORKER_PATH } from '@kippu/contract/gate-page'
import { WORKER_PATH } from '@kippu/contract/kept-tickets'
import { addressOfLink } from '@kippu/contract/links'
import { LANGUAGES } from '@kippu/domain/language'
import * as v from 'valibot'

import { isOpenAt } from '@kippu/sites/site'

import { uploadedPictureRoute } from '../../catalogue/pictures/uploaded-pictures.ts'
import type { Deps } from '../../platform/deps.ts'
import { workerHeaders } from '../../platform/http/security-headers.ts'
import { languageCookieOf } from '../../platform/http/language-cookie.ts'
import { isPageFile } from '../../platform/http/page-files.ts'
import { sendBody } from '../../platform/http/sent-body.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { type Artwork, loadArtwork } from './artwork.ts'
import {
  createDocuments,
  type DocumentDeps,
  type DocumentKey,
  type Documents,
  hasGateWorker,
  hasTicketWorker,
} from './documents.ts'
import type { FirstViewSources } from './first-view.ts'
import { searchRoutes } from './search-routes.ts'
import { noWorker } from './no-worker.ts'
import { isPreviewOf, PREVIEW_PATH } from './preview.ts'

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const ONE_YEAR = '365d'
/** Artwork files have no hash in their names, so a browser may show the old one for this many seconds. */
const ARTWORK_MAX_AGE = 300
/** Mail programs of every origin show them, and their addresses have a hash. */
const MAIL_PICTURE_HEADERS = {
  'cache-control': `public, max-age=${365 * 86_400}, immutable`,
  'cross-origin-resource-policy': 'cross-origin',
} as const

/**
 * The same for all who ask a host for it with the same `?lang=` and the same cookie `lang`, and good for a second: a shared cache may keep it that long
 * (docs/running.md).
 */
const GOOD_FOR_A_SECOND = 'public, max-age=0, s-maxage=1'

const tokenParameter = v.object({ token: v.string() })
const restOfPath = v.object({ '*': v.string() })

/** Screens of visitors, whose documents look into the storage of the browser before they are drawn. */
const TELLS_OF_COOKIE: readonly DocumentKey['kind'][] = ['order', 'ticket']

type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

type PageOf = (kind: DocumentKey['kind'], cacheControl?: string) => SendPage

/**
 * Registers the routes of:
 * - the two HTML documents of the store, `/` and `/tickets/`. A document contains the data of its first screen
 *   and, unless rendering failed, the screen itself;
 * - the scripts and styles of both;
 * - the artwork of the sites: their pictures, icons and themes;
 * - the store before it opens, at an address that nobody guesses;
 * - the page of the staff's gate, `/gate` (decision 55);
 * - the service workers of the tickets and of the gate;
 * - the links that leave the browser.
 * @returns the handler for unknown paths: it leads on from a screen's address that was encoded, and answers 404 otherwise,
 *   with the app's own page or a short text for a missing file.
 */
export async function documentRoutes(
  app: FastifyInstance,
  deps: DocumentDeps & Pick<Deps, 'sites' | 'tokens'>,
  sources: FirstViewSources,
): Promise<SendPage> {
  const artwork = loadArtwork(deps.sites.all)
  const documents = createDocuments(deps, sources, artwork)
  const pageOf: PageOf = (kind, cacheControl = GOOD_FOR_A_SECOND) =>
    createPageHandler({ documents, content: sources.content, kind, cacheControl })

  const parts = { ...deps, content: sources.content }
  app.get('/', { compress: false }, createStoreHandler(parts, pageOf))
  app.get(`${PREVIEW_PATH}/:token`, { compress: false }, createPreviewHandler(parts, pageOf))
  app.get('/tickets/', { compress: false }, pageOf('ticket'))
  app.get(GATE_PATH, { compress: false }, createGateHandler(documents, sources.content))
  app.get(`${GATE_PATH}/`, async (_request, reply) => reply.redirect(GATE_PATH, 301))
  const serveWorker = (address: string, script: string): void => {
    app.get(address, async (_request, reply) =>
      reply
        .headers(workerHeaders(deps.env))
        // Browsers ask for it at each visit: a release, or the end of all workers, reaches them at once.
        .header('cache-control', 'no-cache')
        .type('text/javascript; charset=utf-8')
        .send(script),
    )
  }
  const { worker, gateWorker } = deps.web
  serveWorker(WORKER_PATH, hasTicketWorker(deps) && worker !== null ? worker : noWorker('kippu-tickets-'))
  serveWorker(
    GATE_WORKER_PATH,
    hasGateWorker(deps) && gateWorker !== null ? gateWorker : noWorker('kippu-gate-'),
  )
  app.get('/tickets', async (_request, reply) => reply.redirect('/tickets/', 301))
  const notFound = pageOf('not-found')
  for (const link of ['/to/*', '/tickets/*']) app.get(link, followLink(notFound))
  artworkRoutes(app, artwork)
  uploadedPictureRoute(app, deps.db)
  searchRoutes(app, deps, sources.content)
  iconRoutes(app, artwork)
  await app.register(fastifyStatic, {
    root: deps.web.assetsFolder,
    prefix: '/assets/',
    index: false,
    // The names of these files contain a hash.
    immutable: true,
    maxAge: ONE_YEAR,
    // The build has written them: `apps/web/compress-assets.ts`.
    preCompressed: true,
  })
  // Gateways encode the hash of an address, which is a path that no route has then.
  return followLink(notFound)
}

/** Leads on from a link to its screen. A token may stand in it: nothing on the way keeps it, and no page is told of it. */
function followLink(notFound: SendPage): SendPage {
  return async (request, reply) => {
    const address = addressOfLink(request.url)
    if (address === undefined || !READS.has(request.method)) return notFound(request, reply)
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      .redirect(address, 302)
  }
}

interface OpenParts extends Pick<Deps, 'clock'> {
  readonly content: SiteContent
}

/** The store, or the page that says that it opens soon. */
function createStoreHandler({ clock, content }: OpenParts, pageOf: PageOf): SendPage {
  const [store, soon] = [pageOf('order'), pageOf('soon')]
  return async (request, reply) =>
    isOpenAt(await content.house(request.site), clock.now()) ? store(request, reply) : soon(request, reply)
}

/** The store before it opens, for those who have a link of `kippu sites preview`. It takes no order for anybody. */
function createPreviewHandler(
  { clock, tokens, content }: OpenParts & Pick<Deps, 'tokens'>,
  pageOf: PageOf,
): SendPage {
  const [previewed, notFound] = [pageOf('order', 'no-store'), pageOf('not-found')]
  return async (request, reply) => {
    const { site } = request
    const now = clock.now()
    if (isOpenAt(await content.house(site), now)) return reply.redirect('/', 302)
    const { token } = v.parse(tokenParameter, request.params)
    void reply.header('x-robots-tag', 'noindex')
    return isPreviewOf(tokens, { siteKey: site.key, token, now })
      ? previewed(request, reply)
      : notFound(request, reply)
  }
}

interface PageHandler {
  readonly documents: Documents
  readonly content: SiteContent
  readonly kind: DocumentKey['kind']
  readonly cacheControl: string
}

function createPageHandler({ documents, content, kind, cacheControl }: PageHandler): SendPage {
  return async (request, reply) => {
    // Browsers ask for a file for a page, and nobody would see an HTML page there.
    if (kind === 'not-found' && isPageFile(request.url))
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    const site = await content.house(request.site)
    const cookie = languageCookieOf(request)
    const lang = await content.chooseLanguage(site.key, languageAskedBy(request) ?? cookie)
    const isWithoutCookie = cookie === undefined && TELLS_OF_COOKIE.includes(kind)
    const key = { kind, site, lang, isWithoutCookie }
    const { body, headers, ageMs } = await documents.read(key)
    const isFound = kind !== 'not-found'
    void reply.code(isFound ? 200 : 404).headers(headers)
    return sendBody(reply, body, {
      type: 'text/html; charset=utf-8',
      cacheControl: isFound ? cacheControl : 'no-store',
      vary: 'Cookie',
      ageMs,
    })
  }
}

/** The language of an address with `?lang=en`; whatever else stands in its query makes no difference to the document. */
function languageAskedBy({ query }: FastifyRequest): string | undefined {
  const asked = v.safeParse(askedLanguage, query)
  return asked.success ? asked.output.lang : undefined
}

const askedLanguage = v.object({ lang: v.picklist(LANGUAGES) })

/** In the default language of the site: the device has the words of all, and chooses. */
function createGateHandler(documents: Documents, content: SiteContent): SendPage {
  return async (request, reply) => {
    const { site } = request
    const lang = await content.chooseLanguage(site.key, undefined)
    const { body, headers, ageMs } = await documents.read({ kind: 'gate', site, lang })
    void reply.headers(headers)
    return sendBody(reply, body, { type: 'text/html; charset=utf-8', cacheControl: 'no-store', ageMs })
  }
}

function artworkRoutes(app: FastifyInstance, artwork: ReadonlyMap<string, Artwork>): void {
  app.get('/sites/*', async (request, reply) => {
    const { '*': name } = v.parse(restOfPath, request.params)
    const found = artwork.get(`/sites/${name}`)
    if (found === undefined) return reply.callNotFound()
    const headers = found.isOfMails
      ? MAIL_PICTURE_HEADERS
      : { 'cache-control': `public, max-age=${ARTWORK_MAX_AGE}` }
    return reply.headers(headers).type(found.type).send(found.body)
  })
}

/**
 * `/favicon.ico` and `/favicon.svg` both answer with the icon of the site that the host belongs to. Browsers request
 * `/favicon.ico` even if a document names another icon.
 */
function iconRoutes(app: FastifyInstance, artwork: ReadonlyMap<string, Artwork>): void {
  for (const url of ['/favicon.ico', '/favicon.svg']) {
    app.get(url, async ({ site }, reply) => {
      const icon = artwork.get(site.icon)
      if (icon === undefined) return reply.code(404).send()
      // `Vary` is for a shared cache that stores answers without the host.
      return reply
        .headers({ 'cache-control': `public, max-age=${ARTWORK_MAX_AGE}`, vary: 'Host' })
        .type(icon.type)
        .send(icon.body)
    })
  }
}
