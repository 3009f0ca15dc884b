import { isOrderLive } from '@kippu/domain/states/order'
import type { Site } from '@kippu/sites/site'

import { countedAddress, type CountedAddress } from '../../orders/address-proofs/counted-address.ts'
import { sharingDomainOf } from '../../orders/buyers/buyer.ts'
import type { GroupedRead } from '../../platform/db/database.ts'
import { DatabaseBusy } from '../../platform/db/sql-states.ts'
import { type Decision, takeStep } from '../../platform/db/take-step.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Env } from '../../platform/variables/env.ts'
import { networkHash } from '../../platform/http/network.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { AskedOrder, OrderRecord } from '../../orders/life/find-order.ts'
import { type Proof, proveOrders } from '../../orders/life/prove-orders.ts'
import type { PlacesAtProof } from '../../orders/life/take-places.ts'
import { countWrongMailCodes } from '../../orders/life/wrong-mail-codes.ts'

/** The result of a proved address, by its link or its code. */
export type Proved =
  | Pick<OrderRecord, 'id' | 'tokenHash'>
  /** The address is proved, and the order still has to take its places. */
  | { readonly needsPlaces: OrderRecord; readonly proves: CountedAddress }

/** The code was not the one of the mail: the try is counted before anybody is told so. */
export interface WrongCode {
  readonly wrongCode: OrderRecord
  readonly refusal: Refusal<'wrong mail code' | 'mail code used up'>
}

export interface ProveDeps extends Pick<Deps, 'db' | 'tokens' | 'env'> {
  readonly placesAtProof: PlacesAtProof
}

/** The decision on the order as it was read. */
export type ProofDecision<Why extends Refusal, Wrong extends WrongCode = never> = Decision<
  Proof,
  true,
  Proved | Why | Wrong
>

/** How often an order is read again because it changed before it took its places, or before a wrong code was counted. */
const MOST_TRIES = 10

/** A visitor who proves an address. */
export interface Prover {
  readonly site: Pick<Site, 'key' | 'unprovenShares'>
  readonly token: string
  /** The address of the visitor. */
  readonly address: string
}

/**
 * Proves the mail address of an order, in whichever way: the order may be paid then. An order without places takes them
 * now; `out of stock` where there are none, and the same link or code may be used again.
 */
export async function proveOrder<Why extends Refusal, Wrong extends WrongCode = never>(
  { db, env, tokens, placesAtProof }: ProveDeps,
  read: GroupedRead<AskedOrder, OrderRecord | undefined>,
  { site, token, address }: Prover,
  decide: (order: OrderRecord | undefined) => ProofDecision<Why, Wrong>,
): Promise<{ order_token: string } | Why | Wrong['refusal'] | Refusal<'out of stock'>> {
  const asked = { siteKey: site.key, token }
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const proved = await takeStep(db, { read, write: proveOrders }, asked, decide)
    if (isRefusal(proved)) return proved
    if ('id' in proved) return { order_token: tokens.deriveStored('order', proved.id, proved.tokenHash) }
    if ('wrongCode' in proved) {
      if (await db.write(countWrongMailCodes, { order: proved.wrongCode })) return proved.refusal
      continue
    }
    const { needsPlaces: order, proves } = proved
    const holder = {
      network: networkHash(env, address),
      mailDomain: sharingDomainOf(order.buyer.email),
      shares: site.unprovenShares,
    }
    const taken = await placesAtProof.take(order, { proves, holder })
    if (isRefusal(taken)) return taken
  }
  throw new DatabaseBusy('others changed the same order all the time')
}

/** An order whose mail address may be proved, or is: what lives and has not ended. */
export function liveOrder(
  order: OrderRecord | undefined,
): OrderRecord | Refusal<'session_timeout' | 'record not found'> {
  if (order?.hasEnded === true) return refuse('session_timeout')
  if (order === undefined || !isOrderLive(order.status)) return refuse('record not found')
  return order
}

/** Decides about a live order whose address is proved. */
export function decideProof(
  env: Pick<Env, 'secretKey' | 'orderHoldSeconds'>,
  order: OrderRecord,
): Decision<Proof, true, Proved> {
  const proves = countedAddress(env, order.buyer.email ?? '')
  const proved = { id: order.id, tokenHash: order.tokenHash }
  if (order.status !== 'mail_sent') return { answer: proved }
  if (order.placesAtProof) return { answer: { needsPlaces: order, proves } }
  return { change: { order, holdSeconds: env.orderHoldSeconds, proves }, answerOf: () => proved }
}
