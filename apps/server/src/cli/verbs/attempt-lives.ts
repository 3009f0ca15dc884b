import { normaliseReservationNumber } from '@kippu/domain/reservation-number'
import * as v from 'valibot'

import type { Database, Read } from '../../platform/db/database.ts'
import { uuid } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import {
  findAttemptIds,
  listEvents,
  listMoney,
  listRefunds,
  readAttemptLife,
  selectReservations,
} from './queries.ts'
import { shownRefs } from '../texts/shown-refs.ts'

/** The lives of the payments that somebody names. */
export const readLives = staffVerb({
  name: 'attempt',
  permission: 'orders:read',
  reach: 'deployment',
  input: v.object({ name: v.string() }),
  run: ({ db }: { readonly db: Database }, { name }: { readonly name: string }) =>
    db.read(async read => {
      const ids = await findByName(read, name)
      return Promise.all(ids.map(id => readLife(read, id)))
    }),
})

async function findByName(read: Read, name: string): Promise<string[]> {
  if (v.is(uuid, name)) return findAttemptIds(read, { id: name.toLowerCase() })
  const reservations = await selectReservations(read, normaliseReservationNumber(name))
  return findAttemptIds(read, { reference: name, orderIds: reservations.map(({ order_id }) => order_id) })
}

export type Life = Awaited<ReturnType<typeof readLife>>

async function readLife(read: Read, id: string) {
  const { provider_refs, ...row } = await readAttemptLife(read, id)
  return {
    ...row,
    provider_refs: shownRefs(provider_refs),
    events: (await listEvents(read, id)).map(event => ({ ...event, payload: shownRefs(event.payload) })),
    refunds: await listRefunds(read, id),
    money: await listMoney(read, id),
  }
}
