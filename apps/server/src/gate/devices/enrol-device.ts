import { sql } from 'kysely'

import type { Deps } from '../../platform/deps.ts'
import { hashToken, isTokenOf } from '../../platform/tokens.ts'

export interface EnrolledDevice {
  readonly id: string
  /** With which it makes its calls; never shown again. */
  readonly key: string
}

/**
 * Makes the device of an enrolment code one of its gate: once, within its time, at its own site, while neither the device is revoked nor
 * the gate closed. Of two that use the code at once the second one waits for the first, and finds it used.
 */
export async function enrolDevice(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  { siteKey, token }: { readonly siteKey: string; readonly token: string },
): Promise<EnrolledDevice | undefined> {
  if (!isTokenOf('enrolment', token)) return undefined
  return db.transaction(async tx => {
    const waiting = await tx
      .selectFrom('gate_devices as device')
      .innerJoin('gates', 'gates.id', 'device.gate_id')
      .select('device.id')
      .where('device.enrolment_hash', '=', hashToken(token))
      .where('device.site_key', '=', siteKey)
      .where('device.enrolled_at', 'is', null)
      .where('device.revoked_at', 'is', null)
      .where('device.enrolment_ends_at', '>', sql<Date>`now()`)
      .where('gates.closed_at', 'is', null)
      .forUpdate('device')
      .executeTakeFirst()
    if (waiting === undefined) return undefined
    const key = tokens.derive('device', waiting.id)
    await tx
      .updateTable('gate_devices')
      .set({ key_hash: hashToken(key), enrolled_at: sql<Date>`now()` })
      .where('id', '=', waiting.id)
      .execute()
    return { id: waiting.id, key }
  })
}
