import { type IsoDate, jstDateOf } from '@kippu/domain/jst-date'

import type { Deps } from '../platform/deps.ts'
import { refuse, type Refusal } from '../platform/http/refusal.ts'
import { type OpenedQrToken, type QrDeps, readQrToken } from './qr-token.ts'

/** The sale at the door that a QR code opens: one product, today in Japan. */
export interface OpenSale extends OpenedQrToken {
  readonly today: IsoDate
}

export type SaleDeps = QrDeps & Pick<Deps, 'clock'>

/** The sale that the token of a code opens now; refused for one that is missing, over or not of this site. */
export function openSale(
  deps: SaleDeps,
  siteKey: string,
  token: string,
): OpenSale | Refusal<'spot qrCode has expired'> {
  const nowMs = deps.clock.now()
  const opened = readQrToken(deps, siteKey, token, nowMs)
  return opened === undefined ? refuse('spot qrCode has expired') : { ...opened, today: jstDateOf(nowMs) }
}
