import { normaliseAskedEmail } from '@kippu/domain/form/normalise'

import { normaliseAddress } from './buyer.ts'

/** An address that somebody types to be found by it, as `orders.email` has it: width, case and blanks do not matter. */
export function askedAddress(typed: string): string {
  return normaliseAddress(normaliseAskedEmail(typed))
}
