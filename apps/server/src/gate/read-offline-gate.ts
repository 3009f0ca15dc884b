import type { OfflineGate } from '@kippu/contract/gate'
import { ENTRY_POLICIES } from '@kippu/domain/check-in/judge-entry'
import { addDays, jstDateOf, jstIso, midnightOf } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { BOOKING_TYPES } from '@kippu/domain/states/ticket'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Read } from '../platform/db/database.ts'
import { epochSeconds } from '../platform/db/epoch-seconds.ts'
import { languagesOf, wordsOf } from '../platform/db/words-of.ts'
import type { Deps } from '../platform/deps.ts'
import type { SiteGates } from '../tickets/site-gates/site-gates.ts'
import { ticketsOfSpans } from './spans.ts'

export interface AskedOfflineGate {
  readonly siteKey: string
  /** The cursor of an answer before; undefined for the first one. */
  readonly since: string | undefined
  readonly lang: Language
}

interface OfflineDeps extends Pick<Deps, 'db' | 'clock'> {
  readonly gates: SiteGates
}

/**
 * A change is stamped when its row is written and seen when it is committed, so one may appear behind a later one. No
 * transaction of the store lasts this long, so a reader who looks back so far misses none. In ms.
 */
const OVERLAP_MS = 60_000
const SECOND_MS = 1_000

const bookingType = v.picklist(BOOKING_TYPES)
const entryPolicy = v.picklist(ENTRY_POLICIES)

/** All that a gate needs to decide without the store, of today and tomorrow. It says nothing of a person. */
export async function readOfflineGate(
  { db, clock, gates }: OfflineDeps,
  { siteKey, since, lang }: AskedOfflineGate,
): Promise<OfflineGate> {
  const now = clock.now()
  const { publicKeys, rotates, earlyMinutes } = await gates.of(siteKey)
  // The cursor first: what changes after it is in the next answer.
  const cursor = (await db.read(readDatabaseClock)) - OVERLAP_MS
  const products = await db.read(read => listAdmitting(read, { siteKey, now, lang }))
  const tickets = await db.read(read =>
    since === undefined
      ? listAllChanged(read, { siteKey, now })
      : // No later than now: a cursor of nobody's leads to a time that the database can't name.
        listChangedSince(read, { siteKey, since: Math.min(Number(since), cursor) }),
  )
  return {
    site_key: siteKey,
    cursor: String(cursor),
    as_of: jstIso(now),
    keys: publicKeys.map(({ number, publicKey }) => ({
      number,
      public_key: publicKey.toString('base64url'),
    })),
    rotating: rotates,
    early_minutes: earlyMinutes,
    products: products.map(({ name, sale_type: saleType, entry_policy: policy, kinds, ...product }) => ({
      ...product,
      name: name ?? '',
      booking_type: v.parse(bookingType, saleType),
      entry_policy: v.parse(entryPolicy, policy),
      kinds: kinds.map(kind => ({ ...kind, name: kind.name ?? '' })),
    })),
    tickets: tickets.map(({ last_in_at: lastIn, last_out_at: lastOut, ...ticket }) => ({
      ...ticket,
      last_in_at: isoOf(lastIn),
      last_out_at: isoOf(lastOut),
    })),
  }
}

function isoOf(seconds: number | null): string | null {
  return seconds === null ? null : jstIso(seconds * SECOND_MS)
}

async function readDatabaseClock(read: Read): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::double precision as ms`.execute(read)
  const [row] = rows
  if (row === undefined) throw new Error('the database has no clock')
  return row.ms
}

interface ProductRow {
  readonly id: number
  readonly name: string | null
  readonly sale_type: string
  readonly entry_policy: string
  readonly reentry_minutes: number | null
  readonly kinds: ReadonlyArray<{
    readonly id: number
    readonly name: string | null
    readonly needs_proof: boolean
  }>
}

/** Products of a site with a time span that touches today or tomorrow. */
async function listAdmitting(
  read: Read,
  { siteKey, now, lang }: { readonly siteKey: string; readonly now: number; readonly lang: Language },
): Promise<readonly ProductRow[]> {
  const words = wordsOf(languagesOf(lang, 'p.site_key'))
  const { rows } = await sql<ProductRow>`
    select p.id, ${words('product_texts', 'p.id')} as name, p.sale_type, p.entry_policy, p.reentry_minutes,
           (select coalesce(json_agg(json_build_object(
                'id', value.id, 'name', ${words('option_value_texts', 'value.id')}, 'needs_proof', value.needs_proof
              ) order by value.position, value.id), '[]')
              from product_options o join option_values value on value.option_id = o.id
             where o.product_id = p.id and o.type = 'ticket_type') as kinds
      from products p
     where p.site_key = ${siteKey}
       and exists (select from time_spans s where s.product_id = p.id
                      and s.starts_at < ${timeOf(dayStart(now, 2))} and s.ends_at >= ${timeOf(dayStart(now, 0))})
     order by p.position, p.id`.execute(read)
  return rows
}

interface ChangedRow {
  readonly uid: string
  readonly version: number
  readonly revoked: boolean
  /** In seconds since 1970. */
  readonly last_in_at: number | null
  readonly last_out_at: number | null
}

const CHANGED = sql`t.uid, t.code_version as version, t.revoked_at is not null as revoked,
  extract(epoch from coalesce(t.last_in_at, t.used_at))::double precision as last_in_at, ${epochSeconds('t.last_out_at')} as last_out_at,
  t.changed_at`

/** Changed tickets of which a code, the present one or a former one, may still admit: until the end of its last day. */
async function listAllChanged(
  read: Read,
  { siteKey, now }: { readonly siteKey: string; readonly now: number },
): Promise<readonly ChangedRow[]> {
  const today = timeOf(dayStart(now, 0))
  const { rows } = await sql<ChangedRow>`
    select uid, version, revoked, last_in_at, last_out_at
      from (${ticketsOfSpans(
        CHANGED,
        sql`select s.id from products p join time_spans s on s.product_id = p.id
             where p.site_key = ${siteKey} and s.ends_at >= ${today}`,
      )}) as current
     where changed_at is not null
    union
    select t.uid, t.code_version, t.revoked_at is not null,
           extract(epoch from coalesce(t.last_in_at, t.used_at))::double precision, ${epochSeconds('t.last_out_at')}
      from tickets t join reservations r on r.id = t.reservation_id
     where r.site_key = ${siteKey} and t.claimed_until >= ${today}`.execute(read)
  return rows
}

async function listChangedSince(
  read: Read,
  { siteKey, since }: { readonly siteKey: string; readonly since: number },
): Promise<readonly ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    select uid, version, revoked, last_in_at, last_out_at
      from (select ${CHANGED} from tickets t join reservations r on r.id = t.reservation_id
             where r.site_key = ${siteKey} and t.changed_at >= ${timeOf(since)}) as changed
     order by changed_at`.execute(read)
  return rows
}

function timeOf(ms: number) {
  return sql`to_timestamp(${ms / SECOND_MS}::double precision)`
}

/** When a day begins in Tokyo, `days` after that of a moment. */
function dayStart(now: number, days: number): number {
  return midnightOf(addDays(jstDateOf(now), days))
}
