import * as v from 'valibot'

import { loadScript } from './load-script.ts'

/** How long a payment waits for the service, in ms. It goes on without it: a service that is down sells no ticket less. */
const PATIENCE = 3000

const fingerprint = v.pipe(v.string(), v.minLength(1), v.maxLength(255))

/**
 * What the site's device-fingerprint service says of this browser: its script leaves a text, or a promise of one,
 * in `window.deviceFingerprint`.
 *
 * @param address of the script; null for a site without the service.
 * @returns undefined when there is none, or it says nothing in time.
 */
export async function readDeviceFingerprint(address: string | null): Promise<string | undefined> {
  if (address === null) return undefined
  const said = await Promise.race([ask(address).catch(() => undefined), silence()])
  const parsed = v.safeParse(fingerprint, said)
  return parsed.success ? parsed.output : undefined
}

/** Has the script fetched while the visitor still reads. */
export function prepareDeviceFingerprint(address: string | null): void {
  if (address !== null) loadScript(address).catch(() => undefined)
}

async function ask(address: string): Promise<unknown> {
  await loadScript(address)
  return await Reflect.get(window, 'deviceFingerprint')
}

function silence(): Promise<undefined> {
  return new Promise(resolve => setTimeout(resolve, PATIENCE, undefined))
}
