import * as v from 'valibot'

import { allOrNone, origins, url } from '../../platform/variables/account-variables.ts'
import type { DeviceFingerprint } from '../port/payment-providers.ts'

/**
 * A service that recognises devices; venue and acquirer choose which one. Its script is loaded on the payment page and
 * leaves, in `window.deviceFingerprint`, a text of up to 255 characters or a promise of one, which is sent with the
 * checkout. Other services need a few lines of script in between.
 */
export const deviceFingerprintVariables = {
  DEVICE_FINGERPRINT_SCRIPT_URL: v.optional(url),
  DEVICE_FINGERPRINT_HOSTS: v.optional(origins),
}

type Variables = v.InferOutput<v.ObjectSchema<typeof deviceFingerprintVariables, undefined>>

/** Null when no service is used. */
export function deviceFingerprintOf(variables: Variables): DeviceFingerprint | null {
  const script = allOrNone(variables, ['DEVICE_FINGERPRINT_SCRIPT_URL'])
  if (script === null) return null
  const scriptUrl = script.DEVICE_FINGERPRINT_SCRIPT_URL
  const more = variables.DEVICE_FINGERPRINT_HOSTS ?? []
  return { scriptUrl, hosts: [new URL(scriptUrl).origin, ...more] }
}
