import type { TemporaryOrder } from '@kippu/contract/orders'
import { useEffect } from 'react'

import { useSite } from '../../../page/first-view-context.ts'
import { prepareDeviceFingerprint } from './device-fingerprint.ts'

/**
 * The script of the site's device-fingerprint service, fetched while the visitor still reads. An order of
 * nothing is paid by nobody's card, so nobody's device is looked at.
 *
 * @returns null where none is asked: for such an order, and on a site without the service.
 */
export function useFingerprintScript({ price }: Pick<TemporaryOrder, 'price'>): string | null {
  const { deviceFingerprintScript } = useSite()
  const script = price === 0 ? null : deviceFingerprintScript
  useEffect(() => prepareDeviceFingerprint(script), [script])
  return script
}
