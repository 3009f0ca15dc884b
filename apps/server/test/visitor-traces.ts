import { randomUUID } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

import { buyerColumns } from '../src/orders/buyers/buyer.ts'
import { openDatabase, type Read } from '../src/platform/db/database.ts'
import { FOR_WHOLE_TABLES } from '../src/platform/db/patience.ts'
import type { Bought } from './shop/stripe.ts'

/** What a visitor leaves, in words that nothing else says. */
export interface Traces {
  readonly name: string
  readonly mail: string
  readonly phone: string
  readonly street: string
}

export const EMIKO: Traces = {
  name: '𠮷田 ゑみ子',
  mail: 'Emiko.Y0shida@Kirigamine.example',
  phone: '09087654321',
  street: '霧ヶ峰町三丁目7-11',
}

export const BYSTANDER: Traces = {
  name: '佐々木 蘭',
  mail: 'ran.sasaki@hoshi.example',
  phone: '08011112222',
  street: '星見町一丁目1-1',
}

/** A statement for every column in which the store keeps something of a visitor, or what somebody of the house wrote about one. */
export function plant(
  { name, mail, phone, street }: Traces,
  bought: Bought,
): ReadonlyArray<RawBuilder<unknown>> {
  const { orderId, attemptId, reservationId, number } = bought
  const answers = Object.entries({
    fullname: name,
    email: mail,
    phone,
    address: street,
    questionnaire1: `私は${name}`,
  })
  const { customer_info, email } = buyerColumns(answers.map(([key, value]) => ({ key, value })))
  const all = `${name} ${mail.toLowerCase()} ${phone} ${street}`
  const [member, share, pass, reader] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const reseller = randomUUID()
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
  const row = [all, name, mail.toLowerCase(), phone, street, '', '', null, null]
  const imported = [
    { sheet: 'products', columns: [], rows: [] },
    {
      sheet: 'members',
      columns: [],
      people: [
        { key: row.slice(0, 1), before: null, after: 'a digest' },
        { key: row.slice(0, 1), before: row.map((one, index) => [index, one]).slice(1), after: null },
      ],
    },
  ]
  const refs = {
    browser_ip: '192.0.2.1',
    device_fingerprint: all,
    return_param: all,
    login_code: all,
    payment_method: all,
  }
  return [
    sql`insert into members (id, site_key, login_id, password_hash, name, resident_area, email, phone, age, gender)
        values (${member}, 'demo', ${all}, ${all}, ${name}, ${all}, ${mail}, ${phone}, ${all}, ${all})`,
    sql`update orders set customer_info = ${customer_info}::jsonb, email = ${email}, member_id = ${member} where id = ${orderId}`,
    sql`update holds set mail_domain = ${all} where order_id = ${orderId}`,
    sql`update payment_attempts set provider_refs = provider_refs || ${json(refs)},
               browser_step = ${json({ kind: 'redirect', url: `https://bank.example/?who=${encodeURIComponent(all)}` })}
         where id = ${attemptId}`,
    sql`insert into provider_events (provider, dedupe_key, attempt_id, payload, received_at)
        values ('stripe', ${attemptId}, ${attemptId}, ${json({ owner: all, coded: Buffer.from(all).toString('base64') })}, now())`,
    sql`update refund_requests set reason = ${all} where reservation_id = ${reservationId}`,
    sql`insert into shares (id, site_key, reservation_id, token_hash, created_at)
        values (${share}, 'demo', ${reservationId}, ${Buffer.from(share)}, now())`,
    sql`insert into share_mails (id, share_id, reservation_id, recipient_hash, email, giver_name, message, lang, created_at)
        values (gen_random_uuid(), ${share}, ${reservationId}, '\\x00', ${mail}, ${name}, ${all}, 'ja', now())`,
    sql`insert into wallet_passes (id, site_key, wallet, reservation_id, ticket_id, lang, token_hash, changed_at)
        values (${pass}, 'demo', 'apple', ${reservationId}, 1, 'ja', ${Buffer.from(pass)}, now())`,
    sql`insert into wallet_registrations (device_id, pass_id, push_token) values (${all}, ${pass}, ${all})`,
    sql`insert into resellers (id, site_key, code, name, net_percent, cancellation_hours, created_at)
        values (${reseller}, 'demo', ${reseller}, 'Kluk', 85, 24, now())`,
    sql`insert into reseller_bookings (site_key, reseller_id, uuid, order_id, leased_until, request_hash, contact, notes, unit_items,
                                       cancel_reason, created_at, updated_at)
        values ('demo', ${reseller}, ${reseller}, ${orderId}, now(), '\\x00', ${json({ fullName: name, emailAddress: mail })}, ${all},
                ${json([{ uuid: reseller, unitId: 'adult', contact: { fullName: name } }])}, ${all}, now(), now())`,
    sql`insert into magazine_readers (id, site_key, email, token_hash)
        values (${reader}, 'demo', ${mail.toLowerCase()}, ${Buffer.from(reader)})`,
    sql`insert into magazine_subscriptions (reader_id, field_name, is_subscribed, changed_at)
        values (${reader}, 'mail_magazine', true, now())`,
    sql`insert into check_ins (scan_id, ticket_id, reservation_id, site_key, time_span_id, direction, mode, at, recorded_at, undone_at, undone_reason)
        select gen_random_uuid(), 1, ${reservationId}, 'demo', time_span_id, 'in', 'staff', now(), now(), now(), ${all}
          from orders where id = ${orderId}`,
    sql`insert into catalogue_imports (site_key, at, staff, changes) values ('demo', now(), 'aki', ${json(imported)})`,
    sql`insert into staff_actions (at, site_key, staff, permission, verb, subject, details, reason)
        values (now(), 'demo', 'aki', 'orders:write', 'address', ${number}, ${json({ said: all })}, ${all}),
               (now(), 'demo', 'aki', 'sales:write', 'sales stop', 'all', '{}', ${`because of ${phone}`})`,
    sql`insert into visit_cancellations (site_key, span_ids, from_date, to_date, way, reason, staff, created_at, ended_at)
        values ('demo', '{}', '2026-12-01', '2026-12-01', 'refund', ${`${name.replace(' ', '')} 様より`}, 'aki', now(), now())`,
    sql`update time_spans set sale_state = 'stopped', stopped_at = now(), stop_reason = ${all}
         where stop_reason is null and id = (select time_span_id from orders where id = ${orderId})`,
    sql`update jobs.job set output = ${json({ reason: all })} where data ->> 'reservationId' = ${reservationId}`,
  ]
}

/** All that the database holds, a text a table: what a dump of it would say. */
export async function dump({
  databaseUrl,
}: {
  readonly databaseUrl: string
}): Promise<ReadonlyMap<string, string>> {
  const db = openDatabase(databaseUrl, { poolSize: 1, patience: FOR_WHOLE_TABLES })
  try {
    return await db.read(textsOfTables)
  } finally {
    await db.close()
  }
}

async function textsOfTables(read: Read): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1, 2`.execute(
    read,
  )
  const all = new Map<string, string>()
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ said: string | null }>`
      select lower(string_agg(x::text, chr(10))) as said from ${sql.table(`${schema}.${name}`)} x`.execute(
      read,
    )
    all.set(name, rows[0]?.said ?? '')
  }
  return all
}

/** The tables in which a word is found, in whatever way and case it may be written down. */
export function tablesWith(dumped: ReadonlyMap<string, string>, traces: Traces): string[] {
  const ways = new Set(
    Object.values(traces)
      .flatMap(waysToWrite)
      .map(way => way.toLowerCase()),
  )
  // A catalogue is long: it is read once for all ways.
  const any = new RegExp([...ways].map(way => way.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|'))
  return [...dumped].flatMap(([table, text]) => (any.test(text) ? [table] : []))
}

/** As `found_buyers` has it: the last word of a name first, a telephone number from its end. */
export function turned(word: string): string[] {
  return [word.split(' ').toReversed().join(''), Array.from(word).toReversed().join('')]
}

function waysToWrite(word: string): string[] {
  return [word, word.replaceAll(' ', ''), ...turned(word)].flatMap(one => [
    one,
    encodeURIComponent(one),
    encodeURIComponent(one.toLowerCase()),
    escaped(one),
    Buffer.from(one).toString('hex'),
    ...base64(one),
    ...base64(one.toLowerCase()),
  ])
}

function escaped(word: string): string {
  return Array.from(word.split(''), unit =>
    unit > '~' ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit,
  ).join('')
}

/** As part of a longer text: at each of three places, without the letters that its neighbours share. */
function base64(word: string): string[] {
  return [0, 1, 2].map(place => {
    const bytes = Buffer.concat([Buffer.alloc(place), Buffer.from(word)])
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64')
    return whole.slice(place === 0 ? 0 : 4)
  })
}
