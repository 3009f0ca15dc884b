import { randomBytes, randomUUID } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { ROLES } from '@kippu/domain/staff/permission'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Clock } from '../../platform/clock.ts'
import type { Database, Read, Tx } from '../../platform/db/database.ts'
import type { Actor } from '../../platform/staff/actor.ts'
import { hashToken } from '../../platform/tokens.ts'

/** In ms: a session ends when nobody has used it for so long, and in any case. */
const MOST_IDLE_MS = 30 * 60_000
const MOST_AGE_MS = 12 * 60 * 60_000
/** So long a session that is over is kept. */
const KEPT_MS = 90 * 24 * 60 * 60_000
/** A passkey that was shown within this time is fresh: for money, people and keys. */
const FRESH_MS = 5 * 60_000
/** When somebody was seen is written at most so often. */
const SEEN_MS = 60_000

/** Read and sent back by the browser at this host alone, and by no script. */
const COOKIE = '__Host-staff'
const TOKEN_BYTES = 32

/** Somebody who is signed in. */
export interface Session {
  readonly id: string
  readonly actor: Actor
  readonly passkeyId: string
  readonly provedAt: Date
}

export interface Sessions {
  /** The session of a request; undefined for nobody, and where it is over. What a screen asks by itself does not make it longer. */
  find(request: FastifyRequest, seen?: { readonly isByItself: boolean }): Promise<Session | undefined>
  /** The actors of those sessions of a list that are not over, by their ids. Nobody is seen by that. */
  actorsOf(ids: readonly string[]): Promise<ReadonlyMap<string, Actor>>
}

interface SessionDeps {
  readonly db: Database
  readonly clock: Clock
}

export function isFresh({ provedAt }: Pick<Session, 'provedAt'>, clock: Clock): boolean {
  return freshUntil({ provedAt }) > clock.now()
}

/** Until when calls of weight need no passkey. In ms. */
export function freshUntil({ provedAt }: Pick<Session, 'provedAt'>): number {
  return provedAt.getTime() + FRESH_MS
}

export function createSessions({ db, clock }: SessionDeps): Sessions {
  const living = (read: Read, now: number) =>
    read
      .selectFrom('staff_sessions')
      .innerJoin('staff', 'staff.name', 'staff_sessions.staff')
      .innerJoin('staff_passkeys', 'staff_passkeys.id', 'staff_sessions.passkey_id')
      .select(['staff_sessions.id', 'staff.name', 'staff.role', 'staff.site_keys'])
      .select(['passkey_id', 'proved_at', 'seen_at'])
      .where('staff_sessions.ended_at', 'is', null)
      .where('staff.ended_at', 'is', null)
      .where('staff_passkeys.revoked_at', 'is', null)
      .where('staff_sessions.created_at', '>', new Date(now - MOST_AGE_MS))
      .where('staff_sessions.seen_at', '>', new Date(now - MOST_IDLE_MS))
  return {
    async actorsOf(ids) {
      const rows = await db.read(read =>
        living(read, clock.now()).where('staff_sessions.id', 'in', ids).execute(),
      )
      return new Map(rows.map(row => [row.id, actorOf(row)]))
    },
    async find(request, { isByItself } = { isByItself: false }) {
      const token = cookieOf(request)
      if (token === undefined) return undefined
      const now = clock.now()
      const row = await db.read(read =>
        living(read, now).where('staff_sessions.token_hash', '=', hashToken(token)).executeTakeFirst(),
      )
      if (row === undefined) return undefined
      if (!isByItself && row.seen_at.getTime() < now - SEEN_MS) await touch(db, clock, row.id)
      return { id: row.id, actor: actorOf(row), passkeyId: row.passkey_id, provedAt: row.proved_at }
    },
  }
}

interface ActorRow {
  readonly name: string
  readonly role: string
  readonly site_keys: readonly string[] | null
}

function actorOf({ name, role, site_keys: siteKeys }: ActorRow): Actor {
  return { name, role: v.parse(v.picklist(ROLES), role), siteKeys }
}

async function touch(db: Database, clock: Clock, id: string): Promise<void> {
  await db.transaction(tx =>
    tx
      .updateTable('staff_sessions')
      .set({ seen_at: new Date(clock.now()) })
      .where('id', '=', id)
      .execute(),
  )
}

/** Begins a session. @returns the token that its browser keeps. */
export async function beginSession(
  tx: Tx,
  clock: Clock,
  { staff, passkeyId }: { readonly staff: string; readonly passkeyId: string },
): Promise<{ readonly session: Pick<Session, 'id' | 'passkeyId' | 'provedAt'>; readonly token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = new Date(clock.now())
  const id = randomUUID()
  await tx
    .deleteFrom('staff_sessions')
    .where('created_at', '<', new Date(clock.now() - KEPT_MS))
    .execute()
  await tx
    .insertInto('staff_sessions')
    .values({
      id,
      token_hash: hashToken(token),
      staff,
      passkey_id: passkeyId,
      created_at: now,
      seen_at: now,
      proved_at: now,
    })
    .execute()
  return { session: { id, passkeyId, provedAt: now }, token }
}

/** Ends a session of a person. Those of a passkey that is taken away, and of somebody who left, are over by that. */
export async function endSession(
  tx: Tx,
  clock: Clock,
  { staff, id }: { readonly staff: string; readonly id: string },
): Promise<void> {
  await tx
    .updateTable('staff_sessions')
    .set({ ended_at: new Date(clock.now()) })
    .where('staff', '=', staff)
    // An id that is not one is the id of no session.
    .where(sql<string>`id::text`, '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export interface ListedSession {
  readonly id: string
  /** The name of the passkey with which it began. */
  readonly label: string
  readonly created_at: Date
  readonly seen_at: Date
}

/** The sessions of a person that are not over, the newest first. */
export function listSessions(db: Database, clock: Clock, staff: string): Promise<ListedSession[]> {
  const now = clock.now()
  return db.read(read =>
    read
      .selectFrom('staff_sessions')
      .innerJoin('staff_passkeys', 'staff_passkeys.id', 'staff_sessions.passkey_id')
      .select(['staff_sessions.id', 'staff_passkeys.label', 'staff_sessions.created_at', 'seen_at'])
      .where('staff_sessions.staff', '=', staff)
      .where('staff_sessions.ended_at', 'is', null)
      .where('staff_passkeys.revoked_at', 'is', null)
      .where('staff_sessions.created_at', '>', new Date(now - MOST_AGE_MS))
      .where('seen_at', '>', new Date(now - MOST_IDLE_MS))
      .orderBy('staff_sessions.created_at', 'desc')
      .execute(),
  )
}

/** @param token null takes it away. */
export function setCookie(reply: FastifyReply, token: string | null): void {
  const pair = token === null ? `${COOKIE}=; Max-Age=0` : `${COOKIE}=${token}`
  void reply.header('set-cookie', `${pair}; Path=/; Secure; HttpOnly; SameSite=Strict`)
}

function cookieOf({ headers }: FastifyRequest): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  const [, value] = pairs.find(([name]) => name === COOKIE) ?? []
  return value === '' ? undefined : value
}
