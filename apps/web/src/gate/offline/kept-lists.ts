import type { OfflineGate } from '@kippu/contract/gate'
import { addDays, epochMsOf, jstDateOf } from '@kippu/domain/jst-date'
import * as v from 'valibot'

import { type GateDatabase, ONLY, type Stored } from './gate-database.ts'
import { type KeptLists, keptLists, keptScan, type KeptTicket } from './kept.ts'

/** Null before the first answer. */
export async function readLists(database: GateDatabase): Promise<KeptLists | null> {
  return database.read(['lists'], async ({ lists }) => listsIn(lists))
}

/**
 * Lists are of a day and the next one. A device that was off for longer would take tickets for good that were handed on or refunded in the
 * meantime (docs/gate.md).
 */
export function areOver({ asOf }: Pick<KeptLists, 'asOf'>, now: number): boolean {
  return jstDateOf(now) > addDays(jstDateOf(asOf), 1)
}

export async function listsIn(lists: Stored): Promise<KeptLists | null> {
  const kept = v.safeParse(keptLists, await lists.get(ONLY))
  return kept.success ? kept.output : null
}

interface ListsAnswer {
  readonly answer: OfflineGate
  readonly lang: string
  /** Whether everything was asked for, and not only what changed. */
  readonly isWhole: boolean
  /** By the clock of this device, in ms since 1970. */
  readonly askedAt: number
}

/**
 * Keeps an answer of the store in one piece. What this device did and the store had answered before the question is in it, and is forgotten here.
 * Of two tabs the one that asked later wins.
 */
export async function keepLists(
  database: GateDatabase,
  { answer, lang, isWhole, askedAt }: ListsAnswer,
): Promise<void> {
  await database.write(['lists', 'tickets', 'scans'], async ({ lists, tickets, scans }) => {
    const before = await listsIn(lists)
    if (before !== null && before.askedAt > askedAt) return
    if (isWhole) await tickets.clear()
    await Promise.all(answer.tickets.map(ticket => tickets.put(ticketOf(ticket))))
    for (const row of await scans.all()) {
      const { seq, answeredAt, waiting } = v.parse(keptScan, row)
      const isInLists = answeredAt !== null && answeredAt < askedAt && waiting === undefined
      if (isInLists && seq !== undefined) await scans.remove(seq)
    }
    const day = isWhole || before === null ? jstDateOf(epochMsOf(answer.as_of)) : before.day
    await lists.put({ ...listsOf(answer), askedAt, day, lang } satisfies KeptLists, ONLY)
  })
}

function listsOf(answer: OfflineGate): Omit<KeptLists, 'askedAt' | 'day' | 'lang'> {
  return {
    siteKey: answer.site_key,
    cursor: answer.cursor,
    asOf: epochMsOf(answer.as_of),
    keys: answer.keys.map(({ number, public_key: publicKey }) => ({ number, publicKey })),
    rotating: answer.rotating,
    earlyMinutes: answer.early_minutes,
    products: answer.products.map(product => ({
      id: product.id,
      name: product.name,
      bookingType: product.booking_type,
      entryPolicy: product.entry_policy,
      reentryMinutes: product.reentry_minutes,
      kinds: product.kinds.map(({ id, name, needs_proof: needsProof }) => ({ id, name, needsProof })),
    })),
  }
}

function ticketOf(ticket: OfflineGate['tickets'][number]): KeptTicket {
  return {
    uid: ticket.uid,
    version: ticket.version,
    revoked: ticket.revoked,
    lastInAt: ticket.last_in_at === null ? null : epochMsOf(ticket.last_in_at),
    lastOutAt: ticket.last_out_at === null ? null : epochMsOf(ticket.last_out_at),
  }
}
