import { useEffect } from 'react'

import { useSite } from '../../../page/first-view-context.ts'
import { prepareDeviceFingerprint } from './device-fingerprint.ts'

/**
 * The script of the site's device-fingerprint service, loaded while the visitor is still reading. An order of nothing
 * needs no payment, so no device is looked at.
 *
 * @returns null where the script is not loaded: for such an order, and on a site without the service.
 */
export function useFingerprintScript({ price }: { readonly price: number }): string | null {
  const { deviceFingerprintScript } = useSite()
  const script = price === 0 ? null : deviceFingerprintScript
  useEffect(() => prepareDeviceFingerprint(script), [script])
  return script
}
