import { isMethodOf, type MethodOf, type PaymentMethod } from '@kippu/domain/payment-method'

import type { Clock } from '../../../platform/clock.ts'
import type { AttemptRef, ProviderRefs, StartParts } from '../../port/port.ts'
import type { Seal } from '../../port/seal.ts'
import type { GmoAccount } from './gmo-account.ts'
import type { GmoClient } from './gmo-client.ts'
import type { GmoFields } from './gmo-codec.ts'

/** The parts that the functions of the adapter share. */
export interface Gmo {
  readonly account: GmoAccount
  readonly client: GmoClient
  readonly clock: Clock
  readonly seal: Seal
}

/** The payment products whose calls differ. */
export type GmoProduct = 'card' | 'paypay' | 'docomo' | 'brand_token'

const PRODUCTS: Readonly<Record<MethodOf<'gmo'>, GmoProduct>> = {
  gmo: 'card',
  gmo_3ds: 'card',
  gmo_paypay: 'paypay',
  gmo_d_pay: 'docomo',
  gmo_apple_pay: 'brand_token',
}

export function productOf(method: PaymentMethod): GmoProduct {
  if (!isMethodOf(method, 'gmo')) throw new Error(`${method} is not a method of GMO`)
  return PRODUCTS[method]
}

/**
 * The pair of keys to a trade, under the names of GMO's calls, from the references of the attempt.
 * @throws for an attempt that was never registered: nothing can be done with its money.
 */
export function accessOf({ seal }: Gmo, { refs }: AttemptRef): GmoFields {
  const [id, pass] = [refs['access_id'], refs['access_pass']]
  if (id === undefined || pass === undefined) throw new Error('a GMO attempt without its trade')
  return { AccessID: id, AccessPass: seal.open(pass) }
}

/** The public key of the pair, which the issuer's page calls MD. @throws as {@link accessOf}. */
export function accessIdOf({ refs }: AttemptRef): string {
  const id = refs['access_id']
  if (id === undefined) throw new Error('a GMO attempt without its trade')
  return id
}

/** The reverse of {@link accessOf}. The pass moves money, so it is sealed. */
export function accessRefs({ seal }: Gmo, id: string, pass: string): ProviderRefs {
  return { access_id: id, access_pass: seal.close(pass) }
}

/**
 * Commits references before a call that may reserve money, with the time of the call: in seconds to the deadline,
 * because the database's clock decides. Returns the attempt with these references.
 */
export async function keepBeforeExecution(
  attempt: AttemptRef,
  parts: StartParts,
  refs: ProviderRefs = {},
): Promise<AttemptRef> {
  const kept = { ...refs, executed_at: String(Math.floor(attempt.secondsLeft)) }
  await parts.keep(kept)
  return { ...attempt, refs: { ...attempt.refs, ...kept } }
}

/** When the last execution was begun, in seconds to the deadline; undefined when none was. */
export function executedAt({ refs }: AttemptRef): number | undefined {
  const kept = refs['executed_at']
  return kept === undefined ? undefined : Number(kept)
}
