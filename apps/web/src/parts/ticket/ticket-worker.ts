import { WORKER_META, WORKER_PATH, WORKER_POLICY } from '@kippu/contract/kept-tickets'

/**
 * Starts the service worker that opens ticket pages without a connection (decision 51), where the document names one. Browsers
 * without service workers, and those that refuse them, need a connection.
 *
 * @returns the worker if it serves this page only from now on: what was asked for before is not kept yet.
 */
export async function startWorker(): Promise<ServiceWorker | null> {
  const isNamed = document.querySelector(`meta[name="${WORKER_META}"]`) !== null
  if (!isNamed || !('serviceWorker' in navigator)) return null
  const { serviceWorker: container } = navigator
  const wasServed = container.controller !== null
  const served = new Promise<void>(resolve =>
    container.addEventListener('controllerchange', () => resolve(), { once: true }),
  )
  try {
    // The types of the DOM know no address but a text; a browser with Trusted Types takes none.
    await Reflect.apply(Reflect.get(container, 'register'), container, [addressOfWorker()])
    if (wasServed) return null
    if (container.controller === null) await served
    return container.controller
  } catch {
    return null
  }
}

let address: unknown

/** Made by a policy that knows no other address (decision 43). */
function addressOfWorker(): unknown {
  address ??=
    window.trustedTypes
      ?.createPolicy(WORKER_POLICY, { createScriptURL: () => WORKER_PATH })
      .createScriptURL(WORKER_PATH) ?? WORKER_PATH
  return address
}
