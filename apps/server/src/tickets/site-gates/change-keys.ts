import * as v from 'valibot'

import type { Database } from '../../platform/db/database.ts'
import { atSite, site } from '../../platform/staff/inputs.ts'
import { recordAction } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { Tokens } from '../../platform/tokens.ts'
import { addGateKey, listGateKeys, retireGateKey } from './signing-keys.ts'

interface KeyDeps {
  readonly db: Database
  readonly tokens: Tokens
}

interface AtSite {
  readonly siteKey: string
}

/** All keys of a site, the newest first. */
export const readGateKeys = staffVerb({
  name: 'gate-keys',
  permission: 'gate:write',
  reach: 'site',
  input: atSite,
  run: ({ db }: Pick<KeyDeps, 'db'>, { siteKey }: AtSite) => db.read(read => listGateKeys(read, siteKey)),
})

/** Has a new key sign the codes of a site; its number. */
export const rotateGateKey = staffVerb({
  name: 'gate-keys rotate',
  permission: 'keys:write',
  reach: 'site',
  input: atSite,
  run: addKey,
})

async function addKey({ db, tokens }: KeyDeps, { siteKey }: AtSite, act: Act): Promise<number> {
  return db.transaction(async tx => {
    const [newest] = await addGateKey(tx, tokens, siteKey)
    if (newest === undefined) throw new Error(`site ${siteKey} has no key`)
    const { number } = newest
    await recordAction(tx, act, { subject: String(number) })
    return number
  })
}

/** Has codes refused that a key has signed. False where the site has no such key in use. */
export const endGateKey = staffVerb({
  name: 'gate-keys retire',
  permission: 'keys:write',
  reach: 'site',
  input: v.object({ ...site, number: v.number() }),
  run: retireKey,
})

async function retireKey(
  { db }: Pick<KeyDeps, 'db'>,
  { siteKey, number }: AtSite & { readonly number: number },
  act: Act,
): Promise<boolean> {
  return db.transaction(async tx => {
    if (!(await retireGateKey(tx, { siteKey, number }))) return false
    await recordAction(tx, act, { subject: String(number) })
    return true
  })
}
