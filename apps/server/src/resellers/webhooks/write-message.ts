import { type OctoAvailability, type OctoBooking, type OctoWebhook } from '@kippu/contract/octo/octo-shapes'
import { isoDate } from '@kippu/contract/shapes'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { ClaimedDelivery } from '../../platform/webhooks/delivery-queries.ts'
import { presentBooking, type PresentDeps } from '../bookings/present-booking.ts'
import { findBooking, isMade } from '../bookings/stored-booking.ts'
import { type Reseller, RESELLER_COLUMNS, resellerOf } from '../keys/reseller.ts'
import { isToCome, listSpans, presentSpan } from '../offers/availability.ts'
import { OPTION_ID, type Presenting } from '../offers/offers.ts'
import { listWebhooks } from './change-webhooks.ts'

interface BookingMessage {
  readonly webhook: OctoWebhook
  readonly booking: OctoBooking
}

/** A day of a product with all its times that are to come. */
interface AvailabilityMessage {
  readonly webhook: OctoWebhook
  readonly productId: string
  readonly optionId: string
  readonly availabilities: readonly OctoAvailability[]
}

type Delivery = Pick<ClaimedDelivery, 'endpointId' | 'type' | 'data'>

const booked = v.object({ uuid: v.string() })
const changed = v.object({ productId: v.number(), date: isoDate })

/** The message of an event, as things are when it is sent; undefined for the events of others. */
export async function writeMessage(
  deps: PresentDeps,
  { endpointId, type, data }: Delivery,
): Promise<BookingMessage | AvailabilityMessage | undefined> {
  if (type !== 'booking_update' && type !== 'availability_update') return undefined
  const { reseller, webhook } = await readReceiver(deps, endpointId)
  const presenting = { reseller, capabilities: new Set(webhook.capabilities) }
  if (type === 'availability_update')
    return { webhook, ...(await readDay(deps, v.parse(changed, data), presenting)) }
  const { uuid } = v.parse(booked, data)
  const booking = await deps.db.read(read => findBooking(read, reseller, uuid))
  if (booking === undefined || !isMade(booking)) throw new Error(`no booking ${uuid}`)
  return { webhook, booking: await presentBooking(deps, booking, presenting) }
}

async function readReceiver(
  { db }: Pick<PresentDeps, 'db'>,
  endpointId: string,
): Promise<{ readonly reseller: Reseller; readonly webhook: OctoWebhook }> {
  return db.read(async read => {
    const row = await read
      .selectFrom('resellers')
      .select(RESELLER_COLUMNS)
      .where('id', '=', eb =>
        eb.selectFrom('reseller_webhooks').select('reseller_id').where('endpoint_id', '=', endpointId),
      )
      .executeTakeFirstOrThrow()
    const [webhook] = await listWebhooks(read, row.id, sql`e.id = ${endpointId}`)
    if (webhook === undefined) throw new Error(`no webhook ${endpointId}`)
    return { reseller: resellerOf(row), webhook }
  })
}

async function readDay(
  { db, offers, clock }: PresentDeps,
  { productId, date }: v.InferOutput<typeof changed>,
  presenting: Presenting,
): Promise<Omit<AvailabilityMessage, 'webhook'>> {
  const offer = await offers.ofProduct(presenting.reseller.siteKey, productId)
  const nowMs = clock.now()
  const spans = await db.read(read => listSpans(read, offer, { from: date, to: date }))
  return {
    productId: offer.uuid,
    optionId: OPTION_ID,
    availabilities: spans
      .filter(span => isToCome(span, nowMs))
      .map(span => presentSpan(span, { offer, presenting, wanted: 0, nowMs })),
  }
}
