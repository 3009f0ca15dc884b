import type { Database } from '@kippu/server/platform/db/database'

import { type ConsoleVisitor, createConsoleVisitor } from '../../apps/server/test/console/console-visitor.ts'
import { putOnList, signedIn } from '../../apps/server/test/console/signed-in.ts'

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
  await putOnList(own, OWNER, 'owner')
  return {
    host,
    visitor(cookie) {
      visitors += 1
      const network = `10.9.${Math.floor(visitors / 250)}.${1 + (visitors % 250)}`
      const visitor = createConsoleVisitor(host, undefined, network)
      visitor.take(cookie)
      return visitor
    },
    signIn: sessions => signedIn(own, OWNER, { sessions }),
  }
}

const OWNER = 'bench'
