import * as v from 'valibot'

import type { Deps } from '../../platform/deps.ts'
import { site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { type AskedPerson, findPerson } from './find-person.ts'
import { type HeldPart, readHeld } from './held-data.ts'

export interface PersonExport {
  readonly site: string
  /** In ms since 1970. */
  readonly at: number
  readonly addresses: readonly string[]
  readonly held: readonly HeldPart[]
}

/** Everything that a site holds about a person, for that person; undefined where it holds nothing. That it was handed out is written down. */
export const exportPerson = staffVerb({
  name: 'person export',
  permission: 'persons:read',
  reach: 'site',
  input: v.object({ ...site, typed: v.string() }),
  run: handOut,
})

async function handOut(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  asked: AskedPerson,
  act: Act,
): Promise<PersonExport | undefined> {
  return db.transaction(async tx => {
    const person = await findPerson(tx, asked)
    if (person === undefined) return undefined
    const held = await readHeld(tx, person)
    const [subject = 'an address without orders'] = person.orderIds
    await recordAction(tx, act, { subject, details: { orders: person.orderIds.length } })
    return { site: asked.siteKey, at: clock.now(), addresses: person.addresses, held }
  })
}
