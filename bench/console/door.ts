import { randomBytes, randomUUID } from 'node:crypto'

import type { Database } from '@kippu/server/platform/db/database'
import { hashToken } from '@kippu/server/platform/tokens'

import { type ConsoleVisitor, createConsoleVisitor } from '../../apps/server/test/console/console-visitor.ts'

/** The console of a store whose owner may sign in as often as is wanted. */
export interface Door {
  /** With its port. */
  readonly host: string
  /** Each comes from a network of their own: a limit of requests is not what is measured. */
  visitor(cookie: string): ConsoleVisitor
  /** Cookies of new sessions. */
  signIn(sessions: number): Promise<readonly string[]>
}

export async function openDoor(own: Database, storeOrigin: string): Promise<Door> {
  const host = `console.${new URL(storeOrigin).host}`
  let visitors = 0
  await own.transaction(async tx => {
    await tx.insertInto('staff').values({ name: OWNER, role: 'owner' }).execute()
    const passkey = { id: OWNER, staff: OWNER, label: OWNER, public_key: Buffer.alloc(1), sign_count: '0' }
    await tx
      .insertInto('staff_passkeys')
      .values({ ...passkey, created_at: new Date() })
      .execute()
  })
  return {
    host,
    visitor(cookie) {
      visitors += 1
      const network = `10.9.${Math.floor(visitors / 250)}.${1 + (visitors % 250)}`
      const visitor = createConsoleVisitor(host, undefined, network)
      visitor.take(cookie)
      return visitor
    },
    async signIn(sessions) {
      const tokens = Array.from({ length: sessions }, () => randomBytes(32).toString('base64url'))
      const now = new Date()
      const times = { created_at: now, seen_at: now, proved_at: now }
      const rows = tokens.map(token => ({
        id: randomUUID(),
        token_hash: hashToken(token),
        staff: OWNER,
        passkey_id: OWNER,
        ...times,
      }))
      await own.transaction(tx => tx.insertInto('staff_sessions').values(rows).execute())
      return tokens.map(token => `__Host-staff=${token}`)
    },
  }
}

const OWNER = 'bench'
