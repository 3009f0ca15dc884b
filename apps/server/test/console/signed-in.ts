import { randomBytes, randomUUID } from 'node:crypto'

import type { Role } from '@kippu/domain/staff/permission'

import type { Database } from '../../src/platform/db/database.ts'
import { hashToken } from '../../src/platform/tokens.ts'

/** Puts somebody on the list, with a passkey that nobody has: for those who cannot show one. */
export async function putOnList(db: Database, name: string, role: Role): Promise<void> {
  await db.transaction(async tx => {
    await tx.insertInto('staff').values({ name, role }).execute()
    const passkey = { id: name, staff: name, label: name, public_key: Buffer.alloc(1), sign_count: 0 }
    await tx
      .insertInto('staff_passkeys')
      .values({ ...passkey, created_at: new Date() })
      .execute()
  })
}

/** Begins a session of somebody on the list. @param at when the passkey was shown. @returns its cookie. */
export async function signedIn(db: Database, name: string, at = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const times = { created_at: at, seen_at: at, proved_at: at }
  const session = { id: randomUUID(), token_hash: hashToken(token), staff: name, passkey_id: name, ...times }
  await db.transaction(tx => tx.insertInto('staff_sessions').values(session).execute())
  return `__Host-staff=${token}`
}
