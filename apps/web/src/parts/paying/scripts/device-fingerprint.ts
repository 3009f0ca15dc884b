import * as v from 'valibot'

import { loadScript } from './load-script.ts'

/**
 * How long a payment waits for the service, in ms. It then goes on without: a service that is down must not cost a
 * sale.
 */
const PATIENCE = 3000

const fingerprint = v.pipe(v.string(), v.minLength(1), v.maxLength(255))

/**
 * The answer of the site's device-fingerprint service for this browser: its script sets `window.deviceFingerprint` to a
 * text, or to a promise of one.
 *
 * @param address of the script; null for a site without the service.
 * @returns undefined when there is no service, or it does not answer in time.
 */
export async function readDeviceFingerprint(address: string | null): Promise<string | undefined> {
  if (address === null) return undefined
  const said = await Promise.race([ask(address).catch(() => undefined), silence()])
  const parsed = v.safeParse(fingerprint, said)
  return parsed.success ? parsed.output : undefined
}

/** Loads the script while the visitor is still reading. */
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
