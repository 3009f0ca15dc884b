import * as v from 'valibot'

import { findNamed } from '../../office/desk/find-named.ts'
import { buyerOf } from '../../orders/buyers/buyer.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Read } from '../../platform/db/database.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'

/** So many people an hour may somebody look up without showing their passkey again. */
const MOST_WITHOUT_PASSKEY = 10
const HOUR_MS = 60 * 60_000
const VERB = 'order contact'

/** How a buyer is reached, as they typed it. */
export interface Contact {
  readonly email: string | null
  readonly phone: string | null
}

export type ContactReading = Contact | 'unknown' | 'passkey needed'

interface Asked {
  readonly siteKey: string
  readonly typed: string
  /** The passkey was shown within the last five minutes. */
  readonly isFresh: boolean
}

/** The address and the telephone number of a buyer; that they were read is written down with who did. */
export const readContact = staffVerb({
  name: VERB,
  permission: 'orders:contact',
  reach: 'site',
  input: v.object({ ...site, typed: v.string(), isFresh: v.boolean() }),
  run: readAndRecord,
})

function readAndRecord(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { siteKey, typed, isFresh }: Asked,
  act: Act,
): Promise<ContactReading> {
  return db.transaction(async tx => {
    const named = await findNamed(tx, siteKey, typed)
    if (named === undefined) return 'unknown'
    if (!isFresh && (await countReadings(tx, act.actor.name, clock)) >= MOST_WITHOUT_PASSKEY)
      return 'passkey needed'
    const { customer_info: answered } = await tx
      .selectFrom('orders')
      .select('customer_info')
      .where('id', '=', named.orderId)
      .executeTakeFirstOrThrow()
    await recordAction(tx, act, { subject: named.orderId })
    const { answers, email } = buyerOf(answered)
    return { email: email ?? null, phone: answers.find(({ key }) => key === 'phone')?.value ?? null }
  })
}

/** Different people are counted: the same one asked for again is not another. */
async function countReadings(read: Read, staff: string, clock: Clock): Promise<number> {
  const { count } = await read
    .selectFrom('staff_actions')
    .select(eb => eb.fn.count<number>('subject').distinct().as('count'))
    .where('staff', '=', staff)
    .where('verb', '=', VERB)
    .where('at', '>', new Date(clock.now() - HOUR_MS))
    .executeTakeFirstOrThrow()
  return count
}
