import * as door from '@kippu/contract/console/sign-in'
import { expect } from 'vitest'

import { kippuAs } from '../kippu.ts'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import { type ConsoleVisitor, createConsoleVisitor } from './console-visitor.ts'

export interface Member {
  readonly visitor: ConsoleVisitor
  readonly device: Authenticator
  readonly codes: readonly string[]
}

/** People of a venue at the console of a store that listens. */
export interface People {
  /** The host of the console, with its port. */
  readonly host: string
  /** The token of an invitation that somebody at the machine makes. */
  readonly invited: (
    by: string | undefined,
    name: string,
    role: string,
    ...more: readonly string[]
  ) => Promise<string>
  readonly enrolled: (token: string) => Promise<Member>
  /** Comes in anew by the passkey. */
  readonly signIn: (member: Member) => Promise<void>
  /** Aki, the first one. */
  readonly owner: () => Promise<Member>
  /** Somebody whom Aki invites. */
  readonly other: (name: string, role: string, ...more: readonly string[]) => Promise<Member>
}

export function createPeople(shop: Parameters<typeof kippuAs>[0], host: string): People {
  const invited: People['invited'] = async (by, name, role, ...more) => {
    const { code, text } = await kippuAs(shop, by, ['staff', 'invite', name, role, ...more])
    const [, token = ''] = /enrol#(\S+)/.exec(text) ?? []
    expect({ code, text, token: token.length }).toMatchObject({ code: 0, token: 28 })
    return token
  }
  const enrolled: People['enrolled'] = async token => {
    const visitor = createConsoleVisitor(host)
    const device = createAuthenticator(`http://${host}`)
    const entrance = { invitation: token }
    const { body: asked } = await visitor.call(door.askEnrolment, { body: { entrance } })
    const passkey = device.make(questionIn(asked))
    const made = await visitor.call(door.enrol, { body: { entrance, label: 'desk', passkey } })
    expect(made).toMatchObject({ status: 200, body: { me: { passkeys: 1 } } })
    const { recovery_codes: codes } = made.body
    return { visitor, device, codes: Array.isArray(codes) ? codes.map(String) : [] }
  }
  return {
    host,
    invited,
    enrolled,
    signIn: async ({ visitor, device }) => {
      const { body: question } = await visitor.call(door.askPasskey)
      const { status } = await visitor.call(door.signIn, { body: { passkey: device.show(question) } })
      expect(status).toBe(200)
    },
    owner: async () => enrolled(await invited(undefined, 'aki', 'owner')),
    other: async (name, role, ...more) => enrolled(await invited('aki', name, role, ...more)),
  }
}

export function questionIn({
  question,
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return typeof question === 'object' && question !== null ? { ...question } : {}
}
