import { randomBytes, randomUUID } from 'node:crypto'

import type { Role } from '@kippu/domain/staff/permission'

import type { Database } from '../../src/platform/db/database.ts'
import { hashToken } from '../../src/platform/tokens.ts'

/** Puts somebody on the list, with a passkey that nobody has: for those who cannot show one. */
export async function putOnList(db: Database, name: string, role: Role): Promise<void> {
  await db.transaction(async tx => {
    await tx.insertInto('staff').values({ name, role }).execute()
    const passkey = { id: name, staff: name, label: name, public_key: Buffer.alloc(1), sign_count: '0' }
    await tx
      .insertInto('staff_passkeys')
      .values({ ...passkey, created_at: new Date() })
      .execute()
  })
}

interface SignedIn {
  readonly sessions?: number
  /** When the passkey was shown. */
  readonly at?: Date
}

/** Cookies of new sessions of somebody on the list. */
export async function signedIn(
  db: Database,
  name: string,
  { sessions = 1, at = new Date() }: SignedIn = {},
): Promise<readonly string[]> {
  const tokens = Array.from({ length: sessions }, () => randomBytes(32).toString('base64url'))
  const times = { created_at: at, seen_at: at, proved_at: at }
  const rows = tokens.map(token => ({
    id: randomUUID(),
    token_hash: hashToken(token),
    staff: name,
    passkey_id: name,
    ...times,
  }))
  await db.transaction(tx => tx.insertInto('staff_sessions').values(rows).execute())
  return tokens.map(token => `__Host-staff=${token}`)
}
