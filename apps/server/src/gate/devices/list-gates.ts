import { worksAt } from '@kippu/domain/staff/grants'
import { sql } from 'kysely'

import type { Database, Read } from '../../platform/db/database.ts'
import { nothing } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'

/** An entrance as its operator sees it. */
export interface ListedGate {
  readonly id: string
  readonly siteKey: string
  readonly name: string
  readonly codeHash: Buffer
  readonly isClosed: boolean
  /** In the order in which they were added. */
  readonly devices: readonly ListedDevice[]
}

export interface ListedDevice {
  readonly id: string
  readonly name: string
  /** `waiting`: its code can still be used; `late`: nobody used it in time. */
  readonly state: 'waiting' | 'late' | 'enrolled' | 'revoked'
  /** Whole seconds ago; null before its first call. */
  readonly lastSeenSeconds: number | null
}

/** The gates at the sites of the person who asks, by site and name, each with its devices: closed and revoked ones too. */
export const listGates = staffVerb({
  name: 'gates',
  permission: 'gate:write',
  reach: 'own sites',
  input: nothing,
  run: async ({ db }: { readonly db: Database }, _: object, { actor }: Act) => {
    const all = await db.read(selectGates)
    return all.filter(({ siteKey }) => worksAt(actor, siteKey))
  },
})

async function selectGates(read: Read): Promise<ListedGate[]> {
  const gates = await read
    .selectFrom('gates')
    .select(['id', 'site_key as siteKey', 'name', 'code_hash as codeHash'])
    .select(sql<boolean>`closed_at is not null`.as('isClosed'))
    .orderBy('site_key')
    .orderBy('name')
    .orderBy('created_at')
    .execute()
  const devices = await read
    .selectFrom('gate_devices')
    .select(['id', 'gate_id as gateId', 'name'])
    .select([
      sql<ListedDevice['state']>`
        case when revoked_at is not null then 'revoked' when enrolled_at is not null then 'enrolled'
             when enrolment_ends_at > now() then 'waiting' else 'late' end`.as('state'),
      sql<number | null>`extract(epoch from now() - last_seen_at)::integer`.as('lastSeenSeconds'),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const byGate = Map.groupBy(devices, ({ gateId }) => gateId)
  return gates.map(gate => ({
    ...gate,
    devices: (byGate.get(gate.id) ?? []).map(({ id, name, state, lastSeenSeconds }) => ({
      id,
      name,
      state,
      lastSeenSeconds,
    })),
  }))
}
