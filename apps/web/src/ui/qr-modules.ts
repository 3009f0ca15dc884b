import { encode } from 'uqr'

/** White modules around the code: readers need four. */
const QUIET_ZONE = 4

/** The modules of a QR code with its quiet zone, row by row: true is black. Middle correction, for screens that have a crack or a glare. */
export function qrModulesOf(text: string): readonly (readonly boolean[])[] {
  return encode(text, { ecc: 'M', border: QUIET_ZONE }).data
}
