import type { CheckInStatus, Judgement, RefusalReason, TicketPast } from '@kippu/domain/check-in/judge-entry'
import { CHECK_IN_STATUSES, partyStatusOf, REFUSAL_REASONS } from '@kippu/domain/check-in/judge-entry'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Read, Tx } from '../../platform/db/database.ts'
import { list, listed } from '../../platform/db/list.ts'
import { writeAdmissions } from '../../tickets/admissions.ts'
import { insertPassJobs } from '../../tickets/tell-passes.ts'
import { keyOf, type Scan, type ScanResult } from './scan.ts'

/** A ticket that is locked until the transaction ends; times are in ms since 1970. What is decided of it is kept here until it is written. */
export interface LockedTicket {
  readonly reservationId: string
  readonly number: number
  readonly version: number
  readonly isRevoked: boolean
  /** The first entry that was not undone. */
  firstInAt: number | null
  lastInAt: number | null
  lastOutAt: number | null
  isChanged: boolean
}

/** How a scan was decided that was asked for before. */
export interface KnownScan {
  readonly at: number
  readonly status: CheckInStatus
  readonly reason: RefusalReason | null
  readonly tickets: ReadonlyArray<{
    readonly reservationId: string
    readonly number: number
    readonly judged: Judgement
    readonly past: TicketPast
  }>
}

const status = v.picklist(CHECK_IN_STATUSES)
const reason = v.picklist(REFUSAL_REASONS)
const NEVER: TicketPast = { lastInAt: null, lastOutAt: null }

/**
 * Tickets, locked in one order: a transaction that hands on, moves or gives back locks those of one reservation in the
 * same.
 */
export async function lockScanned(
  tx: Tx,
  tickets: ReadonlyArray<Pick<LockedTicket, 'reservationId' | 'number'>>,
): Promise<Map<string, LockedTicket>> {
  const asked = new Map(tickets.map(ticket => [keyOf(ticket), ticket]))
  const { rows } = await sql<Omit<LockedTicket, 'isChanged'>>`
    select t.reservation_id as "reservationId", t.id as number, t.code_version as version,
           t.revoked_at is not null as "isRevoked", ${msOf('t.used_at')} as "firstInAt", ${msOf('t.last_in_at')} as "lastInAt",
           ${msOf('t.last_out_at')} as "lastOutAt"
      from ${listed('asked', {
        reservation_id: ['uuid', Array.from(asked.values(), ({ reservationId }) => reservationId)],
        id: ['int', Array.from(asked.values(), ({ number }) => number)],
      })} join tickets t on t.reservation_id = asked.reservation_id and t.id = asked.id
     order by t.reservation_id, t.id for no key update of t`.execute(tx)
  // A ticket of an older program has the time of its entry alone.
  return new Map(
    rows.map(row => [keyOf(row), { ...row, lastInAt: row.lastInAt ?? row.firstInAt, isChanged: false }]),
  )
}

interface KnownRow {
  readonly scanId: string
  readonly at: number
  readonly reservationId: string | null
  readonly number: number | null
  /** The answer; for the acts of an offline gate, the one that the store would have given. */
  readonly status: string
  readonly reason: string | null
}

/** How those of the scans were decided that were decided already. */
export async function findKnownScans(read: Read, scans: readonly Scan[]): Promise<Map<string, KnownScan>> {
  const ids = sql`any(${list(
    'uuid',
    scans.map(({ id }) => id),
  )}::uuid[])`
  const { rows } = await sql<KnownRow>`
    select scan_id as "scanId", ${msOf('at')} as at, reservation_id as "reservationId", ticket_id as number,
           coalesce(fault, 'success') as status, fault_reason as reason
      from check_ins where scan_id = ${ids}
    union all
    select scan_id, ${msOf('at')}, null, null, coalesce(judged, status), case when judged is null then reason else judged_reason end
      from gate_refusals where scan_id = ${ids}
     order by "scanId", number`.execute(read)
  const known = new Map<string, KnownScan>()
  for (const [id, rowsOf] of Map.groupBy(rows, ({ scanId }) => scanId)) {
    const told = rowsOf.map(row => ({ ...row, judged: judgedOf(row) }))
    const said = partyStatusOf(told.map(({ judged }) => judged.status))
    const first = told.find(({ judged }) => judged.status === said)
    if (first === undefined) continue
    known.set(id, {
      at: first.at,
      status: said,
      reason: first.judged.status === 'success' ? null : first.judged.reason,
      tickets: told.flatMap(({ reservationId, number, judged }) =>
        reservationId === null || number === null ? [] : [{ reservationId, number, judged, past: NEVER }],
      ),
    })
  }
  return known
}

function judgedOf({ status: said, reason: why }: KnownRow): Judgement {
  const judged = v.parse(status, said)
  return judged === 'success' ? { status: judged } : { status: judged, reason: v.parse(reason, why) }
}

interface Writing {
  readonly written: ReadonlyArray<{ readonly scan: Scan; readonly result: ScanResult }>
  readonly locked: ReadonlyMap<string, LockedTicket>
}

/** Writes what was decided, in one statement. */
export async function writeScans(tx: Tx, { written, locked }: Writing): Promise<void> {
  if (written.length === 0) return
  const changed = [...locked.values()].filter(({ isChanged }) => isChanged)
  const entries = written.flatMap(entriesOf)
  const refusals = written.flatMap(refusalsOf)
  await sql`
    with ${writeAdmissions(changed)}, told as (
      ${insertPassJobs(changed.map(({ reservationId }) => reservationId))}
    ), entered as (
      insert into check_ins (scan_id, ticket_id, reservation_id, site_key, time_span_id, direction, mode, gate_id, device_id, at,
                             recorded_at, fault, fault_reason, undone_at, undone_reason, undone_device_id)
      select scan_id, ticket_id, reservation_id, site_key, time_span_id, direction, mode, gate_id, device_id, ${timeOf('at')}, now(),
             fault, fault_reason, case when undone_reason is null then null else now() end, undone_reason,
             case when undone_reason is null then null else device_id end
        from ${listed('e', {
          scan_id: ['uuid', entries.map(({ scan }) => scan.id)],
          ticket_id: ['int', entries.map(({ number }) => number)],
          reservation_id: ['uuid', entries.map(({ reservationId }) => reservationId)],
          site_key: ['text', entries.map(({ scan }) => scan.siteKey)],
          time_span_id: ['int', entries.map(({ spanId }) => spanId)],
          direction: ['text', entries.map(({ scan }) => scan.direction)],
          mode: ['text', entries.map(({ scan }) => scan.mode)],
          gate_id: ['uuid', entries.map(({ scan }) => scan.gateId)],
          device_id: ['uuid', entries.map(({ scan }) => scan.deviceId)],
          at: ['float8', entries.map(({ scan }) => scan.at)],
          fault: ['text', entries.map(({ fault }) => fault?.status ?? null)],
          fault_reason: ['text', entries.map(({ fault }) => fault?.reason ?? null)],
          undone_reason: ['text', entries.map(({ scan }) => scan.happened?.undoneReason ?? null)],
        })}
       order by scan_id, reservation_id, ticket_id on conflict do nothing
    )
    insert into gate_refusals (scan_id, site_key, gate_id, device_id, at, recorded_at, was_admitted, status, reason, judged,
                               judged_reason, time_span_id)
    select scan_id, site_key, gate_id, device_id, ${timeOf('at')}, now(), was_admitted, status, reason, judged, judged_reason, time_span_id
      from ${listed('r', {
        scan_id: ['uuid', refusals.map(({ scan }) => scan.id)],
        site_key: ['text', refusals.map(({ scan }) => scan.siteKey)],
        gate_id: ['uuid', refusals.map(({ scan }) => scan.gateId)],
        device_id: ['uuid', refusals.map(({ scan }) => scan.deviceId)],
        at: ['float8', refusals.map(({ scan }) => scan.at)],
        was_admitted: ['boolean', refusals.map(({ wasAdmitted }) => wasAdmitted)],
        status: ['text', refusals.map(({ refused }) => refused.status)],
        reason: ['text', refusals.map(({ refused }) => refused.reason)],
        judged: ['text', refusals.map(({ judged }) => judged?.status ?? null)],
        judged_reason: ['text', refusals.map(({ judged }) => judged?.reason ?? null)],
        time_span_id: ['int', refusals.map(({ scan }) => scan.tickets[0]?.spanId ?? null)],
      })}
     order by scan_id on conflict do nothing`.execute(tx)
}

type Written = Writing['written'][number]

interface Entry {
  readonly scan: Scan
  readonly reservationId: string
  readonly number: number
  readonly spanId: number
  readonly fault: Scan['otherwise'] | null
}

/** Those who went through: of a gate that was offline also those who should not have. */
function entriesOf({ scan, result }: Written): Entry[] {
  const { happened } = scan
  if (happened?.isAdmitted === false) return []
  return result.tickets.flatMap(({ reservationId, number, judged }, index) => {
    const spanId = scan.tickets[index]?.spanId
    if (spanId === undefined || (happened === undefined && judged.status !== 'success')) return []
    const fault = judged.status === 'success' ? null : judged
    return [{ scan, reservationId, number, spanId, fault }]
  })
}

interface Refused {
  readonly scan: Scan
  readonly refused: Scan['otherwise']
  /** The store's own decision about a scan that an offline gate refused; null elsewhere. */
  readonly judged: Pick<ScanResult, 'status' | 'reason'> | null
  readonly wasAdmitted: boolean
}

function refusalsOf({ scan, result }: Written): Refused[] {
  const { happened, otherwise } = scan
  if (happened !== undefined) {
    if (!happened.isAdmitted) return [{ scan, refused: happened.refused, judged: result, wasAdmitted: false }]
    return scan.tickets.length === 0 ? [{ scan, refused: otherwise, judged: null, wasAdmitted: true }] : []
  }
  const { status: said, reason: why } = result
  if (said === 'success' || why === null) return []
  return [{ scan, refused: { status: said, reason: why }, judged: null, wasAdmitted: false }]
}

function msOf(column: string) {
  return sql<number | null>`(extract(epoch from ${sql.ref(column)}) * 1000)::double precision`
}

function timeOf(milliseconds: string) {
  return sql`to_timestamp(${sql.ref(milliseconds)} / 1000)`
}
