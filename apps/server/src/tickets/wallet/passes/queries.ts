import type { Wallet } from '@kippu/contract/wallets'
import type { Language } from '@kippu/domain/language'
import { sql } from 'kysely'

import { epochSeconds } from '../../../platform/db/epoch-seconds.ts'
import type { Read, Tx } from '../../../platform/db/database.ts'
import { listed } from '../../../platform/db/list.ts'

/** A pass as it is stored. */
export interface PassRow {
  /** Its serial number. */
  readonly id: string
  readonly reservationId: string
  readonly ticketId: number
  /** In whose hands its ticket was; null: its buyer's. */
  readonly shareId: string | null
  readonly lang: string
  readonly tokenHash: Buffer
  /** In whole seconds since 1970. */
  readonly changedAt: number
}

const PASS = sql`
  id, reservation_id as "reservationId", ticket_id as "ticketId", share_id as "shareId", lang, token_hash as "tokenHash",
  ${epochSeconds('changed_at')} as "changedAt"`

export interface NewPasses {
  readonly siteKey: string
  readonly wallet: Wallet
  readonly reservationId: string
  readonly shareId: string | null
  readonly lang: Language
  /** A pass that is there already keeps its serial number and its token. */
  readonly passes: ReadonlyArray<{
    readonly id: string
    readonly ticketId: number
    readonly tokenHash: Buffer
  }>
}

/** Stores passes, each ticket once in the same hands and wallet; one that was there in another language is changed. */
export async function storePasses(
  tx: Tx,
  { siteKey, wallet, reservationId, shareId, lang, passes }: NewPasses,
): Promise<readonly PassRow[]> {
  const { rows } = await sql<PassRow>`
    insert into wallet_passes as known (id, site_key, wallet, reservation_id, ticket_id, share_id, lang, token_hash, changed_at)
    select n.id, ${siteKey}, ${wallet}, ${reservationId}::uuid, n.ticket_id, ${shareId}::uuid, ${lang}, n.token_hash,
           date_trunc('second', clock_timestamp())
      from ${listed('n', {
        id: ['uuid', passes.map(({ id }) => id)],
        ticket_id: ['int', passes.map(({ ticketId }) => ticketId)],
        token_hash: ['bytea', passes.map(({ tokenHash }) => tokenHash)],
      })}
     order by n.ticket_id
    on conflict (reservation_id, ticket_id, share_id, wallet) do update
      set lang = excluded.lang,
          changed_at = case when known.lang = excluded.lang then known.changed_at
                            else greatest(excluded.changed_at, known.changed_at + interval '1 second') end
    returning ${PASS}`.execute(tx)
  return rows.toSorted((a, b) => a.ticketId - b.ticketId)
}

interface NamedPass {
  readonly siteKey: string
  /** A UUID. */
  readonly serial: string
}

/** A pass of Apple's wallet. */
export async function findApplePass(
  read: Read,
  { siteKey, serial }: NamedPass,
): Promise<PassRow | undefined> {
  const { rows } = await sql<PassRow>`
    select ${PASS} from wallet_passes
     where id = ${serial}::uuid and site_key = ${siteKey} and wallet = 'apple'`.execute(read)
  return rows[0]
}

/** The passes of a reservation in a wallet. */
export async function findPassesOf(
  read: Read,
  { reservationId, wallet }: { readonly reservationId: string; readonly wallet: Wallet },
): Promise<ReadonlyArray<PassRow & { readonly siteKey: string }>> {
  const { rows } = await sql<PassRow & { siteKey: string }>`
    select ${PASS}, site_key as "siteKey" from wallet_passes
     where reservation_id = ${reservationId}::uuid and wallet = ${wallet} order by ticket_id, id`.execute(
    read,
  )
  return rows
}

interface Registration {
  readonly device: string
  readonly passId: string
  readonly pushToken: string
}

/** Whether the phone was new to the pass; undefined where the pass has as many as it may. The pass is locked, so none is counted twice. */
export async function storeRegistration(
  tx: Tx,
  { device, passId, pushToken }: Registration,
  most: number,
): Promise<'new' | 'known' | undefined> {
  await sql`select from wallet_passes where id = ${passId}::uuid for no key update`.execute(tx)
  const { rows } = await sql<{ known: boolean; count: number }>`
    select coalesce(bool_or(device_id = ${device}), false) as known, count(*)::integer as count
      from wallet_registrations where pass_id = ${passId}::uuid`.execute(tx)
  const { known = false, count = 0 } = rows[0] ?? {}
  if (!known && count >= most) return undefined
  await tx
    .insertInto('wallet_registrations')
    .values({ device_id: device, pass_id: passId, push_token: pushToken })
    .onConflict(conflict => conflict.columns(['device_id', 'pass_id']).doUpdateSet({ push_token: pushToken }))
    .execute()
  return known ? 'known' : 'new'
}

export async function deleteRegistration(
  tx: Tx,
  { device, passId }: Pick<Registration, 'device' | 'passId'>,
): Promise<void> {
  await tx
    .deleteFrom('wallet_registrations')
    .where('device_id', '=', device)
    .where('pass_id', '=', passId)
    .execute()
}

/** No phone is told there any more of passes of a site: what Apple says of one pass type says nothing of another. */
export async function deletePushTokens(
  tx: Tx,
  siteKey: string,
  pushTokens: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('wallet_registrations')
    .where('push_token', 'in', [...pushTokens])
    .where('pass_id', 'in', tx.selectFrom('wallet_passes').select('id').where('site_key', '=', siteKey))
    .execute()
}

/** Where phones are told of changes of a reservation, by its site. */
export async function findPushTokens(
  read: Read,
  reservationId: string,
): Promise<ReadonlyArray<{ readonly siteKey: string; readonly pushToken: string }>> {
  return read
    .selectFrom('wallet_registrations')
    .innerJoin('wallet_passes', 'wallet_passes.id', 'wallet_registrations.pass_id')
    .select(['wallet_passes.site_key as siteKey', 'wallet_registrations.push_token as pushToken'])
    .distinct()
    .where('wallet_passes.reservation_id', '=', reservationId)
    .where('wallet_passes.wallet', '=', 'apple')
    .orderBy('push_token')
    .execute()
}

/** A change is stamped when it is written and seen when it is committed; no transaction of the store takes as long as this, in seconds. */
const COMMITTED_AFTER = 60

interface AskedChanges {
  readonly siteKey: string
  readonly device: string
  /** Seconds since 1970, of the answer before; null the first time. */
  readonly since: number | null
}

interface Changes {
  /** The tag of this answer, which the phone says the next time. */
  readonly now: number
  readonly serials: readonly string[]
}

/** The passes of a phone that have changed since it last asked; one that changed in the minute before it asked may come twice. */
export async function findChanges(read: Read, { siteKey, device, since }: AskedChanges): Promise<Changes> {
  const { rows } = await sql<{ now: number; serials: readonly string[] }>`
    select floor(extract(epoch from clock_timestamp()))::double precision - ${COMMITTED_AFTER} as now,
           coalesce((select json_agg(p.id order by p.id)
                       from wallet_registrations r join wallet_passes p on p.id = r.pass_id
                      where r.device_id = ${device} and p.site_key = ${siteKey} and p.wallet = 'apple'
                        and (${since}::double precision is null or extract(epoch from p.changed_at) > ${since}::double precision)), '[]')
             as serials`.execute(read)
  return rows[0] ?? { now: 0, serials: [] }
}
