import { sql } from 'kysely'

import type { Read, Tx } from '../db/database.ts'

/** A delivery that is being tried. */
export interface ClaimedDelivery {
  readonly endpointId: string
  readonly eventId: string
  readonly uid: string
  readonly type: string
  readonly siteKey: string
  readonly at: Date
  readonly data: unknown
  /** This one included. */
  readonly tries: number
  readonly url: string
  readonly secret: Buffer
  /** Null once it is no longer valid. */
  readonly formerSecret: Buffer | null
}

/** Endpoints for which something is due. */
export async function findDueEndpoints(read: Read): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct d.endpoint_id as id from webhook_deliveries d
      join webhook_endpoints e on e.id = d.endpoint_id and e.removed_at is null
     where d.state = 'waiting' and d.next_at <= now()`.execute(read)
  return rows.map(({ id }) => id)
}

/**
 * Takes deliveries of an endpoint that are due, each the first of its reservation that is not ended, and of a reservation not two at once. One whose
 * process dies is due again after the lease.
 */
export async function claimDeliveries(
  tx: Tx,
  { endpointId, most, leaseSeconds }: { endpointId: string; most: number; leaseSeconds: number },
): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with due as (
      select d.event_id from webhook_deliveries d
        join webhook_endpoints e on e.id = d.endpoint_id and e.removed_at is null
       where d.endpoint_id = ${endpointId}::uuid and d.state = 'waiting' and d.next_at <= now()
         and not exists (
           select from webhook_deliveries b
            where b.endpoint_id = d.endpoint_id and b.reservation_id = d.reservation_id and b.state = 'waiting'
              and b.event_id < d.event_id)
       order by d.event_id limit ${most} for update of d skip locked
    ), claimed as (
      update webhook_deliveries d set tries = d.tries + 1, next_at = now() + make_interval(secs => ${leaseSeconds})
        from due where d.endpoint_id = ${endpointId}::uuid and d.event_id = due.event_id
      returning d.event_id, d.tries
    )
    select e.id as "endpointId", v.id::text as "eventId", v.uid, v.type, v.site_key as "siteKey", v.at, v.data, c.tries, e.url, e.secret,
           case when e.former_until > now() then e.former_secret end as "formerSecret"
      from claimed c join webhook_events v on v.id = c.event_id
      join webhook_endpoints e on e.id = ${endpointId}::uuid
     order by v.id`.execute(tx)
  return rows
}

export interface EndedTry {
  readonly endpointId: string
  readonly eventId: string
  readonly status: number | null
  readonly fault: string | null
  /** When it is tried again, in seconds; null where it is not. */
  readonly againAfter: number | null
}

/** Writes what came of a try. */
export async function endTry(
  tx: Tx,
  { endpointId, eventId, status, fault, againAfter }: EndedTry,
): Promise<void> {
  const state = fault === null ? 'delivered' : againAfter === null ? 'dead' : 'waiting'
  await sql`insert into webhook_tries (endpoint_id, event_id, status, fault)
    values (${endpointId}::uuid, ${eventId}::bigint, ${status}::integer, ${fault}::text)`.execute(tx)
  await sql`
    update webhook_deliveries
       set state = ${state}, ended_at = case when ${state} <> 'waiting' then now() end,
           next_at = now() + make_interval(secs => ${againAfter ?? 0})
     where endpoint_id = ${endpointId}::uuid and event_id = ${eventId}::bigint and state = 'waiting'`.execute(
    tx,
  )
}

/** Ends what waits for endpoints that were removed: events that were written beside the command that removed one. */
export async function endRemovedDeliveries(tx: Tx): Promise<void> {
  await sql`
    update webhook_deliveries d set state = 'dead', ended_at = now() from webhook_endpoints e
     where d.state = 'waiting' and e.id = d.endpoint_id and e.removed_at is not null`.execute(tx)
}

/** Deletes up to `most` old events that nobody waits for, with their deliveries and tries. */
export async function deleteOldEvents(
  tx: Tx,
  { days, most }: { readonly days: number; readonly most: number },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id::text from webhook_events v where at < now() - make_interval(days => ${days})
       and not exists (select from webhook_deliveries d where d.event_id = v.id and d.state = 'waiting')
     order by at limit ${most}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from webhook_tries where event_id = any(${ids}::bigint[])`.execute(tx)
  await sql`delete from webhook_deliveries where event_id = any(${ids}::bigint[])`.execute(tx)
  await sql`delete from webhook_events where id = any(${ids}::bigint[])`.execute(tx)
  return ids.length
}
