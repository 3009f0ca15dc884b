/** The requests of a service worker to the network, and how long it waits. */

/** For so long the network is waited for where the device has an answer too, in ms. */
const PATIENCE = 2_500

/** Asks the network. A failure is looked at later, where the answer is used. */
export function ask(request: Request): Promise<Response> {
  const fresh = fetch(request)
  fresh.catch(() => undefined)
  return fresh
}

/** Answers a request of a page; where the browser's caches do not work, the network does. */
export function respond(event: FetchEvent, answer: Promise<Response>): void {
  event.respondWith(answer.catch(() => fetch(event.request)))
}

/** The answer of the network if it comes in time and says something; else the one that is kept. */
export async function inTime(fresh: Promise<Response>, kept: Response): Promise<Response> {
  const late = new Promise<Response>(resolve => {
    setTimeout(() => resolve(kept), PATIENCE)
  })
  const told = fresh.then(answer => (isNoAnswer(answer) ? kept : answer)).catch(() => kept)
  return Promise.race([told, late])
}

/** A server that is busy or broken says nothing. */
function isNoAnswer({ status, type }: Response): boolean {
  return type !== 'opaqueredirect' && (status >= 500 || status === 429)
}
