import { worksAt } from '@kippu/domain/staff/grants'
import { normaliseReservationNumber } from '@kippu/domain/reservation-number'
import * as v from 'valibot'

import type { Database, Read } from '../../platform/db/database.ts'
import { uuid } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import {
  findAttemptIds,
  listEvents,
  listMoney,
  listRefunds,
  readAttemptLife,
  selectReservations,
} from './queries.ts'
import { shownRefs } from './shown-refs.ts'

/** The lives of the payments that somebody names, at the sites of the person who asks. */
export const readLives = staffVerb({
  name: 'attempt',
  permission: 'orders:read',
  reach: 'own sites',
  input: v.object({ name: v.string() }),
  run: ({ db }: { readonly db: Database }, { name }: { readonly name: string }, { actor }: Act) =>
    db.read(async read => {
      const ids = await findByName(read, name)
      const lives = await Promise.all(ids.map(id => readLife(read, id)))
      return lives.filter(({ site_key }) => worksAt(actor, site_key))
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
