import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { site, uuid } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { hashToken } from '../../platform/tokens.ts'

/** For how long an enrolment code can be used, in minutes. */
export const ENROLMENT_MINUTES = 15

interface AddDevice {
  readonly siteKey: string
  readonly gateId: string
  readonly name: string
}

export interface AddedDevice {
  readonly id: string
  /** Enrols it, once and within {@link ENROLMENT_MINUTES}. */
  readonly enrolmentToken: string
}

/** A device that may be enrolled at a gate. For another code, add another device. */
export const addDevice = staffVerb({
  name: 'gates enrol',
  permission: 'gate:write',
  reach: 'site',
  input: v.object({ ...site, gateId: uuid, name: v.string() }),
  run: insertDevice,
})

async function insertDevice(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  { siteKey, gateId, name }: AddDevice,
  act: Act,
): Promise<AddedDevice> {
  const id = randomUUID()
  const enrolmentToken = tokens.derive('enrolment', id)
  await db.transaction(async tx => {
    // A gate of another site is not found.
    await tx
      .selectFrom('gates')
      .select('id')
      .where('id', '=', gateId)
      .where('site_key', '=', siteKey)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('gate_devices')
      .values({
        id,
        site_key: siteKey,
        gate_id: gateId,
        name,
        enrolment_hash: hashToken(enrolmentToken),
        enrolment_ends_at: sql<Date>`now() + make_interval(mins => ${ENROLMENT_MINUTES})`,
        key_hash: null,
        created_at: sql<Date>`now()`,
        enrolled_at: null,
        last_seen_at: null,
        revoked_at: null,
      })
      .execute()
    await recordAction(tx, act, { siteKey, subject: id, details: { gate: gateId, name } })
  })
  return { id, enrolmentToken }
}
