import { GATE_PATH, GATE_WORKER_META, GATE_WORKER_PATH, GATE_WORKER_POLICY } from '@kippu/contract/gate-page'

/** Starts the service worker with which the gate opens without a connection (decision 55), where the document names one. */
export async function startGateWorker(): Promise<void> {
  const isNamed = document.querySelector(`meta[name="${GATE_WORKER_META}"]`) !== null
  if (!isNamed || !('serviceWorker' in navigator)) return
  const { serviceWorker: container } = navigator
  // Made by a policy that knows no other address (decision 43).
  const address: unknown =
    window.trustedTypes
      ?.createPolicy(GATE_WORKER_POLICY, { createScriptURL: () => GATE_WORKER_PATH })
      .createScriptURL(GATE_WORKER_PATH) ?? GATE_WORKER_PATH
  try {
    // The types of the DOM allow only a text as address, and a browser with Trusted Types refuses a text.
    await Reflect.apply(Reflect.get(container, 'register'), container, [address, { scope: GATE_PATH }])
  } catch {
    // A browser that refuses workers needs a connection to open the page; an open one works without.
  }
}
