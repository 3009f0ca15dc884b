import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../../staff/actor.ts'
import { recordAction } from '../../staff/record-action.ts'
import type { Tokens } from '../../tokens.ts'
import { addGateKey, retireGateKey } from './signing-keys.ts'

interface KeyDeps {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly actor: Actor
}

/** Has a new key sign the codes of a site; its number. */
export async function rotateGateKey({ db, tokens, ...deps }: KeyDeps, siteKey: string): Promise<number> {
  return db.transaction(async tx => {
    const [newest] = await addGateKey(tx, tokens, siteKey)
    if (newest === undefined) throw new Error(`site ${siteKey} has no key`)
    const { number } = newest
    const action = { siteKey, verb: 'gate-keys rotate', subject: String(number) }
    await recordAction(tx, deps, { ...action, permission: 'gate:write' })
    return number
  })
}

/** Has codes refused that a key has signed. False where the site has no such key in use. */
export async function endGateKey(
  { db, ...deps }: Omit<KeyDeps, 'tokens'>,
  { siteKey, number }: { readonly siteKey: string; readonly number: number },
): Promise<boolean> {
  return db.transaction(async tx => {
    if (!(await retireGateKey(tx, { siteKey, number }))) return false
    const action = { siteKey, verb: 'gate-keys retire', subject: String(number) }
    await recordAction(tx, deps, { ...action, permission: 'gate:write' })
    return true
  })
}
