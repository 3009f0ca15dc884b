/**
 * The service worker of the staff's gate: its page opens without a connection (decision 55). It keeps the page and its files, and nothing of a visitor:
 * what the gate knows of tickets lies in the database of the page.
 */
import { ask, inTime, respond } from './network.ts'

interface Release {
  /** Changes with every file of the release. */
  readonly version: string
  /** Addresses of all files of the page, that of the entry first. */
  readonly files: readonly string[]
  /** Where the page is. */
  readonly document: string
}

declare const RELEASE: Release
declare const self: ServiceWorkerGlobalScope

const PREFIX = 'kippu-gate-'
const { version, files, document: DOCUMENT } = RELEASE
const NAME = PREFIX + version

self.addEventListener('install', event => {
  event.waitUntil(install())
})

self.addEventListener('activate', event => {
  event.waitUntil(activate())
})

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (url.pathname === DOCUMENT) respond(event, documentFor(event))
  } else if (url.pathname.startsWith('/assets/')) respond(event, fileFor(request))
})

/** All files of the release, and a page that names them; where it names others, a later visit tries again. */
async function install(): Promise<void> {
  const cache = await caches.open(NAME)
  await cache.addAll(files.map(file => new Request(file, { cache: 'default' })))
  if (!(await keepDocument(await fetch(DOCUMENT, { cache: 'no-store' }))))
    throw new Error('the page is of another release')
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name)
  await self.clients.claim()
}

/** Keeps a page that belongs to this release. @returns whether it does. */
async function keepDocument(document: Response): Promise<boolean> {
  if (!document.ok || document.redirected) return false
  const copy = document.clone()
  const [entry = ''] = files
  if (!(await document.text()).includes(entry)) return false
  await (await caches.open(NAME)).put(DOCUMENT, copy)
  return true
}

async function documentFor(event: FetchEvent): Promise<Response> {
  const fresh = ask(event.request)
  const kept = await (await caches.open(NAME)).match(DOCUMENT)
  event.waitUntil(fresh.then(document => keepDocument(document.clone())).catch(() => undefined))
  return kept === undefined ? fresh : inTime(fresh, kept)
}

async function fileFor(request: Request): Promise<Response> {
  return (await (await caches.open(NAME)).match(request.url)) ?? fetch(request)
}
