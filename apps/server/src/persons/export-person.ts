import type { Clock } from '../clock.ts'
import type { Deps } from '../deps.ts'
import { type Actor, assertMayDo } from '../staff/actor.ts'
import { recordAction } from '../staff/record-action.ts'
import { type AskedPerson, findPerson } from './find-person.ts'
import { type HeldPart, readHeld } from './held-data.ts'

export interface PersonExport {
  readonly site: string
  /** In ms since 1970. */
  readonly at: number
  readonly addresses: readonly string[]
  readonly held: readonly HeldPart[]
}

/**
 * Everything that a site holds about a person, for that person; undefined where it holds nothing. That it was handed out is written down.
 * @throws NotPermitted
 */
export async function exportPerson(
  { db, clock, actor }: Pick<Deps, 'db'> & { readonly clock: Clock; readonly actor: Actor },
  asked: AskedPerson,
): Promise<PersonExport | undefined> {
  const { siteKey } = asked
  assertMayDo(actor, 'persons:read', siteKey)
  return db.transaction(async tx => {
    const person = await findPerson(tx, asked)
    if (person === undefined) return undefined
    const held = await readHeld(tx, person)
    const [subject = 'an address without orders'] = person.orderIds
    const action = { permission: 'persons:read', siteKey, verb: 'person export', subject } as const
    await recordAction(tx, { clock, actor }, { ...action, details: { orders: person.orderIds.length } })
    return { site: siteKey, at: clock.now(), addresses: person.addresses, held }
  })
}
