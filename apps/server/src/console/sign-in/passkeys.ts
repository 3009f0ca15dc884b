import type { PasskeyAnswer } from '@kippu/contract/console/sign-in'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

import type { Selectable } from 'kysely'

import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { StaffPasskeysTable } from '../../platform/db/schema.ts'
import type { Tokens } from '../../platform/tokens.ts'
import type { ConsoleHost } from '../../platform/http/console-host.ts'
import { ConsoleRefusal } from '../serve-staff.ts'
import { isOpenQuestion, makeQuestion, takeQuestion } from './questions.ts'

/** Ed25519, P-256 and RSA, by their numbers in COSE: what authenticators of today can do. */
const ALGORITHMS = [-8, -7, -257]

/** Its tables of certificates are large, so it is loaded by the first person who signs in. */
const load = () => import('@simplewebauthn/server')

const SHOW = 'show'
const enrolmentOf = (staff: string): string => `enrol ${staff}`

export interface PasskeyDeps {
  readonly db: Database
  readonly clock: Clock
  readonly tokens: Tokens
  readonly host: ConsoleHost
}

export interface Passkeys {
  /** The question of a browser for an authenticator of somebody whose name nobody has said. */
  askAnybody(): Promise<object>
  /** The question for an authenticator that is to make a passkey of a person. */
  askNew(staff: string): Promise<object>
  /** The owner of the passkey that has answered. @throws ConsoleRefusal `passkey not accepted` */
  judge(answer: PasskeyAnswer): Promise<ShownPasskey>
  /** The passkey that an authenticator has made for a person. @throws ConsoleRefusal `passkey not accepted` */
  judgeNew(staff: string, answer: PasskeyAnswer): Promise<NewPasskey>
}

export interface ShownPasskey {
  readonly staff: string
  readonly passkeyId: string
  /** Counts the answer, once: the caller's transaction is where it takes effect. */
  readonly use: (tx: Tx) => Promise<void>
}

export interface NewPasskey {
  readonly passkeyId: string
  readonly keep: (tx: Tx, label: string) => Promise<void>
}

export function createPasskeys(deps: PasskeyDeps): Passkeys {
  const { db, clock, host } = deps
  const { passkeyDomain: rpID, origin } = host
  return {
    async askAnybody() {
      const { generateAuthenticationOptions } = await load()
      return generateAuthenticationOptions({
        rpID,
        challenge: bytesOf(makeQuestion(deps, SHOW)),
        userVerification: 'required',
      })
    },
    async askNew(staff) {
      const { generateRegistrationOptions } = await load()
      const known = await readPasskeys(db, staff)
      return generateRegistrationOptions({
        rpName: 'Kippu',
        rpID,
        userName: staff,
        userID: bytesOf(Buffer.from(staff).toString('base64url')),
        challenge: bytesOf(makeQuestion(deps, enrolmentOf(staff))),
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(({ id }) => ({ id })),
      })
    },
    async judge(answer) {
      const { verifyAuthenticationResponse } = await load()
      const passkey = await findPasskey(db, answer.id)
      if (passkey === undefined) throw new ConsoleRefusal('passkey not accepted')
      const asked: string[] = []
      const { verified, authenticationInfo } = await orRefuse(
        verifyAuthenticationResponse({
          response: shownOf(answer),
          expectedChallenge: question => {
            asked.push(question)
            return isOpenQuestion(deps, SHOW, question)
          },
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
          credential: {
            id: passkey.id,
            publicKey: new Uint8Array(passkey.public_key),
            counter: passkey.sign_count,
          },
        }),
      )
      if (!verified) throw new ConsoleRefusal('passkey not accepted')
      return {
        staff: passkey.staff,
        passkeyId: passkey.id,
        use: async tx => {
          await takeOnce(tx, clock, asked)
          await tx
            .updateTable('staff_passkeys')
            .set({ sign_count: authenticationInfo.newCounter, last_used_at: new Date(clock.now()) })
            .where('id', '=', passkey.id)
            .execute()
        },
      }
    },
    async judgeNew(staff, answer) {
      const { verifyRegistrationResponse } = await load()
      const asked: string[] = []
      const judged = await orRefuse(
        verifyRegistrationResponse({
          response: madeOf(answer),
          expectedChallenge: question => {
            asked.push(question)
            return isOpenQuestion(deps, enrolmentOf(staff), question)
          },
          expectedOrigin: origin,
          expectedRPID: rpID,
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      )
      if (!judged.verified) throw new ConsoleRefusal('passkey not accepted')
      const { id, publicKey, counter } = judged.registrationInfo.credential
      return {
        passkeyId: id,
        keep: async (tx, label) => {
          await takeOnce(tx, clock, asked)
          // Somebody who ends the person meanwhile waits, and takes it with the others.
          const isThere = await tx
            .selectFrom('staff')
            .select('name')
            .where('name', '=', staff)
            .where('ended_at', 'is', null)
            .forShare()
            .executeTakeFirst()
          if (isThere === undefined) throw new ConsoleRefusal('passkey not accepted')
          await tx
            .insertInto('staff_passkeys')
            .values({
              id,
              staff,
              label,
              public_key: Buffer.from(publicKey),
              sign_count: counter,
              created_at: new Date(clock.now()),
            })
            .execute()
        },
      }
    },
  }
}

async function takeOnce(tx: Tx, clock: Clock, asked: readonly string[]): Promise<void> {
  const [question] = asked
  if (question === undefined || !(await takeQuestion(tx, clock, question)))
    throw new ConsoleRefusal('passkey not accepted')
}

/** The library throws for whatever is wrong with an answer; none of it is our fault, and all of it is one refusal. */
async function orRefuse<Judged>(judging: Promise<Judged>): Promise<Judged> {
  try {
    return await judging
  } catch {
    throw new ConsoleRefusal('passkey not accepted')
  }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(base64url, 'base64url'))

// The library checks each field of an answer itself, and names their types more closely than a wire can.
function shownOf(answer: PasskeyAnswer): AuthenticationResponseJSON
function shownOf(answer: unknown): unknown {
  return answer
}
function madeOf(answer: PasskeyAnswer): RegistrationResponseJSON
function madeOf(answer: unknown): unknown {
  return answer
}

function findPasskey(db: Database, id: string) {
  return db.read(read =>
    read
      .selectFrom('staff_passkeys')
      .innerJoin('staff', 'staff.name', 'staff_passkeys.staff')
      .select(['staff_passkeys.id', 'staff_passkeys.staff', 'public_key', 'sign_count'])
      .where('staff_passkeys.id', '=', id)
      .where('revoked_at', 'is', null)
      .where('staff.ended_at', 'is', null)
      .executeTakeFirst(),
  )
}

/** A passkey that is in force, as a row has it. */
export type KeptPasskey = Pick<Selectable<StaffPasskeysTable>, 'id' | 'label' | 'created_at' | 'last_used_at'>

/** The passkeys of a person that are in force, the oldest first. */
export function readPasskeys(db: Database, staff: string): Promise<KeptPasskey[]> {
  return db.read(read =>
    read
      .selectFrom('staff_passkeys')
      .select(['id', 'label', 'created_at', 'last_used_at'])
      .where('staff', '=', staff)
      .where('revoked_at', 'is', null)
      .orderBy('created_at')
      .execute(),
  )
}
