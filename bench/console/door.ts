import type { Database } from '@kippu/server/platform/db/database'

import { type ConsoleVisitor, createConsoleVisitor } from '../../apps/server/test/console/console-visitor.ts'
import { putOnList, signedIn } from '../../apps/server/test/console/signed-in.ts'

/** The console of a store at which as many people may sign in as are wanted. */
export interface Door {
  /** With its port. */
  readonly host: string
  /** The browser of another owner, who comes from a network of their own: limits are not what is measured. */
  visitor(): Promise<ConsoleVisitor>
  /** The cookie of another owner. */
  signIn(): Promise<string>
}

export function openDoor(own: Database, storeOrigin: string): Door {
  const host = `console.${new URL(storeOrigin).host}`
  let people = 0
  const signIn = async (): Promise<string> => {
    people += 1
    const name = `bench-${people}`
    await putOnList(own, name, 'owner')
    return signedIn(own, name)
  }
  return {
    host,
    signIn,
    async visitor() {
      const cookie = await signIn()
      const network = `10.9.${Math.floor(people / 250)}.${1 + (people % 250)}`
      const visitor = createConsoleVisitor(host, undefined, network)
      visitor.take(cookie)
      return visitor
    },
  }
}
