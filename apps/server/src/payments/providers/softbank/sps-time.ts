import { jstIso } from '@kippu/domain/jst-date'

/** An instant as the gateway writes it: yyyyMMddHHmmss in Japan. */
export function spsTime(epochMs: number): string {
  return jstIso(epochMs).slice(0, 19).replaceAll(/\D/g, '')
}
