import { jstIso } from '@kippu/domain/jst-date'

/** A time in the gateway's format: yyyyMMddHHmmss in Japan. */
export function spsTime(epochMs: number): string {
  return jstIso(epochMs).slice(0, 19).replaceAll(/\D/g, '')
}
