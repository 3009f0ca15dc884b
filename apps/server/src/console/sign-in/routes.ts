import {
  addPasskey,
  askEnrolment,
  askNewPasskey,
  askPasskey,
  endSession as endSessionCall,
  enrol,
  type Entrance,
  type Me,
  proveAgain,
  readMe,
  readMyKeys,
  removePasskey,
  renewRecoveryCodes,
  signIn,
  signOut,
} from '@kippu/contract/console/sign-in'
import { PERMISSIONS_OF } from '@kippu/domain/staff/permission'
import type { FastifyInstance } from 'fastify'

import type { Tx } from '../../platform/db/database.ts'
import type { Actor } from '../../platform/staff/actor.ts'
import { readActor } from '../../platform/staff/read-actor.ts'
import type { ConsoleDeps } from '../console-deps.ts'
import { invitedPerson, spendInvitation } from '../people/invite-person.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, serveAnybody, serveStaff, type StaffParts } from '../serve-staff.ts'
import { type Passkeys, readPasskeys } from './passkeys.ts'
import { countCodes, isUnusedCode, renewCodes, spendCode } from './recovery-codes.ts'
import {
  beginSession,
  endSession,
  freshUntil,
  isFresh,
  listSessions,
  type Session,
  setCookie,
} from './sessions.ts'

interface SignInParts extends StaffParts {
  readonly passkeys: Passkeys
}

export function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { deps, passkeys } = parts
  const { db, clock, log } = deps
  serveAnybody(app, askPasskey, async () => ({ ...(await passkeys.askAnybody()) }))
  serveAnybody(app, signIn, async ({ body }, { reply }) => {
    const shown = await passkeys.judge(body.passkey)
    const { session, token } = await db.transaction(async tx => {
      await shown.use(tx)
      return beginSession(tx, clock, shown)
    })
    log.info({ staff: shown.staff }, 'a member of the staff has signed in')
    setCookie(reply, token)
    return meOf(deps, await actorOf(deps, shown.staff), session)
  })
  serveAnybody(app, askEnrolment, async ({ body }) => {
    const staff = await entrantOf(deps, body.entrance)
    const [{ role }, question] = await Promise.all([actorOf(deps, staff), passkeys.askNew(staff)])
    return { name: staff, role, question: { ...question } }
  })
  serveAnybody(app, enrol, async ({ body: { entrance, label, passkey } }, { reply }) => {
    const staff = await entrantOf(deps, entrance)
    const made = await passkeys.judgeNew(staff, passkey)
    const { session, token, codes } = await db.transaction(async tx => {
      await spendEntrance(deps, tx, entrance)
      await made.keep(tx, label)
      // Codes of before the invitation may be in other hands.
      const codes = 'invitation' in entrance ? await renewCodes(tx, clock, staff) : []
      return { ...(await beginSession(tx, clock, { staff, passkeyId: made.passkeyId })), codes }
    })
    log.warn(
      { staff, by: 'invitation' in entrance ? 'invitation' : 'recovery code' },
      'a passkey is enrolled',
    )
    setCookie(reply, token)
    return { me: await meOf(deps, await actorOf(deps, staff), session), recovery_codes: [...codes] }
  })
  serveStaff(app, parts, readMe, (_, { session }) => meOf(deps, session.actor, session))
  serveStaff(app, parts, proveAgain, async ({ body }, { session }) => {
    const shown = await passkeys.judge(body.passkey)
    if (shown.staff !== session.actor.name) throw new ConsoleRefusal('passkey not accepted')
    const provedAt = new Date(clock.now())
    await db.transaction(async tx => {
      await shown.use(tx)
      await tx
        .updateTable('staff_sessions')
        .set({ proved_at: provedAt })
        .where('id', '=', session.id)
        .execute()
    })
    return meOf(deps, session.actor, { ...session, provedAt })
  })
  serveStaff(app, parts, signOut, async (_, { session }, { reply }) => {
    await db.transaction(tx => endSession(tx, clock, { staff: session.actor.name, id: session.id }))
    setCookie(reply, null)
    return {}
  })
  ownKeyRoutes(app, parts)
}

/** A person's own passkeys, sessions and codes. */
function ownKeyRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { deps, passkeys } = parts
  const { db, clock, log } = deps
  serveStaff(app, parts, readMyKeys, async (_, { session }) => {
    const staff = session.actor.name
    const [keys, sessions] = await Promise.all([readPasskeys(db, staff), listSessions(db, clock, staff)])
    return {
      passkeys: keys.map(({ id, label, created_at: createdAt, last_used_at: usedAt }) => ({
        id,
        label,
        created_at: moment(createdAt),
        last_used_at: moment(usedAt),
        is_this: id === session.passkeyId,
      })),
      sessions: sessions.map(({ id, label, created_at: createdAt, seen_at: seenAt }) => ({
        id,
        passkey: label,
        created_at: moment(createdAt),
        seen_at: moment(seenAt),
        is_this: id === session.id,
      })),
    }
  })
  serveStaff(app, parts, askNewPasskey, async (_, { session }) => ({
    ...(await passkeys.askNew(session.actor.name)),
  }))
  serveStaff(app, parts, addPasskey, async ({ body }, { session }) => {
    const made = await passkeys.judgeNew(session.actor.name, body.passkey)
    await db.transaction(tx => made.keep(tx, body.label))
    log.warn({ staff: session.actor.name, by: 'session' }, 'a passkey is enrolled')
    return meOf(deps, session.actor, session)
  })
  serveStaff(app, parts, removePasskey, async ({ params }, { session }) => {
    const staff = session.actor.name
    await db.transaction(async tx => {
      const inForce = await tx
        .selectFrom('staff_passkeys')
        .select('id')
        .where('staff', '=', staff)
        .where('revoked_at', 'is', null)
        .forUpdate()
        .execute()
      if (!inForce.some(({ id }) => id === params.passkey)) throw new ConsoleRefusal('not found')
      if (inForce.length === 1) throw new ConsoleRefusal('last passkey')
      await tx
        .updateTable('staff_passkeys')
        .set({ revoked_at: new Date(clock.now()) })
        .where('id', '=', params.passkey)
        .execute()
    })
    log.warn({ staff }, 'a passkey is taken away')
    return {}
  })
  serveStaff(app, parts, endSessionCall, async ({ params }, { session }) => {
    await db.transaction(tx => endSession(tx, clock, { staff: session.actor.name, id: params.session }))
    return {}
  })
  serveStaff(app, parts, renewRecoveryCodes, async (_, { session }) => ({
    recovery_codes: [...(await db.transaction(tx => renewCodes(tx, clock, session.actor.name)))],
  }))
}

/** The person whom an invitation or a code lets in. @throws ConsoleRefusal */
async function entrantOf({ db, clock }: ConsoleDeps, entrance: Entrance): Promise<string> {
  if ('invitation' in entrance) {
    const staff = await db.read(read => invitedPerson(read, clock, entrance.invitation))
    if (staff === undefined) throw new ConsoleRefusal('invitation not valid')
    return staff
  }
  const { name, recovery_code: code } = entrance
  const opens = await db.read(read => isUnusedCode(read, name, code))
  if (!opens) throw new ConsoleRefusal('recovery code not accepted')
  return name
}

async function spendEntrance({ clock }: ConsoleDeps, tx: Tx, entrance: Entrance): Promise<void> {
  if ('invitation' in entrance) {
    if (!(await spendInvitation(tx, entrance.invitation))) throw new ConsoleRefusal('invitation not valid')
  } else if (!(await spendCode(tx, clock, entrance.name, entrance.recovery_code)))
    throw new ConsoleRefusal('recovery code not accepted')
}

async function actorOf({ db }: ConsoleDeps, staff: string): Promise<Actor> {
  const actor = await db.read(read => readActor(read, staff))
  if (typeof actor === 'string') throw new ConsoleRefusal('not signed in')
  return actor
}

async function meOf(
  { db, clock, sites }: ConsoleDeps,
  { name, role, siteKeys }: Actor,
  session: Pick<Session, 'provedAt'>,
): Promise<Me> {
  const [keys, codes] = await Promise.all([readPasskeys(db, name), db.read(read => countCodes(read, name))])
  return {
    name,
    role,
    permissions: [...PERMISSIONS_OF[role]],
    sites: sites.all
      .filter(({ key }) => siteKeys === null || siteKeys.includes(key))
      .map(site => ({ key: site.key, name_ja: site.name.ja, name_en: site.name.en })),
    is_everywhere: siteKeys === null,
    fresh_until: moment(isFresh(session, clock) ? new Date(freshUntil(session)) : null),
    passkeys: keys.length,
    recovery_codes: codes,
  }
}
