import { octoContact } from '@kippu/contract/octo/octo-shapes'
import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'

import type { Read } from '../../platform/db/database.ts'
import type { Reseller } from '../keys/reseller.ts'

const unitItem = v.object({
  uuid: v.string(),
  unitId: v.string(),
  optionValueId: v.number(),
  retail: v.number(),
  net: v.number(),
  resellerReference: v.nullable(v.string()),
  contact: octoContact,
})
export type StoredItem = v.InferOutput<typeof unitItem>

/** The order that holds the places of a booking, and what became of it. */
interface BookedOrder {
  readonly id: string
  readonly status: string
  /** The hold has ended. */
  readonly isOver: boolean
  readonly tokenHash: Buffer
  readonly productId: number
  readonly timeSpanId: number
  /** Yen that the reseller owes. */
  readonly price: number
  readonly expiresAt: Date
}

/** The tickets that were issued when it was confirmed. */
interface BookedReservation {
  readonly id: string
  readonly number: string
  readonly confirmedAt: Date
  readonly isCancelled: boolean
  readonly tokenGeneration: number
  readonly tokenHash: Buffer
  /** The first entry. */
  readonly usedAt: Date | null
  /** When tickets were given back. */
  readonly givenBackAt: Date | null
}

export interface StoredBooking {
  readonly uuid: string
  readonly orderId: string
  /** Seconds since it was made, whatever became of its hold. */
  readonly age: number
  /** Seconds for which somebody is still at it who has not made an order yet. */
  readonly leaseLeft: number
  readonly requestHash: Buffer
  readonly resellerReference: string | null
  readonly contact: v.InferOutput<typeof octoContact>
  readonly notes: string | null
  readonly unitItems: readonly StoredItem[]
  readonly cancelledAt: Date | null
  readonly cancelReason: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Null for one that is claimed and has no order yet. */
  readonly order: BookedOrder | null
  readonly reservation: BookedReservation | null
}

/** A booking that holds places, or has them. */
export type MadeBooking = StoredBooking & { readonly order: BookedOrder }

interface Row {
  readonly uuid: string
  readonly orderId: string
  readonly age: number
  readonly leaseLeft: number
  readonly requestHash: Buffer
  readonly resellerReference: string | null
  readonly contact: unknown
  readonly notes: string | null
  readonly unitItems: unknown
  readonly cancelledAt: Date | null
  readonly cancelReason: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly status: string | null
  readonly isOver: boolean | null
  readonly tokenHash: Buffer
  readonly productId: number
  readonly timeSpanId: number
  readonly price: number
  readonly expiresAt: Date
  readonly confirmedAt: Date
  readonly reservationId: string | null
  readonly number: string
  readonly isCancelled: boolean
  readonly tokenGeneration: number
  readonly reservationHash: Buffer
  readonly usedAt: Date | null
  readonly givenBackAt: Date | null
}

/** More than a list has are none that anybody reads. */
const MOST = 100

/** Bookings of a reseller for which a condition on `b` and its reservation `r` holds, the newest first. */
async function select(
  read: Read,
  { id, siteKey }: Pick<Reseller, 'id' | 'siteKey'>,
  condition: RawBuilder<boolean>,
): Promise<readonly StoredBooking[]> {
  const { rows } = await sql<Row>`
    select b.uuid, b.order_id as "orderId", extract(epoch from now() - b.created_at)::float as age,
           greatest(0, extract(epoch from b.leased_until - now()))::float as "leaseLeft",
           b.request_hash as "requestHash", b.reseller_reference as "resellerReference", b.contact, b.notes,
           b.unit_items as "unitItems", b.cancelled_at as "cancelledAt", b.cancel_reason as "cancelReason",
           b.created_at as "createdAt", greatest(b.updated_at, o.completed_at) as "updatedAt",
           o.status, o.expires_at <= now() as "isOver", o.token_hash as "tokenHash", o.product_id as "productId",
           o.time_span_id as "timeSpanId", o.price, o.expires_at as "expiresAt", r.created_at as "confirmedAt",
           r.id as "reservationId", r.number, r.status = 'cancelled' as "isCancelled",
           r.token_generation as "tokenGeneration", r.token_hash as "reservationHash",
           (select min(t.used_at) from tickets t where t.reservation_id = r.id) as "usedAt",
           (select min(q.created_at) from refund_requests q where q.reservation_id = r.id and q.purpose = 'tickets') as "givenBackAt"
      from reseller_bookings b
      left join orders o on o.id = b.order_id
      left join reservations r on r.order_id = b.order_id
     where b.site_key = ${siteKey} and b.reseller_id = ${id} and ${condition}
     order by b.created_at desc limit ${MOST}`.execute(read)
  return rows.map(bookingOf)
}

const items = v.array(unitItem)

export function storedItemsOf(stored: unknown): readonly StoredItem[] {
  return v.parse(items, stored)
}

function bookingOf(row: Row): StoredBooking {
  return {
    uuid: row.uuid,
    orderId: row.orderId,
    age: row.age,
    leaseLeft: row.leaseLeft,
    requestHash: row.requestHash,
    resellerReference: row.resellerReference,
    contact: v.parse(octoContact, row.contact),
    notes: row.notes,
    unitItems: storedItemsOf(row.unitItems),
    cancelledAt: row.cancelledAt,
    cancelReason: row.cancelReason,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    order:
      row.status === null
        ? null
        : {
            id: row.orderId,
            status: row.status,
            isOver: row.isOver === true,
            tokenHash: row.tokenHash,
            productId: row.productId,
            timeSpanId: row.timeSpanId,
            price: row.price,
            expiresAt: row.expiresAt,
          },
    reservation:
      row.reservationId === null
        ? null
        : {
            id: row.reservationId,
            number: row.number,
            confirmedAt: row.confirmedAt,
            isCancelled: row.isCancelled,
            tokenGeneration: row.tokenGeneration,
            tokenHash: row.reservationHash,
            usedAt: row.usedAt,
            givenBackAt: row.givenBackAt,
          },
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The booking of a reseller by its UUID, as it stands; undefined also for one of another reseller. */
export async function findBooking(
  read: Read,
  reseller: Pick<Reseller, 'id' | 'siteKey'>,
  uuid: string,
): Promise<StoredBooking | undefined> {
  if (!UUID.test(uuid)) return undefined
  const [found] = await select(read, reseller, sql`b.uuid = ${uuid}`)
  return found
}

/** Those of a reseller by its own reference, or by the number of their reservation. */
export async function findByReference(
  read: Read,
  reseller: Pick<Reseller, 'id' | 'siteKey'>,
  {
    resellerReference,
    supplierReference,
  }: {
    readonly resellerReference?: string | undefined
    readonly supplierReference?: string | undefined
  },
): Promise<readonly MadeBooking[]> {
  const conditions = [
    ...(resellerReference === undefined ? [] : [sql<boolean>`b.reseller_reference = ${resellerReference}`]),
    ...(supplierReference === undefined ? [] : [sql<boolean>`r.number = ${supplierReference}`]),
  ]
  const found = await select(read, reseller, sql<boolean>`${sql.join(conditions, sql` and `)}`)
  return found.filter(isMade)
}

export function isMade(booking: StoredBooking): booking is MadeBooking {
  return booking.order !== null
}
