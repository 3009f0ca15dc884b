/**
 * The service worker of the ticket pages: they open without a connection once they were open with one (decision 51). It serves
 * `/tickets/` alone. Documents and answers come from the network first, and from the device only where the network gives none
 * in a moment; the files of a release never change and come from the device.
 */
import { addressOfLink } from '@kippu/contract/links'
import { ANSWERS_OF, FILES, isReadOfTickets, isTextsRead, NAMES } from './release.ts'
import {
  forgetOldAnswers,
  forgetReservation,
  isOfStore,
  keepAnswer,
  keptAnswer,
  withoutQuery,
} from './kept-answers.ts'
import { ask, inTime, respond } from './network.ts'

declare const self: ServiceWorkerGlobalScope

/** Where the document of all ticket pages is, and its key in the cache. */
const DOCUMENT = '/tickets/'

self.addEventListener('install', event => {
  event.waitUntil(install())
})

self.addEventListener('activate', event => {
  event.waitUntil(activate())
})

self.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  const isOurs = url.origin === self.location.origin
  if (request.mode === 'navigate') {
    if (!isOurs) return
    const address = addressOfLink(url.pathname + url.search)
    if (url.pathname === DOCUMENT) respond(event, documentFor(event))
    // As the server leads on from a link, and without a connection too.
    else if (address?.startsWith(`${DOCUMENT}#`) === true)
      event.respondWith(Response.redirect(self.location.origin + address, 302))
  } else if (isReadOfTickets(url)) respond(event, answerFor(event))
  else if (isTextsRead(url)) respond(event, freshOrKept(event, request.url))
  else if (isOurs && url.pathname.startsWith('/assets/')) respond(event, fileFor(request))
  else if (isOurs && url.pathname.startsWith('/sites/')) respond(event, freshOrKept(event, request.url))
})

/** The pictures of a page that was loaded before there was a worker. */
self.addEventListener('message', event => {
  const pictures: unknown = event.data
  if (!Array.isArray(pictures)) return
  const ours = pictures.filter(
    picture => typeof picture === 'string' && picture.startsWith(`${self.location.origin}/sites/`),
  )
  event.waitUntil(caches.open(NAMES.release).then(cache => cache.addAll(ours)))
})

/** All files of the release, and a document that names them; where it names others, a later visit tries again. */
async function install(): Promise<void> {
  const cache = await caches.open(NAMES.release)
  await cache.addAll(FILES.map(file => new Request(file, { cache: 'default' })))
  const document = await fetch(DOCUMENT, { cache: 'no-store' })
  if (!(await keepDocument(document))) throw new Error('the document is of another release')
  // The answers that the former release kept go at once: a page that is open has its code by now.
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    const isFormer = name.startsWith(NAMES.prefix) && name !== NAMES.release && name !== NAMES.answers
    if (isFormer) await caches.delete(name)
  }
  await forgetOldAnswers(await caches.open(NAMES.answers), Date.now())
  // The page that brought this worker is served by it from now on.
  await self.clients.claim()
}

/** Keeps a document that belongs to this release. @returns whether it does. */
async function keepDocument(document: Response): Promise<boolean> {
  if (!document.ok || document.redirected) return false
  const copy = document.clone()
  const [entry = ''] = FILES
  if (!(await document.text()).includes(entry)) return false
  const cache = await caches.open(NAMES.release)
  await cache.put(DOCUMENT, copy)
  return true
}

async function documentFor(event: FetchEvent): Promise<Response> {
  const fresh = ask(event.request)
  const kept = await (await caches.open(NAMES.release)).match(DOCUMENT)
  // Reading a document to its end takes no time from showing it.
  event.waitUntil(fresh.then(document => keepDocument(document.clone())).catch(() => undefined))
  return kept === undefined ? fresh : inTime(fresh, kept)
}

/** An answer about tickets: one that says that there are none (404, 410) clears the device of them. */
async function answerFor(event: FetchEvent): Promise<Response> {
  const fresh = ask(event.request)
  const { url } = event.request
  const cache = await caches.open(NAMES.answers)
  const now = Date.now()
  await forgetOldAnswers(cache, now)
  const kept = await keptAnswer(cache, url, now)
  const learn = async (answer: Response): Promise<void> => {
    if (!isOfStore(answer)) return
    if (answer.ok) await keepAnswer(cache, url, answer, Date.now())
    else if (answer.status === 404 || answer.status === 410)
      await forgetReservation(cache, withoutQuery(url).replace(ANSWERS_OF, ''))
  }
  event.waitUntil(fresh.then(answer => learn(answer.clone())).catch(() => undefined))
  if (kept === undefined) return fresh
  return inTime(
    fresh.then(answer => (isOfStore(answer) ? answer : kept)),
    kept,
  )
}

/** Words and pictures: they say nothing of a visitor and stay with the release. */
async function freshOrKept(event: FetchEvent, key: string): Promise<Response> {
  const fresh = ask(event.request)
  const cache = await caches.open(NAMES.release)
  const kept = await cache.match(key)
  event.waitUntil(
    fresh.then(answer => (answer.ok ? cache.put(key, answer.clone()) : undefined)).catch(() => undefined),
  )
  return kept === undefined ? fresh : inTime(fresh, kept)
}

async function fileFor(request: Request): Promise<Response> {
  const cache = await caches.open(NAMES.release)
  return (await cache.match(request.url)) ?? fetch(request)
}
