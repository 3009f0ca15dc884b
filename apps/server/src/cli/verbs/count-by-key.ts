import { createHmac } from 'node:crypto'

import type { Env } from '../../platform/variables/env.ts'
import { ANSWERS, rowOf } from '../../platform/idempotency/answer-seal.ts'
import { createSeal } from '../../payments/port/seal.ts'
import { sealedBy } from '../../platform/sealing.ts'
import { reservationOriginId } from '../../tickets/reservation-token.ts'
import { originId } from '../../tickets/ticket-code.ts'
import { nothing } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import { SECRETS } from '../../platform/webhooks/endpoints.ts'
import type { OpenedDeps } from '../command.ts'
import {
  keptAnswers,
  keptEndpoints,
  keptPayments,
  keptReservations,
  liveShares,
  openOrders,
  subscribedReaders,
  validTickets,
  waitingMails,
} from './key-queries.ts'

/** The things that hang on a key. */
export const HANGING = [
  'orders',
  'tickets',
  'reservations',
  'shares',
  'payments',
  'mails',
  'readers',
  'answers',
  'webhooks',
] as const
export type Hanging = (typeof HANGING)[number]

export interface CountsOfKey {
  /** Names the key, and tells nothing else of it; null for keys that this deployment does not have. */
  readonly fingerprint: string | null
  readonly use: 'present' | 'former' | 'unknown'
  readonly counts: Readonly<Record<Hanging, number>>
  /** From when nothing valid hangs on it; null when nothing with an end does. Readers have no end and keep no key; webhooks keep it until they are sealed anew. */
  readonly until: Date | null
}

/** The counts of the present key, of each former one, and of all unknown ones together. */
export const countByKey = staffVerb({
  name: 'keys',
  permission: 'deployment:write',
  reach: 'deployment',
  input: nothing,
  run: countKeys,
})

async function countKeys(deps: Pick<OpenedDeps, 'db' | 'env' | 'tokens'>): Promise<CountsOfKey[]> {
  const { tokens, env } = deps
  const seal = createSeal(env.secretKey, env.formerSecretKeys)
  const tally = new Tally()
  await deps.db.read(async read => {
    for await (const page of openOrders(read))
      for (const {
        id,
        token_hash: hash,
        mail_token_hash: mailHash,
        mail_generation: generation,
        until,
      } of page) {
        const positions = [tokens.positionOf('order', id, hash)]
        if (mailHash !== null) positions.push(tokens.positionOf('mail', `${id}.${generation}`, mailHash))
        tally.add('orders', positions, until)
      }
    for await (const page of validTickets(read))
      for (const {
        reservation_id: reservationId,
        number,
        uid,
        code_version: codeVersion,
        code_hash,
        until,
      } of page) {
        const id = originId({ reservationId, number, uid, codeVersion })
        tally.add('tickets', [tokens.positionOf('ticket', id, code_hash)], until)
      }
    for await (const page of keptReservations(read))
      for (const { id, token_generation: tokenGeneration, token_hash: hash, until } of page) {
        const origin = reservationOriginId({ id, tokenGeneration })
        tally.add('reservations', [tokens.positionOf('reservation', origin, hash)], until)
      }
    for await (const page of liveShares(read))
      for (const { id, token_hash: hash, holder_hash: holderHash, until } of page) {
        const positions = [tokens.positionOf('share', id, hash)]
        if (holderHash !== null) positions.push(tokens.positionOf('shared', id, holderHash))
        tally.add('shares', positions, until)
      }
    for await (const page of keptPayments(read))
      for (const { id, token_hash: hash, is_open: isOpen, refs, until } of page) {
        // Which of the references are sealed is known to the adapter alone; no other text opens.
        const sealed = Object.values(refs)
          .map(ref => seal.positionOf(ref))
          .filter(position => position >= 0)
        tally.add('payments', [...(isOpen ? [tokens.positionOf('payment', id, hash)] : []), ...sealed], until)
      }
    for await (const page of waitingMails(read))
      for (const { kind, id, generation, token_hash: hash, until } of page) {
        const origin =
          kind === 'mail' ? `${id}.${generation}` : reservationOriginId({ id, tokenGeneration: generation })
        tally.add('mails', [tokens.positionOf(kind, origin, hash)], until)
      }
    for await (const page of subscribedReaders(read))
      for (const { id, token_hash: hash, until } of page)
        tally.add('readers', [tokens.positionOf('magazine', id, hash)], until)
    for await (const page of keptAnswers(read))
      for (const { site_key: siteKey, key_hash: keyHash, answer, until } of page)
        tally.add('answers', [sealedBy(tokens.seedsOf(ANSWERS), rowOf({ siteKey, keyHash }), answer)], until)
    for await (const page of keptEndpoints(read))
      for (const { id, secret, former_secret: former, until } of page) {
        const sealed = former === null ? [secret] : [secret, former]
        tally.add(
          'webhooks',
          sealed.map(one => sealedBy(tokens.seedsOf(SECRETS), id, one)),
          until,
        )
      }
  })
  return tally.of(env)
}

const UNKNOWN = -1

/** Counts rows by the position of the key that made them. */
class Tally {
  readonly #counts = new Map<string, number>()
  readonly #untils = new Map<number, Date>()

  /** A row that two keys made hangs on both, once. */
  add(what: Hanging, positions: readonly number[], until: Date | null): void {
    for (const position of new Set(positions)) {
      const name = `${position} ${what}`
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
      const known = this.#untils.get(position)
      if (until !== null && (known === undefined || until > known)) this.#untils.set(position, until)
    }
  }

  of({ secretKey, formerSecretKeys }: Pick<Env, 'secretKey' | 'formerSecretKeys'>): CountsOfKey[] {
    const known = [secretKey, ...formerSecretKeys].map((key, position) => ({
      fingerprint: fingerprintOf(key),
      use: position === 0 ? ('present' as const) : ('former' as const),
      ...this.#ofPosition(position),
    }))
    return [...known, { fingerprint: null, use: 'unknown', ...this.#ofPosition(UNKNOWN) }]
  }

  #ofPosition(position: number): Pick<CountsOfKey, 'counts' | 'until'> {
    const count = (what: Hanging): number => this.#counts.get(`${position} ${what}`) ?? 0
    const counts = {
      orders: count('orders'),
      tickets: count('tickets'),
      reservations: count('reservations'),
      shares: count('shares'),
      payments: count('payments'),
      mails: count('mails'),
      readers: count('readers'),
      answers: count('answers'),
      webhooks: count('webhooks'),
    }
    return { counts, until: this.#untils.get(position) ?? null }
  }
}

/** Eight digits that tell keys apart. */
export function fingerprintOf(key: string): string {
  return createHmac('sha256', key).update('kippu: fingerprint of a key').digest('hex').slice(0, 8)
}
