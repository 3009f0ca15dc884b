import { execFileSync } from 'node:child_process'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import {
  zAvailability,
  zAvailabilityCalendar,
  zBooking,
  zCapability,
  zProduct,
  zSupplier,
} from '@octocloud/types'
import { readDoorList } from '@kippu/contract/gate'
import { letResellerIn } from '@kippu/demo/reseller'
import { addDays } from '@kippu/domain/jst-date'
import { sumOf } from '@kippu/domain/sum'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { encode } from 'uqr'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { sellCarelessly } from '../../../simulators/src/reseller/careless-reseller.ts'
import { kippuAs } from '../../test/kippu.ts'
import { expectOfStandard } from '../../test/octo-answers.ts'
import { devicesOf } from '../../test/shop/gate.ts'
import { createShop, type Shop } from '../../test/shop/shop.ts'
import { insertSmallCatalogue, type SmallCatalogue } from '../../test/small-catalogue.ts'
import { untilSomebodyWaits } from '../../test/waiting-connections.ts'
import { findPerson } from '../office/persons/find-person.ts'
import { workCancellations } from '../office/visits/work-cancellations.ts'
import { createBatchedHolds } from '../orders/holds/batched-holds.ts'
import { clearUnpaid } from '../orders/life/clear-unpaid.ts'
import { releaseOrder } from '../orders/life/release-expired.ts'
import { forgetVisitors } from '../payments/attempts/forget-visitors.ts'
import { startReconciler } from '../payments/reconcile/reconcile.ts'
import { requestRefund } from '../payments/refunds/request-refund.ts'
import type { Database } from '../platform/db/database.ts'
import { createSendingWebhooks } from '../platform/webhooks/send-webhooks.ts'
import { createApp } from '../start/app.ts'
import { remind } from '../tickets/remind.ts'
import { dropBookings, emptyBookings } from './bookings/empty-bookings.ts'
import { createOffers } from './offers/offers.ts'
import { watchAvailability } from './webhooks/watch-availability.ts'
import { writeMessage } from './webhooks/write-message.ts'

/** The calls of resellers, against the schemas that the standard's own package has of every answer. */

let shop: Shop
let key: string
let other: string
let catalogue: SmallCatalogue
let days: SmallCatalogue

beforeAll(async () => {
  shop = await createShop()
  await shop.db.transaction(tx =>
    tx.updateTable('products').set({ channels: [] }).where('site_key', '=', 'demo').execute(),
  )
  key = await keyOf('resellers', 'add', 'demo', 'kluk', 'Kluk', '--net', '85')
  other = await keyOf('resellers', 'add', 'demo', 'viaje', 'Viaje', '--net', '80', '--cancel-hours', '0')
})

afterAll(() => shop.close())

beforeEach(async () => {
  shop.clock.set('2026-11-20T10:00:00+09:00')
  catalogue = await insertSmallCatalogue(shop.db, { capacities: [5, 5, 0] })
  days = await insertSmallCatalogue(shop.db, { saleType: 'date', capacities: [5] })
  await sold(catalogue)
  await sold(days)
})

async function sold({ productId, adult, child }: SmallCatalogue): Promise<void> {
  await shop.db.transaction(async tx => {
    await tx
      .updateTable('products')
      .set({ channels: ['OTA'] })
      .where('id', '=', productId)
      .execute()
    await tx
      .updateTable('option_values')
      .set({ code: 'adult', unit_type: 'ADULT' })
      .where('id', '=', adult)
      .execute()
    await tx
      .updateTable('option_values')
      .set({ code: 'child', unit_type: 'CHILD' })
      .where('id', '=', child)
      .execute()
  })
  shop.clock.advance(1_000)
}

async function keyOf(...args: readonly string[]): Promise<string> {
  const { code, text } = await kippuAs(shop, undefined, [...args, '--json'])
  if (code !== 0) throw new Error(text)
  return String(JSON.parse(text).key)
}

interface Asked {
  readonly with?: string | null
  readonly capabilities?: string
  readonly host?: string
  readonly app?: FastifyInstance
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

async function octo(method: Method, call: string, body?: object, asked: Asked = {}) {
  const { with: bearer = key, capabilities = 'octo/pricing, octo/content', host = 'localhost' } = asked
  const { app = shop.app } = asked
  const answer = await app.inject({
    method,
    url: `/octo${call}`,
    headers: {
      host,
      'octo-capabilities': capabilities,
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    },
    ...(body && { payload: body }),
  })
  const told = { status: answer.statusCode, body: answer.json(), headers: answer.headers }
  expectOfStandard(call, told)
  return told
}

const START = '2026-12-01T10:00:00+09:00'
const LATER = '2026-12-01T10:01:00+09:00'
const FULL = '2026-12-01T10:02:00+09:00'

const units = (...ids: readonly string[]) => ids.map(unitId => ({ unitId }))

const wanted = (more: object = {}) => ({
  productId: catalogue.productUuid,
  optionId: 'DEFAULT',
  availabilityId: START,
  unitItems: units('adult', 'child'),
  ...more,
})

async function held(more: object = {}, asked?: Asked) {
  const { status, body } = await octo('POST', '/bookings', wanted(more), asked)
  expect([status, body.status ?? body]).toEqual([200, 'ON_HOLD'])
  return zBooking.parse(body)
}

async function confirmed(more: object = {}, asked?: Asked) {
  const { uuid } = await held(more, asked)
  const { status, body } = await octo(
    'POST',
    `/bookings/${uuid}/confirm`,
    { contact: { fullName: 'Ann Lee' } },
    asked,
  )
  expect([status, body.status ?? body]).toEqual([200, 'CONFIRMED'])
  return zBooking.parse(body)
}

const refused = (error: string, more: object = {}, status = 400) => ({
  status,
  body: { error, errorMessage: expect.stringMatching(/^\w.+/), ...more },
})

const taken = (span = 0) => shop.takenOf(catalogue.spans[span] ?? 0)

describe('what a reseller reads', () => {
  test('supplier, capabilities and products, with a closing slash and without, with capabilities and without', async () => {
    for (const capabilities of ['', 'octo/pricing', 'octo/content,octo/pricing,octo/pickups'])
      for (const slash of ['', '/']) {
        const asked = { capabilities }
        zSupplier.parse((await octo('GET', `/supplier${slash}`, undefined, asked)).body)
        const listed = await octo('GET', `/products${slash}`, undefined, asked)
        const products = zProduct.array().parse(listed.body)
        expect(products.map(({ availabilityType }) => availabilityType)).toEqual([
          'START_TIME',
          'OPENING_HOURS',
        ])
        expect(products[0]?.pricingPer).toBe(capabilities === '' ? undefined : 'UNIT')
        const one = await octo('GET', `/products/${catalogue.productUuid}${slash}`, undefined, asked)
        expect(one.body).toEqual(products.find(({ id }) => id === catalogue.productUuid))
      }
    const answer = await octo('GET', '/capabilities', undefined, { capabilities: 'octo/pricing' })
    expect(
      zCapability
        .array()
        .parse(answer.body)
        .map(({ id }) => id),
    ).toEqual(['octo/pricing', 'octo/content', 'octo/webhooks'])
    expect(answer.headers['octo-capabilities']).toBe('octo/pricing')
    expect(await octo('GET', '/supplier', undefined, { capabilities: 'prices!' })).toMatchObject(
      refused('BAD_REQUEST'),
    )
  })

  test('a unit has the type, the price and the net price of the contract', async () => {
    const { body } = await octo('GET', `/products/${catalogue.productUuid}`)
    const [option] = zProduct.parse(body).options
    expect(
      option?.units.map(unit => [
        unit.id,
        unit.type,
        unit.pricingFrom?.[0]?.retail,
        unit.pricingFrom?.[0]?.net,
      ]),
    ).toEqual([
      ['adult', 'ADULT', 3_200, 2_720],
      ['child', 'CHILD', 1_000, 850],
    ])
    expect(option?.availabilityLocalStartTimes).toContain('10:00')
    expect(option?.cancellationCutoffAmount).toBe(24)
  })

  test('availability by days, by ids and as a calendar, of times and of days; what the channel may not sell is not vacant', async () => {
    const range = { localDateStart: '2026-12-01', localDateEnd: '2026-12-05' }
    for (const { productUuid: productId } of [catalogue, days]) {
      const asked = { productId, optionId: 'DEFAULT' }
      const { body } = await octo('POST', '/availability', { ...asked, ...range })
      const found = zAvailability.array().parse(body)
      expect(found.map(({ status }) => status)).toEqual(
        productId === days.productUuid ? ['LIMITED'] : ['LIMITED', 'LIMITED', 'SOLD_OUT'],
      )
      const byIds = await octo('POST', '/availability', { ...asked, availabilityIds: [found[0]?.id, 'none'] })
      expect(byIds.body).toEqual(found.slice(0, 1))
      const calendar = await octo('POST', '/availability/calendar', { ...asked, ...range })
      expect(zAvailabilityCalendar.array().parse(calendar.body)).toMatchObject([
        { localDate: '2026-12-01', available: true, vacancies: productId === days.productUuid ? 5 : 10 },
      ])
    }
    const asked = { productId: catalogue.productUuid, optionId: 'DEFAULT' }
    const six = await octo('POST', '/availability', {
      ...asked,
      ...range,
      units: [{ id: 'adult', quantity: 6 }],
    })
    expect(six.body.map(({ status }: { status: string }) => status)).toEqual([
      'SOLD_OUT',
      'SOLD_OUT',
      'SOLD_OUT',
    ])
  })

  test('availability is at most a second old, and is kept for each reseller with its own prices', async () => {
    const day = { localDateStart: '2026-12-01', localDateEnd: '2026-12-01' }
    const asked = { productId: catalogue.productUuid, optionId: 'DEFAULT', ...day }
    const read = async (by: Asked) => {
      const days = await octo('POST', '/availability/calendar', asked, by)
      const [day] = zAvailabilityCalendar.array().parse(days.body)
      const times = await octo('POST', '/availability', asked, by)
      const [first] = zAvailability.array().parse(times.body)
      return [day?.vacancies, first?.vacancies, first?.unitPricing?.[0]?.net, day?.unitPricingFrom?.[0]?.net]
    }
    expect(await read({})).toEqual([10, 5, 2_720, 2_720])
    await held()
    const statements = vi.spyOn(shop.db, 'read')
    onTestFinished(() => statements.mockRestore())
    expect(await read({})).toEqual([10, 5, 2_720, 2_720])
    expect(statements).not.toHaveBeenCalled()
    expect(await read({ with: other })).toEqual([10, 5, 2_560, 2_560])
    expect(await read({ capabilities: '' })).toEqual([10, 5, undefined, undefined])
    const cutoff = async (change: RawBuilder<unknown>) => {
      await shop.db.transaction(tx => change.execute(tx))
      shop.clock.advance(1_000)
      const { body } = await octo('POST', '/availability', asked)
      return zAvailability.array().parse(body)[0]?.utcCutoffAt
    }
    const [first = 0] = catalogue.spans
    expect([
      await cutoff(sql`update time_spans set sold_until = '2026-12-01T09:30:00+09:00' where id = ${first}`),
      await cutoff(sql`update time_spans set sold_until = null where id = ${first}`),
      await cutoff(sql`update products set grace_minutes = 5 where id = ${catalogue.productId}`),
    ]).toEqual(['2026-12-01T00:30:00Z', '2026-12-01T01:00:00Z', '2026-12-01T01:05:00Z'])
    expect(await read({})).toEqual([8, 3, 2_720, 2_720])
  })

  test('a range that is none, both ways at once, an unknown product, option or unit', async () => {
    const asked = { productId: catalogue.productUuid, optionId: 'DEFAULT' }
    const day = { localDateStart: '2026-12-01', localDateEnd: '2026-12-01' }
    const bad = refused('BAD_REQUEST')
    for (const path of ['/availability', '/availability/calendar']) {
      expect(await octo('POST', path, { ...asked, localDateEnd: '2026-12-01' })).toMatchObject(bad)
      expect(
        await octo('POST', path, { ...asked, localDateStart: '2026-12-02', localDateEnd: '2026-12-01' }),
      ).toMatchObject(bad)
      expect(
        await octo('POST', path, { ...asked, localDateStart: '2026-12-02', localDateEnd: '2029-12-01' }),
      ).toMatchObject(bad)
      expect(await octo('POST', path, { ...asked, ...day, productId: 'none' })).toMatchObject(
        refused('INVALID_PRODUCT_ID', { productId: 'none' }),
      )
      expect(await octo('POST', path, { ...asked, ...day, optionId: 'none' })).toMatchObject(
        refused('INVALID_OPTION_ID', { optionId: 'none' }),
      )
      expect(
        await octo('POST', path, { ...asked, ...day, units: [{ id: 'none', quantity: 1 }] }),
      ).toMatchObject(refused('INVALID_UNIT_ID', { unitId: 'none' }))
    }
    expect(await octo('POST', '/availability', { ...asked, ...day, availabilityIds: [START] })).toMatchObject(
      bad,
    )
    expect(await octo('GET', '/products/none')).toMatchObject(
      refused('INVALID_PRODUCT_ID', { productId: 'none' }),
    )
  })

  test('a pass is of the days within which its guest comes: it is read, booked and confirmed like a day', async () => {
    const pass = await insertSmallCatalogue(shop.db, { saleType: 'period', capacities: [5] })
    await sold(pass)
    const productId = pass.productUuid
    const { body: product } = await octo('GET', `/products/${productId}`)
    expect(zProduct.parse(product)).toMatchObject({ availabilityType: 'OPENING_HOURS' })
    const range = { localDateStart: '2026-12-01', localDateEnd: '2026-12-05' }
    const { body } = await octo('POST', '/availability', { productId, optionId: 'DEFAULT', ...range })
    const [day] = zAvailability.array().parse(body)
    const booking = await confirmed({ productId, availabilityId: day?.id, unitItems: units('adult') })
    expect(booking).toMatchObject({ status: 'CONFIRMED', availability: { allDay: true } })
  })
})

describe('who may ask', () => {
  test('no key, a stranger’s, one at another site, one that is rotated and one that is revoked', async () => {
    const unknown = refused('UNAUTHORIZED', {}, 401)
    for (const bearer of [null, 'res_none', 'res_aaaaaaaaaaaaaaaaaaaaaaaa'])
      expect(await octo('GET', '/products', undefined, { with: bearer })).toMatchObject(unknown)
    const first = await keyOf('resellers', 'add', 'demo', 'brief', 'Brief', '--net', '90')
    const booked = await confirmed({ availabilityId: LATER }, { with: first })
    const elsewhere = await shop.app.inject({
      url: '/octo/products',
      headers: { host: 'cancanfactory.localhost', authorization: `Bearer ${first}` },
    })
    expect(elsewhere.statusCode).toBe(401)
    const second = await keyOf('resellers', 'rotate', 'demo', 'brief')
    expect((await octo('GET', '/products', undefined, { with: first })).status).toBe(200)
    expect((await octo('GET', '/products', undefined, { with: second })).status).toBe(200)
    expect(await kippuAs(shop, undefined, ['resellers', 'revoke', 'demo', 'brief', '--yes'])).toMatchObject({
      code: 0,
    })
    shop.clock.advance(2_000)
    for (const bearer of [first, second])
      expect(await octo('GET', '/products', undefined, { with: bearer })).toMatchObject(unknown)
    const number = booked.supplierReference ?? ''
    const ours = await shop.db.read(read =>
      read.selectFrom('reservations').select('status').where('number', '=', number).executeTakeFirst(),
    )
    expect(ours).toEqual({ status: 'active' })
  })

  test('a booking of another reseller, and a product that a key has not, are as none', async () => {
    const { uuid } = await held()
    for (const path of [`/bookings/${uuid}/confirm`, `/bookings/${uuid}/cancel`, `/bookings/${uuid}/extend`])
      expect(await octo('POST', path, {}, { with: other })).toMatchObject(
        refused('INVALID_BOOKING_UUID', { uuid }),
      )
    expect(await octo('GET', `/bookings/${uuid}`, undefined, { with: other })).toMatchObject(
      refused('INVALID_BOOKING_UUID', { uuid }),
    )
    const few = await keyOf(
      'resellers',
      'add',
      'demo',
      `few${catalogue.productId}`,
      'Few',
      '--net',
      '90',
      '--products',
      days.productUuid,
    )
    const { productUuid: productId } = catalogue
    expect(await octo('POST', '/bookings', wanted(), { with: few })).toMatchObject(
      refused('INVALID_PRODUCT_ID', { productId }),
    )
  })

  test('a body that is none, one of megabytes, a call that is none', async () => {
    const large = { ...wanted(), notes: 'x'.repeat(5_000_000) }
    expect(await octo('POST', '/bookings', large)).toMatchObject(refused('BAD_REQUEST'))
    const headers = { host: 'localhost', authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const broken = await shop.app.inject({ method: 'POST', url: '/octo/bookings', headers, payload: '{' })
    expect([broken.statusCode, broken.json().error]).toEqual([400, 'BAD_REQUEST'])
    for (const call of ['', '/', '/nothing'])
      expect(await octo('GET', call)).toMatchObject(refused('NOT_FOUND', {}, 404))
    expect(await octo('GET', '/bookings/%ff')).toMatchObject(refused('BAD_REQUEST'))
    expect(await taken()).toBe(0)
  })
})

describe('a booking', () => {
  test('is held, confirmed, read by its references and cancelled; its tickets, its money and its places follow', async () => {
    const before = await held({
      resellerReference: 'K-1',
      notes: 'window seat',
      contact: { fullName: 'Ann Lee' },
    })
    expect(await taken()).toBe(2)
    expect(before).toMatchObject({
      cancellable: true,
      utcConfirmedAt: null,
      pricing: { retail: 4_200, net: 3_570 },
    })
    const reference = createHash('sha256').update(before.uuid).digest('hex').slice(0, 8)
    const change = {
      contact: { fullName: 'Bo Ek', emailAddress: 'bo@example.com' },
      resellerReference: reference,
    }
    const confirm = await octo('POST', `/bookings/${before.uuid}/confirm`, change)
    const booking = zBooking.parse(confirm.body)
    expect(booking).toMatchObject({
      status: 'CONFIRMED',
      resellerReference: reference,
      contact: { fullName: 'Bo Ek' },
    })
    expect((await octo('POST', `/bookings/${before.uuid}/confirm`, change)).body).toEqual(confirm.body)
    const codes = booking.unitItems.map(({ ticket }) => ticket?.deliveryOptions[0]?.deliveryValue)
    expect(new Set(codes).size).toBe(2)
    for (const query of [`resellerReference=${reference}`, `supplierReference=${booking.supplierReference}`])
      expect((await octo('GET', `/bookings?${query}`)).body).toEqual([confirm.body])
    expect(await octo('GET', '/bookings')).toMatchObject(refused('BAD_REQUEST'))
    const found = await Promise.all(
      [reference, booking.uuid, booking.supplierReference ?? ''].map(typed =>
        kippuAs(shop, undefined, ['find', 'demo', typed, '--json']),
      ),
    )
    const name = `Kluk ${reference}`
    expect(found.map(({ text: told }) => JSON.parse(told)[0].name)).toEqual([name, name, name])
    const story = await kippuAs(shop, undefined, ['order', 'demo', booking.supplierReference ?? '', '--json'])
    expect(JSON.parse(story.text)).toMatchObject({ name, channel: 'OTA' })
    expect(await shop.queued()).toEqual([])
    const statement = async () =>
      JSON.parse(
        (await kippuAs(shop, undefined, ['resellers', 'statement', 'demo', 'kluk', month(), '--json'])).text,
      )
    const owed: number = (await statement()).yen
    const cancel = await octo('POST', `/bookings/${before.uuid}/cancel`, { reason: 'ill' })
    expect(zBooking.parse(cancel.body)).toMatchObject({
      status: 'CANCELLED',
      cancellable: false,
      cancellation: { refund: 'FULL', reason: 'ill' },
      unitItems: [{ status: 'CANCELLED' }, { status: 'CANCELLED' }],
    })
    expect((await octo('POST', `/bookings/${before.uuid}/cancel`, {})).body).toEqual(cancel.body)
    expect(await octo('POST', `/bookings/${before.uuid}/confirm`, {})).toMatchObject(
      refused('UNPROCESSABLE_ENTITY'),
    )
    expect((await statement()).yen).toBe(owed - 3_570)
    expect(await taken()).toBe(0)
  })

  test('is one by its uuid, from twenty connections and later; with another body it is refused', async () => {
    const uuid = randomUUID()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => octo('POST', '/bookings', wanted({ uuid }))),
    )
    expect(new Set(all.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(all[0]).toMatchObject({ status: 200, body: { uuid, status: 'ON_HOLD' } })
    expect(await taken()).toBe(2)
    const orders = await shop.db.read(read =>
      read.selectFrom('orders').select('id').where('product_id', '=', catalogue.productId).execute(),
    )
    expect(orders).toHaveLength(1)
    expect(await octo('POST', '/bookings', wanted({ uuid, notes: 'other' }))).toMatchObject(
      refused('BAD_REQUEST'),
    )
    expect(await octo('POST', '/bookings', wanted({ uuid: 'none' }))).toMatchObject(refused('BAD_REQUEST'))
    expect((await octo('POST', '/bookings', wanted({ uuid: uuid.toUpperCase() }))).body).toEqual(all[0]?.body)
    const twice = [uuid, uuid.toUpperCase()].map(one => ({ uuid: one, unitId: 'adult' }))
    expect(await octo('POST', '/bookings', wanted({ unitItems: twice }))).toMatchObject(
      refused('BAD_REQUEST'),
    )
    // The same uuid of another reseller is another booking.
    expect((await held({ uuid }, { with: other })).uuid).toBe(uuid)
  })

  test('of a process that died before it held anything is made by the next request', async () => {
    const uuid = randomUUID()
    await held({ uuid })
    const { order_id: dead } = await shop.db.transaction(async tx => {
      const row = await tx
        .updateTable('reseller_bookings')
        .set({ order_id: randomUUID(), leased_until: new Date(0) })
        .where('uuid', '=', uuid)
        .returning('order_id')
        .executeTakeFirstOrThrow()
      return row
    })
    const again = await octo('POST', '/bookings', wanted({ uuid }))
    expect(again).toMatchObject({ status: 200, body: { uuid, status: 'ON_HOLD' } })
    const row = await shop.db.read(read =>
      read
        .selectFrom('reseller_bookings')
        .select('order_id')
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow(),
    )
    expect(row.order_id).not.toBe(dead)
  })

  test('that cannot be is refused by its code, and nothing is held', async () => {
    const refusals: ReadonlyArray<readonly [object, string]> = [
      [{ unitItems: undefined }, 'UNPROCESSABLE_ENTITY'],
      [{ unitItems: [] }, 'UNPROCESSABLE_ENTITY'],
      [{ availabilityId: FULL }, 'UNPROCESSABLE_ENTITY'],
      [{ unitItems: units(...Array.from({ length: 11 }, () => 'adult')) }, 'UNPROCESSABLE_ENTITY'],
      [{ unitItems: units(...Array.from({ length: 10_000 }, () => 'adult')) }, 'BAD_REQUEST'],
      [{ unitItems: units('invalidUnitId') }, 'INVALID_UNIT_ID'],
      [{ productId: 'invalidProductId' }, 'INVALID_PRODUCT_ID'],
      [{ optionId: 'invalidOptionId' }, 'INVALID_OPTION_ID'],
      [{ availabilityId: 'invalidAvailabilityId' }, 'INVALID_AVAILABILITY_ID'],
      [{ availabilityId: '2026-12-02T10:00:00+09:00' }, 'INVALID_AVAILABILITY_ID'],
      [{ productId: days.productUuid, availabilityId: LATER }, 'INVALID_AVAILABILITY_ID'],
      [{ currency: 'EUR' }, 'BAD_REQUEST'],
    ]
    for (const [more, error] of refusals)
      expect(await octo('POST', '/bookings', wanted(more))).toMatchObject(refused(error))
    shop.clock.set('2026-12-02T10:00:00+09:00')
    expect(await octo('POST', '/bookings', wanted())).toMatchObject(refused('UNPROCESSABLE_ENTITY'))
    expect([await taken(0), await taken(1), await taken(2)]).toEqual([0, 0, 0])
    for (const path of ['confirm', 'cancel', 'extend'])
      expect(await octo('POST', `/bookings/invalidUUID/${path}`, {})).toMatchObject(
        refused('INVALID_BOOKING_UUID', { uuid: 'invalidUUID' }),
      )
    expect(await octo('GET', '/bookings/invalidUUID')).toMatchObject(
      refused('INVALID_BOOKING_UUID', { uuid: 'invalidUUID' }),
    )
  })

  test('on hold changes its time, its units, its product and its words; where the new one is refused, the old one stands', async () => {
    const { uuid } = await held()
    const patch = (change: object) => octo('PATCH', `/bookings/${uuid}`, change)
    expect(zBooking.parse((await patch({ availabilityId: LATER })).body).availabilityId).toBe(LATER)
    expect([await taken(0), await taken(1)]).toEqual([0, 2])
    expect(
      zBooking.parse((await patch({ unitItems: units('adult', 'adult', 'child') })).body).unitItems,
    ).toHaveLength(3)
    expect(await patch({ availabilityId: FULL })).toMatchObject(refused('UNPROCESSABLE_ENTITY'))
    expect(await patch({ unitItems: units('none') })).toMatchObject(refused('INVALID_UNIT_ID'))
    expect([await taken(0), await taken(1)]).toEqual([0, 3])
    expect(await octo('POST', `/bookings/${uuid}/confirm`, { unitItems: units('none') })).toMatchObject(
      refused('INVALID_UNIT_ID', { unitId: 'none' }),
    )
    const words = { contact: { fullName: 'John Doe', emailAddress: 'j@example.com' }, notes: 'Test note' }
    expect((await patch(words)).body).toMatchObject({ ...words, status: 'ON_HOLD' })
    const [day] = zAvailability.array().parse(
      (
        await octo('POST', '/availability', {
          productId: days.productUuid,
          optionId: 'DEFAULT',
          localDateStart: '2026-12-01',
          localDateEnd: '2026-12-01',
        })
      ).body,
    )
    const moved = await patch({
      productId: days.productUuid,
      optionId: 'DEFAULT',
      availabilityId: day?.id,
      unitItems: units('adult'),
    })
    expect(moved.body).toMatchObject({ productId: days.productUuid, notes: 'Test note' })
    expect(await taken(1)).toBe(0)
    const confirm = await octo('POST', `/bookings/${uuid}/confirm`, { unitItems: units('adult', 'adult') })
    expect(zBooking.parse(confirm.body)).toMatchObject({
      status: 'CONFIRMED',
      unitItems: [{ unitId: 'adult' }, { unitId: 'adult' }],
    })
    expect(await patch({ unitItems: units('adult') })).toMatchObject(refused('UNPROCESSABLE_ENTITY'))
    expect((await patch({ contact: { fullName: 'Cy' } })).body).toMatchObject({
      contact: { fullName: 'Cy', emailAddress: 'j@example.com' },
    })
  })

  test('has a page for each ticket, in the language of its guest, with its code and without a price, as long as it is valid', async () => {
    const pageOf = async (address: string, host = 'localhost') => {
      const { pathname, search } = new URL(address)
      return shop.app.inject({ url: pathname + search, headers: { host } })
    }
    const codesOf = ({ unitItems }: Awaited<ReturnType<typeof confirmed>>) =>
      unitItems.flatMap(
        ({ ticket }) => ticket?.deliveryOptions.map(({ deliveryValue }) => deliveryValue) ?? [],
      )
    const contact = { locales: ['xx', 'th-TH'] }
    const booking = await confirmed({ unitItems: [{ unitId: 'adult' }, { unitId: 'child', contact }] })
    const [code = '', address = '', , inThai] = codesOf(booking)
    expect([address, inThai]).toEqual([
      expect.stringMatching(/^http.*\/octo\/tickets\/tkt_[\w-]+\/pdf\?lang=en$/),
      expect.stringMatching(/lang=th$/),
    ])
    const page = await pageOf(address)
    expect([page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ])
    const { data, size } = encode(code, { ecc: 'M', border: 0 })
    expect(modulesOn(page.rawPayload, size)).toEqual(data)
    const text = execFileSync('pdftotext', ['-', '-'], { input: page.rawPayload, encoding: 'utf8' })
    for (const part of ['Forest of Light', 'Adult', 'Dec 1, 2026', booking.supplierReference ?? ''])
      expect(text).toContain(part)
    expect(text).not.toMatch(/¥|3,200|Kluk/)
    const moved = zBooking.parse(
      (await octo('PATCH', `/bookings/${booking.uuid}`, { availabilityId: LATER })).body,
    )
    const [, newer = ''] = codesOf(moved)
    expect([(await pageOf(address)).statusCode, (await pageOf(newer)).statusCode]).toEqual([404, 200])
    // Neither at another site nor of a ticket that the house sold itself.
    expect((await pageOf(newer, 'cancanfactory.localhost')).statusCode).toBe(404)
    const orderOf = (orderId: unknown) =>
      sql`update reseller_bookings b set order_id = ${orderId} from reseller_bookings before
           where b.uuid = ${booking.uuid} and before.uuid = b.uuid returning before.order_id as id`
    const unsold = await shop.db.transaction(tx => sql<{ id: string }>`${orderOf(randomUUID())}`.execute(tx))
    expect((await pageOf(newer)).statusCode).toBe(404)
    await shop.db.transaction(tx => orderOf(unsold.rows[0]?.id).execute(tx))
    await octo('POST', `/bookings/${booking.uuid}/cancel`, {})
    expect((await pageOf(newer)).statusCode).toBe(404)
    expect((await pageOf(`${newer}&lang=ja`)).statusCode).toBe(400)
  })

  test('has as many pages in a minute as one key may have; another key, and a guest without one, are counted for themselves', async () => {
    const printer = await keyOf('resellers', 'add', 'demo', 'printer', 'Printer', '--net', '90')
    const limited = await createApp({ ...shop.deps, loadLimits: 'on' })
    onTestFinished(() => limited.close())
    const ask = async (path: string, bearer?: string) => {
      const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
      const answer = await limited.inject({
        url: `/octo${path}`,
        headers: { host: 'localhost', ...authorization },
      })
      return { status: answer.statusCode, body: answer.json() }
    }
    const page = '/tickets/tkt_aaaaaaaaaaaaaaaaaaaaaaaa/pdf'
    // A key is known once it was used.
    for (const bearer of [printer, other]) expect((await ask('/supplier', bearer)).status).toBe(200)
    for (let count = 0; count < 60; count += 1)
      expect(await ask(page, printer)).toMatchObject(refused('NOT_FOUND', {}, 404))
    expect(await ask(page, printer)).toMatchObject(refused('TOO_MANY_REQUESTS', {}, 429))
    for (const bearer of [other, undefined])
      expect(await ask(page, bearer)).toMatchObject(refused('NOT_FOUND', {}, 404))
  })

  test('opens the gate: a cancelled one is refused there, and named in the list of a gate offline; one that entered is told', async () => {
    const { send } = await listening('booking_update', { with: other })
    const gate = await devicesOf(shop)()
    const cursorOf = ({ body }: Awaited<ReturnType<typeof gate.call>>) => String(Object(body).cursor)
    const offline = (since?: string) =>
      gate.call('GET', `/api/v1/gate/offline?lang=en${since === undefined ? '' : `&since=${since}`}`)
    shop.clock.set('2026-12-01T09:55:00+09:00')
    const asked = { with: other }
    const [cancelled, entered] = [
      await confirmed({ unitItems: units('adult') }, asked),
      await confirmed({ unitItems: units('adult') }, asked),
    ]
    const codeOf = ({ unitItems }: typeof cancelled) =>
      unitItems[0]?.ticket?.deliveryOptions[0]?.deliveryValue ?? ''
    const before = cursorOf(await offline())
    await octo('POST', `/bookings/${cancelled.uuid}/cancel`, {}, asked)
    await send()
    shop.clock.set('2026-12-01T10:05:00+09:00')
    for (const part of ['ann', entered.supplierReference ?? '']) {
      const query = new URLSearchParams({ time_span_id: String(catalogue.spans[0]), q: part, lang: 'en' })
      const list = await gate.call('GET', `${readDoorList.path}?${query.toString()}`)
      expect(Object(list.body).rows.map((row: { buyer_name: string }) => row.buyer_name)).toEqual([
        'Ann Lee, Viaje',
      ])
    }
    const printed = await kippuAs(shop, undefined, ['door', 'demo', '--on', '2026-12-01', '--json'])
    expect(printed.text).toContain('Ann Lee, Viaje')
    expect((await gate.scan(codeOf(cancelled))).body).toMatchObject({ status: 'invalid', reason: 'revoked' })
    expect((await gate.scan(codeOf(entered))).body).toMatchObject({ status: 'success' })
    const uidOf = async ({ supplierReference }: typeof cancelled) => {
      const { rows } = await shop.db.read(read =>
        sql<{ uid: string }>`select t.uid from tickets t join reservations r on r.id = t.reservation_id
                              where r.number = ${supplierReference}`.execute(read),
      )
      return rows[0]?.uid
    }
    const { tickets } = Object(await offline(before)).body
    const known = new Map(tickets.map((one: { uid: string; revoked: boolean }) => [one.uid, one.revoked]))
    expect([known.get(await uidOf(cancelled)), known.get(await uidOf(entered))]).toEqual([true, false])
    expect((await send()).map(({ body }) => zBooking.parse(body['booking']))).toMatchObject([
      { uuid: entered.uuid, status: 'REDEEMED' },
    ])
    expect(await octo('POST', `/bookings/${entered.uuid}/cancel`, {}, asked)).toMatchObject(
      refused('UNPROCESSABLE_ENTITY'),
    )
  })

  test('on hold is cancelled, and its places are free', async () => {
    const { uuid } = await held()
    const cancel = await octo('POST', `/bookings/${uuid}/cancel`, { reason: 'Reason for cancellation' })
    expect(zBooking.parse(cancel.body)).toMatchObject({
      status: 'CANCELLED',
      utcExpiresAt: null,
      cancellation: { reason: 'Reason for cancellation' },
    })
    expect(await taken()).toBe(0)
  })

  test('is held longer, and ends: then it is neither confirmed nor cancelled, and its places are free', async () => {
    const booking = await held({ expirationMinutes: 5 })
    const { uuid } = booking
    const longer = zBooking.parse(
      (await octo('POST', `/bookings/${uuid}/extend`, { expirationMinutes: 31 })).body,
    )
    expect(Date.parse(longer.utcExpiresAt ?? '')).toBeGreaterThan(Date.parse(booking.utcExpiresAt ?? ''))
    const { order_id: orderId } = await shop.db.read(read =>
      read
        .selectFrom('reseller_bookings')
        .select('order_id')
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow(),
    )
    await shop.endHold(orderId)
    expect(zBooking.parse((await octo('GET', `/bookings/${uuid}`)).body).status).toBe('EXPIRED')
    for (const path of ['confirm', 'cancel', 'extend'])
      expect(await octo('POST', `/bookings/${uuid}/${path}`, {})).toMatchObject(
        refused('UNPROCESSABLE_ENTITY'),
      )
    expect((await held({ unitItems: units(...Array.from({ length: 5 }, () => 'adult')) })).status).toBe(
      'ON_HOLD',
    )
    // Weeks later it is as none.
    await releaseOrder(shop.deps, orderId)
    const ended = new Date('2026-10-20T00:00:00+09:00')
    await shop.db.transaction(tx =>
      tx
        .updateTable('orders')
        .set({ created_at: ended, expires_at: ended })
        .where('id', '=', orderId)
        .execute(),
    )
    expect(await clearUnpaid({ ...shop.deps, forgetVisitors, dropBookings })).toBe(1)
    expect(await octo('GET', `/bookings/${uuid}`)).toMatchObject(refused('INVALID_BOOKING_UUID'))
    expect(await held({ uuid, availabilityId: LATER })).toMatchObject({ uuid })
  })

  test('is cancelled until the time of the contract, and not after somebody came', async () => {
    const late = await confirmed()
    const { uuid: redeemed, supplierReference } = await confirmed(
      { unitItems: units('adult') },
      { with: other },
    )
    shop.clock.set('2026-11-30T10:00:00+09:00')
    expect(await octo('POST', `/bookings/${late.uuid}/cancel`, {})).toMatchObject(
      refused('UNPROCESSABLE_ENTITY'),
    )
    expect((await octo('GET', `/bookings/${late.uuid}`)).body).toMatchObject({
      cancellable: false,
      status: 'CONFIRMED',
    })
    await shop.db.transaction(async tx => {
      const { id } = await tx
        .selectFrom('reservations')
        .select('id')
        .where('number', '=', supplierReference ?? '')
        .executeTakeFirstOrThrow()
      await tx
        .updateTable('tickets')
        .set({ used_at: new Date('2026-12-01T01:00:00Z') })
        .where('reservation_id', '=', id)
        .execute()
    })
    const told = await octo('GET', `/bookings/${redeemed}`, undefined, { with: other })
    expect(zBooking.parse(told.body)).toMatchObject({
      status: 'REDEEMED',
      utcRedeemedAt: '2026-12-01T01:00:00Z',
      unitItems: [{ status: 'REDEEMED' }],
    })
    expect(await octo('POST', `/bookings/${redeemed}/cancel`, {}, { with: other })).toMatchObject(
      refused('UNPROCESSABLE_ENTITY'),
    )
  })
})

/** All waiting times pass, and another process looks. */
async function goesOn(): Promise<void> {
  const reconciler = startReconciler(shop.deps, { intervalMs: 3_600_000 })
  await shop.db.transaction(tx => sql`update reseller_bookings set leased_until = now()`.execute(tx))
  for (const table of ['payment_attempts', 'refunds'])
    await shop.db.transaction(tx =>
      sql`update ${sql.table(table)} set check_at = now() where check_at is not null`.execute(tx),
    )
  await reconciler.runOnce()
  await reconciler.stop()
}

describe('a confirmed booking', () => {
  const DEAR = '2026-12-02T10:00:00+09:00'

  /** The day after costs a thousand yen more. */
  async function dearDay(): Promise<number> {
    const { productId } = catalogue
    const base = { product_id: productId, visit_date: '2026-12-02' }
    return shop.db.transaction(async tx => {
      await tx
        .insertInto('product_days')
        .values({ ...base, base_price: 4_200, is_closed: false, is_sold_out_display: false })
        .execute()
      const times = { starts_at: new Date(DEAR), ends_at: new Date('2026-12-02T11:00:00+09:00') }
      const { id } = await tx
        .insertInto('time_spans')
        .values({ site_key: 'demo', ...base, ...times, capacity: 5 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    })
  }

  const owed = async (code = 'kluk'): Promise<number> => {
    const { text: told } = await kippuAs(shop, undefined, [
      'resellers',
      'statement',
      'demo',
      code,
      month(),
      '--json',
    ])
    return JSON.parse(told).yen
  }

  test('moves to a time that costs the same, more and less; its tickets, places and account follow', async () => {
    const dear = await dearDay()
    const { send } = await listening('booking_update')
    const before = await owed()
    const booking = await confirmed({ notes: 'window seat' })
    const { uuid, supplierReference: number } = booking
    const code = ({ unitItems }: typeof booking) => unitItems[0]?.ticket?.deliveryOptions[0]?.deliveryValue
    const moved = async (availabilityId: string, more: object = {}) => {
      const { body } = await octo('PATCH', `/bookings/${uuid}`, { availabilityId, ...more })
      expect([body.status ?? body, body.availabilityId]).toEqual(['CONFIRMED', availabilityId])
      return zBooking.parse(body)
    }
    const same = await moved(LATER, { contact: { fullName: 'Cy' } })
    expect(same).toMatchObject({
      supplierReference: number,
      contact: { fullName: 'Cy' },
      notes: 'window seat',
      utcConfirmedAt: booking.utcConfirmedAt,
    })
    expect(code(same)).not.toBe(code(booking))
    expect([await taken(0), await taken(1)]).toEqual([0, 2])
    expect(await owed()).toBe(before + 3_570)
    expect((await moved(DEAR)).pricing).toMatchObject({ retail: 6_200, net: 5_270 })
    expect([await taken(1), await shop.takenOf(dear)]).toEqual([0, 2])
    expect(await owed()).toBe(before + 5_270)
    expect((await moved(START)).pricing).toMatchObject({ retail: 4_200, net: 3_570 })
    expect(await owed()).toBe(before + 3_570)
    await send()
    const desk = ['move', number ?? '', '--site', 'demo', '--to', '2026-12-02', '--reason', 'rain', '--json']
    expect(JSON.parse((await kippuAs(shop, undefined, desk)).text)).toMatchObject({ kind: 'moved' })
    expect(await owed()).toBe(before + 5_270)
    const [told] = await send()
    expect(zBooking.parse(told?.body['booking'])).toMatchObject({
      availabilityId: DEAR,
      pricing: { net: 5_270 },
    })
    await octo('POST', `/bookings/${uuid}/cancel`, {})
    expect(await owed()).toBe(before)
    expect(await shop.takenOf(dear)).toBe(0)
    expect((await shop.queued()).map(({ name }) => name)).not.toContain('send-change-mail')
  })

  /** The house cancels the day, and its workers do what follows. */
  async function callOff(...offer: readonly string[]): Promise<void> {
    const cancel = async (...more: readonly string[]) => {
      const days = ['--from', '2026-12-01', '--reason', 'typhoon', '--json', ...offer, ...more]
      const told = await kippuAs(shop, undefined, [
        'visits',
        'cancel',
        'demo',
        catalogue.productUuid,
        ...days,
      ])
      return JSON.parse(told.text)
    }
    const { digest } = await cancel()
    await cancel('--apply', '--digest', digest)
    await workCancellations(shop.deps)
    await goesOn()
  }

  const mailed = async () => (await shop.queued()).filter(({ name }) => name.endsWith('-mail'))

  test.each([
    ['the money back', ['--refund']],
    ['another day', ['--offer-move', '2027-01-31']],
  ])(
    'of a cancelled day, whose buyers were offered %s, goes back to the account; its reseller is told, and nobody by mail',
    async (_, offer) => {
      const { send } = await listening('booking_update')
      const before = await owed()
      const { uuid } = await confirmed({ contact: { emailAddress: 'ann@example.com' } })
      expect(await owed()).toBe(before + 3_570)
      await send()
      await callOff(...offer)
      expect((await octo('GET', `/bookings/${uuid}`)).body).toMatchObject({
        status: 'CANCELLED',
        cancellation: { refund: 'FULL' },
      })
      expect(await owed()).toBe(before)
      expect((await send()).map(({ body }) => zBooking.parse(body['booking']).status)).toContain('CANCELLED')
      expect(await mailed()).toEqual([])
    },
  )

  test('of a cancelled day whose refund is refused waits for a person of the house: its reseller is told, and nobody by mail', async () => {
    const { send } = await listening('booking_update')
    const { uuid } = await confirmed({ contact: { emailAddress: 'ann@example.com' } })
    await send()
    await shop.db.transaction(tx =>
      sql`delete from reservation_payments p using reservations r join reseller_bookings b on b.order_id = r.order_id
           where p.reservation_id = r.id and b.uuid = ${uuid}`.execute(tx),
    )
    await callOff('--refund')
    const items = shop.db.read(read =>
      sql`select i.state from visit_cancellation_items i join reseller_bookings b on b.order_id = i.order_id
           where b.uuid = ${uuid}`.execute(read),
    )
    expect((await items).rows).toEqual([{ state: 'needs_person' }])
    expect((await send()).map(({ body }) => zBooking.parse(body['booking']))).toMatchObject([
      { uuid, status: 'CONFIRMED', availability: { status: 'CLOSED' } },
    ])
    expect(await mailed()).toEqual([])
  })

  test('is in the reports as its reseller’s, at what it owes; its guest is not reminded', async () => {
    const first = `${month()}-01`
    const report = async (what: string, group: string, name: string, days: readonly [string, string]) => {
      const period = ['--from', days[0], '--to', days[1], '--group', group, '--format', 'json']
      const { text: told } = await kippuAs(shop, undefined, ['report', what, 'demo', ...period])
      const line = JSON.parse(told).lines.find((one: { group: string }) => one.group === name)
      return { net: 0, tickets: 0, sold: 0, ...line }
    }
    const read = () =>
      Promise.all([
        report('sales', 'channel', 'OTA', [first, addDays(first, 31)]),
        report('sales', 'method', 'reseller', [first, addDays(first, 31)]),
        report('visitors', 'day', '2026-12-01', ['2026-12-01', '2026-12-01']),
      ])
    const before = await read()
    await confirmed({ contact: { emailAddress: 'ann@example.com' } })
    const after = await read()
    const more = after.map(({ net, tickets, sold }, index) => [
      net - (before[index]?.net ?? 0),
      tickets - (before[index]?.tickets ?? 0),
      sold - (before[index]?.sold ?? 0),
    ])
    expect(more).toEqual([
      [3_570, 2, 0],
      [3_570, 2, 0],
      [0, 0, 2],
    ])
    await shop.db.transaction(async tx => {
      await sql`insert into settings (site_key, key, value) values ('demo', 'Reminder_Mail', 'true')`.execute(
        tx,
      )
      await sql`update orders set completed_at = '2026-11-20T10:00:00+09:00' where channel = 'OTA'`.execute(
        tx,
      )
    })
    shop.clock.set('2026-11-29T10:00:00+09:00')
    expect(await remind(shop.deps)).toBe(0)
    expect(await mailed()).toEqual([])
  })

  test('stays as it was where another time is sold out, of another product or for others, or comes too late', async () => {
    const booking = await confirmed()
    const { uuid } = booking
    const patch = (change: object) => octo('PATCH', `/bookings/${uuid}`, change)
    const { productUuid: productId } = days
    for (const change of [
      { availabilityId: FULL },
      { unitItems: units('adult', 'adult') },
      { availabilityId: LATER, unitItems: units('adult') },
      { productId, availabilityId: '2026-12-01T10:00:00+09:00' },
    ])
      expect(await patch(change)).toMatchObject(refused('UNPROCESSABLE_ENTITY'))
    expect(await patch({ availabilityId: '2026-12-09T10:00:00+09:00' })).toMatchObject(
      refused('INVALID_AVAILABILITY_ID'),
    )
    shop.clock.set('2026-11-30T10:00:00+09:00')
    expect(await patch({ availabilityId: LATER })).toMatchObject(refused('UNPROCESSABLE_ENTITY'))
    expect((await octo('GET', `/bookings/${uuid}`)).body.unitItems).toEqual(booking.unitItems)
    expect([await taken(0), await taken(1)]).toEqual([2, 0])
  })

  test('keeps its units, and takes what is told of each of them', async () => {
    for (const { uuid, unitItems } of [await held(), await confirmed({ availabilityId: LATER })]) {
      const [adult, child] = unitItems
      const told = async (items: readonly object[]) => {
        const { body } = await octo('PATCH', `/bookings/${uuid}`, { unitItems: items })
        return zBooking
          .parse(body)
          .unitItems.map(item => [item.uuid, item.contact.fullName, item.resellerReference])
      }
      expect(
        await told([
          { unitId: 'child', contact: { fullName: 'Bo' } },
          { unitId: 'adult', resellerReference: 'A-1' },
        ]),
      ).toEqual([
        [adult?.uuid, null, 'A-1'],
        [child?.uuid, 'Bo', null],
      ])
      expect(
        await told([
          { uuid: adult?.uuid, unitId: 'adult', contact: { fullName: 'Cy' } },
          { unitId: 'child' },
        ]),
      ).toEqual([
        [adult?.uuid, 'Cy', 'A-1'],
        [child?.uuid, 'Bo', null],
      ])
    }
  })
})

/** The dark modules of the code on a page, as it is printed. */
function modulesOn(pdf: Buffer, size: number): boolean[][] {
  const dpi = 144
  const picture = execFileSync('pdftoppm', ['-r', String(dpi), '-gray', '-'], {
    input: pdf,
    maxBuffer: 10_000_000,
  })
  const [head = '', width = '', height = ''] =
    /^P5\s(\d+) (\d+)\s255\s/.exec(picture.toString('latin1', 0, 40)) ?? []
  const isDark = (x: number, y: number): boolean =>
    (picture[head.length + y * Number(width) + x] ?? 255) < 128
  const [sidePx, leftPx] = [(198.4 * dpi) / 72, (((595.28 - 198.4) / 2) * dpi) / 72]
  const isFinder = (y: number) =>
    Array.from({ length: 30 }, (_, x) => isDark(Math.ceil(leftPx) + x, y)).every(Boolean)
  const topPx = Array.from({ length: Number(height) }, (_, y) => y).find(isFinder) ?? 0
  const middle = (from: number, module: number) => Math.floor(from + ((module + 0.5) * sidePx) / size)
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => isDark(middle(leftPx, x), middle(topPx, y))),
  )
}

interface Message {
  readonly id: string
  readonly isSigned: boolean
  readonly body: Readonly<Record<string, unknown>>
}

/** Listens, and has the reseller told of an event there; `send` sends what is due and answers what came. */
async function listening(event: string, asked: Asked = {}) {
  const got: Message[] = []
  let secret = ''
  const server = createServer((request, response) => {
    void text(request).then(body => {
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers
      const hash = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      const isSigned =
        `v1,${hash.update(`${String(id)}.${String(at)}.${body}`).digest('base64')}` === signature
      got.push({ id: String(id), isSigned, body: JSON.parse(body) })
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const { body } = await octo('POST', '/webhooks', { url: `http://127.0.0.1:${port}/told`, event }, asked)
  secret = body.secret
  onTestFinished(async () => {
    await octo('DELETE', `/webhooks/${body.id}`, undefined, asked)
    server.close()
  })
  const write = (delivery: Parameters<typeof writeMessage>[1]) => writeMessage(watching(), delivery)
  const send = async (): Promise<readonly Message[]> => {
    const sending = createSendingWebhooks(shop.deps, { anywhere: true, timeoutMs: 10_000, write })
    await sending.begin()
    await sending.ended()
    return got.splice(0)
  }
  return { webhook: body, send }
}

const watching = () => ({ ...shop.deps, offers: createOffers(shop.deps) })

describe('a webhook', () => {
  test('tells its reseller, and nobody else, of a booking that is confirmed, changed, entered, given back in part and cancelled', async () => {
    const [{ webhook, send }, others] = [
      await listening('booking_update'),
      await listening('booking_update', { with: other }),
    ]
    const { secret, ...known } = webhook
    expect(secret).toMatch(/^whsec_/)
    expect(known).toMatchObject({ event: 'booking_update', retryOnError: true, headers: {} })
    expect((await octo('GET', '/webhooks')).body).toEqual([known])
    const { uuid, supplierReference: number } = await confirmed({ unitItems: units('adult', 'adult') })
    const told = async () => {
      const messages = await send()
      expect(
        messages.map(({ isSigned, body }) => [
          isSigned,
          body['webhook'],
          zBooking.parse(body['booking']).uuid,
        ]),
      ).toEqual([[true, known, uuid]])
      return zBooking.parse(messages[0]?.body['booking'])
    }
    expect(await told()).toMatchObject({ status: 'CONFIRMED', pricing: { net: 5_440 } })
    await octo('PATCH', `/bookings/${uuid}`, { contact: { fullName: 'Cy' } })
    expect(await told()).toMatchObject({ contact: { fullName: 'Cy' } })
    const refund = { siteKey: 'demo', reservationNumber: number ?? '', reason: 'rain' }
    await requestRefund(shop.deps, { ...refund, tickets: [1] })
    expect((await told()).unitItems.map(({ status }) => status)).toEqual(['CANCELLED', 'CONFIRMED'])
    await octo('POST', `/bookings/${uuid}/cancel`, {})
    expect(await told()).toMatchObject({ status: 'CANCELLED' })
    const entered = await confirmed({ unitItems: units('adult') })
    await send()
    await shop.db.transaction(async tx => {
      const { rows } = await sql<{ id: string }>`
        update tickets set used_at = now() where reservation_id =
          (select id from reservations where number = ${entered.supplierReference}) returning reservation_id as id`.execute(
        tx,
      )
      await sql`insert into check_ins (scan_id, ticket_id, reservation_id, site_key, time_span_id, direction, mode, at, recorded_at)
        values (gen_random_uuid(), 1, ${rows[0]?.id}, 'demo', ${catalogue.spans[0]}, 'in', 'staff', now(), now())`.execute(
        tx,
      )
    })
    expect((await send()).map(({ body }) => zBooking.parse(body['booking']).status)).toEqual(['REDEEMED'])
    expect(await others.send()).toEqual([])
    const ofOthers = shop.db.read(read =>
      read
        .selectFrom('webhook_deliveries')
        .select('state')
        .where('endpoint_id', '=', others.webhook.id)
        .execute(),
    )
    expect(await ofOthers).toEqual([])
    expect((await octo('DELETE', `/webhooks/${webhook.id}`)).body).toEqual(known)
    await confirmed()
    expect(await send()).toEqual([])
  })

  test('tells of a change that is made while the message before it is on its way in a message of its own', async () => {
    const { webhook, send } = await listening('booking_update')
    const { uuid } = await confirmed()
    const ofHook = () =>
      shop.db.read(read =>
        read.selectFrom('webhook_deliveries').select('tries').where('endpoint_id', '=', webhook.id).execute(),
      )
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sending = shop.db.transaction(async tx => {
      await tx
        .updateTable('webhook_deliveries')
        .set({ tries: 1 })
        .where('endpoint_id', '=', webhook.id)
        .execute()
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    // It waits for nobody: who sends may hold what the change is to lock.
    const change = await octo('PATCH', `/bookings/${uuid}`, { contact: { fullName: 'Cy' } })
    ended.resolve()
    await sending
    expect(change.status).toBe(200)
    expect((await ofHook()).map(({ tries }) => tries).toSorted((a, b) => a - b)).toEqual([0, 1])
    await send()
  })

  test('tells of a time that sells out, is free again, closes and changes its price; not of each place', async () => {
    const { send } = await listening('availability_update')
    const told = async () => {
      shop.clock.advance(1_000)
      await watchAvailability(watching(), 0)
      return (await send()).map(({ body }) => [
        body['productId'] === catalogue.productUuid,
        zAvailability
          .array()
          .parse(body['availabilities'])
          .map(({ status }) => status),
      ])
    }
    expect(await told()).toEqual([])
    await held({ unitItems: units('adult') })
    expect(await told()).toEqual([])
    const { uuid } = await held({ unitItems: units(...Array.from({ length: 4 }, () => 'adult')) })
    expect(await told()).toEqual([[true, ['SOLD_OUT', 'LIMITED', 'SOLD_OUT']]])
    await octo('POST', `/bookings/${uuid}/cancel`, {})
    expect(await told()).toEqual([[true, ['LIMITED', 'LIMITED', 'SOLD_OUT']]])
    const [first = 0] = catalogue.spans
    for (const change of [
      sql`update time_spans set sale_state = 'stopped', stopped_at = now() where id = ${first}`,
      sql`update product_days set base_price = base_price + 1 where product_id = ${catalogue.productId}`,
    ]) {
      await shop.db.transaction(tx => change.execute(tx))
      expect(await told()).toEqual([[true, ['CLOSED', 'LIMITED', 'SOLD_OUT']]])
    }
    expect(await told()).toEqual([])
    await shop.db.transaction(tx =>
      tx.updateTable('products').set({ channels: [] }).where('id', '=', catalogue.productId).execute(),
    )
    expect(await told()).toEqual([[true, ['CLOSED', 'CLOSED', 'CLOSED']]])
    expect(await told()).toEqual([])
  })

  test('of a reseller whose availability cannot be compared holds back no other one', async () => {
    const broken = await keyOf('resellers', 'add', 'demo', 'broken', 'Broken', '--net', '90')
    await listening('availability_update', { with: broken })
    const { send } = await listening('availability_update')
    await shop.db.transaction(tx =>
      tx
        .updateTable('resellers')
        .set({ net_units: JSON.stringify({ adult: 'none' }) })
        .where('code', '=', 'broken')
        .execute(),
    )
    await held({ unitItems: units(...Array.from({ length: 5 }, () => 'adult')) })
    shop.clock.advance(1_000)
    await expect(watchAvailability(watching(), 0)).rejects.toThrow(AggregateError)
    expect(await send()).toHaveLength(1)
  })

  test('is asked for at an address that is none, with headers, once too often; another reseller’s is as none', async () => {
    const asked = { url: 'https://told.example/', event: 'booking_update' }
    for (const more of [
      { url: 'none' },
      { url: 'ftp://told.example/' },
      { url: 'https://a:b@told.example/' },
      { event: 'product_update' },
      { headers: { authorization: 'a' } },
    ])
      expect(await octo('POST', '/webhooks', { ...asked, ...more })).toMatchObject(refused('BAD_REQUEST'))
    const added = await octo('POST', '/webhooks', asked, { with: other })
    for (const id of [added.body.id, 'none'])
      expect(await octo('DELETE', `/webhooks/${id}`)).toMatchObject(refused('NOT_FOUND', {}, 404))
    const many = await keyOf('resellers', 'add', 'demo', 'many', 'Many', '--net', '90')
    for (let count = 0; count < 20; count++)
      expect((await octo('POST', '/webhooks', asked, { with: many })).status).toBe(200)
    expect(await octo('POST', '/webhooks', asked, { with: many })).toMatchObject(
      refused('UNPROCESSABLE_ENTITY'),
    )
    await kippuAs(shop, undefined, ['resellers', 'revoke', 'demo', 'many', '--yes'])
    const endpoints = JSON.parse(
      (await kippuAs(shop, undefined, ['webhooks', 'list', 'demo', '--json'])).text,
    )
    expect(endpoints.filter(({ url }: { url: string }) => url === asked.url)).toHaveLength(1)
  })
})

describe('a process that dies', () => {
  let steps = 0
  let deathAt = Number.POSITIVE_INFINITY
  let dying: FastifyInstance

  /** It dies before its commits and after them: the steps 0 and 1 are those of the first. Then it does nothing more. */
  const around = async <T>(commit: () => Promise<T>): Promise<T> => {
    live()
    const done = await commit()
    live()
    return done
  }
  const live = (): void => {
    const step = steps++
    if (step >= deathAt) throw new Error('it has died')
  }
  const alive = async <T>(read: () => Promise<T>): Promise<T> => {
    if (steps > deathAt) throw new Error('it has died')
    return read()
  }

  beforeAll(async () => {
    const { db } = shop
    const mortal: Database = {
      ...db,
      transaction: work => around(() => db.transaction(work)),
      write: (write, change) => around(() => db.write(write, change)),
      read: work => alive(() => db.read(work)),
      find: (read, question) => alive(() => db.find(read, question)),
    }
    const holds = createBatchedHolds({ db: mortal, holdSeconds: 900 })
    dying = await createApp({ ...shop.deps, db: mortal, holds })
  })
  afterAll(() => dying.close())

  const yen = async (): Promise<number> => {
    const { text: told } = await kippuAs(shop, undefined, [
      'resellers',
      'statement',
      'demo',
      'kluk',
      month(),
      '--json',
    ])
    return JSON.parse(told).yen
  }

  type Act = (uuid: string, asked?: Asked) => ReturnType<typeof octo>
  interface DyingAct {
    readonly what: string
    readonly prepare: () => Promise<{ readonly uuid: string }>
    readonly act: Act
    readonly is: { readonly status: string; readonly availabilityId: string }
    readonly owes: number
    readonly takes: readonly [number, number]
  }

  const ACTS: readonly DyingAct[] = [
    {
      what: 'books',
      prepare: async () => ({ uuid: randomUUID() }),
      act: (uuid, asked) => octo('POST', '/bookings', wanted({ uuid }), asked),
      is: { status: 'ON_HOLD', availabilityId: START },
      owes: 0,
      takes: [2, 0],
    },
    {
      what: 'holds longer',
      prepare: held,
      act: (uuid, asked) => octo('POST', `/bookings/${uuid}/extend`, { expirationMinutes: 60 }, asked),
      is: { status: 'ON_HOLD', availabilityId: START },
      owes: 0,
      takes: [2, 0],
    },
    {
      what: 'confirms',
      prepare: held,
      act: (uuid, asked) => octo('POST', `/bookings/${uuid}/confirm`, {}, asked),
      is: { status: 'CONFIRMED', availabilityId: START },
      owes: 3_570,
      takes: [2, 0],
    },
    {
      what: 'moves',
      prepare: confirmed,
      act: (uuid, asked) => octo('PATCH', `/bookings/${uuid}`, { availabilityId: LATER }, asked),
      is: { status: 'CONFIRMED', availabilityId: LATER },
      owes: 3_570,
      takes: [0, 2],
    },
    {
      what: 'cancels',
      prepare: confirmed,
      act: (uuid, asked) => octo('POST', `/bookings/${uuid}/cancel`, {}, asked),
      is: { status: 'CANCELLED', availabilityId: START },
      owes: 0,
      takes: [0, 0],
    },
  ]

  test.each(ACTS)(
    'before or after any commit where it $what: asked again, units, tickets, money and statement agree to the yen',
    async ({ prepare, act, is, owes, takes }) => {
      const [first, stride] = [rounds({ short: 1, whole: 0 }), rounds({ short: 4, whole: 1 })]
      let isAlive = false
      for (let step = first; !isAlive; step += stride) {
        const before = await yen()
        const { uuid } = await prepare()
        steps = 0
        deathAt = step
        const answer = await act(uuid, { app: dying })
        isAlive = steps <= step
        expect(isAlive && (step === first || answer.status !== 200), `step ${step}`).toBe(false)
        await goesOn()
        const { body } = await act(uuid)
        expect([step, body.status ?? body, body.availabilityId]).toEqual([step, is.status, is.availabilityId])
        await goesOn()
        expect(zBooking.parse((await octo('GET', `/bookings/${uuid}`)).body).unitItems).toHaveLength(2)
        expect([step, await yen(), await taken(0), await taken(1)]).toEqual([step, before + owes, ...takes])
        if (is.status !== 'CANCELLED') await octo('POST', `/bookings/${uuid}/cancel`, {})
        expect([step, await yen(), await taken(0), await taken(1)]).toEqual([step, before, 0, 0])
      }
    },
  )
})

describe('a reseller that does its worst', () => {
  test('books, changes, cancels and retries badly over HTTP: what it was told, its places and its statement agree', async () => {
    const its = ['--net', '70', '--products', `${catalogue.productUuid},${days.productUuid}`]
    const careless = await keyOf('resellers', 'add', 'demo', 'careless', 'Careless', ...its)
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const address = shop.app.server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const spans = [...catalogue.spans, ...days.spans]
    await shop.db.transaction(tx =>
      tx.updateTable('time_spans').set({ capacity: 30 }).where('id', 'in', spans).execute(),
    )
    shop.clock.advance(1_000)
    const { bookings, owed, complaints } = await sellCarelessly({
      endpoint: `http://localhost:${port}/octo`,
      key: careless,
      days: { from: '2026-12-01', to: '2026-12-02' },
      guests: rounds({ short: 12, whole: 200 }),
      seed: seedOf(20),
    })
    expect(complaints).toEqual([])
    const statuses = new Set(bookings.map(({ status }) => status))
    expect([...statuses]).toEqual(expect.arrayContaining(['CONFIRMED', 'CANCELLED']))
    const told = await kippuAs(shop, undefined, [
      'resellers',
      'statement',
      'demo',
      'careless',
      month(),
      '--json',
    ])
    expect(JSON.parse(told.text).yen).toBe(owed)
    const held = bookings.filter(({ status }) => status === 'ON_HOLD' || status === 'CONFIRMED')
    const all = await Promise.all(spans.map(span => shop.takenOf(span)))
    expect(sumOf(all)).toBe(sumOf(held.map(({ unitItems }) => unitItems.length)))
  })

  test('has no more than its share of a time on hold, also at once; what is confirmed does not count', async () => {
    const [first = 0] = catalogue.spans
    await shop.db.transaction(tx =>
      tx.updateTable('time_spans').set({ capacity: 20 }).where('id', '=', first).execute(),
    )
    const eight = { unitItems: units(...Array.from({ length: 8 }, () => 'adult')) }
    const { uuid } = await held(eight)
    const all = await Promise.all([eight, eight].map(more => octo('POST', '/bookings', wanted(more))))
    for (const answer of all) expect(answer).toMatchObject(refused('UNPROCESSABLE_ENTITY'))
    expect(await taken()).toBe(8)
    await held({ unitItems: units('adult', 'adult', 'adult', 'adult') }, { with: other })
    await octo('POST', `/bookings/${uuid}/confirm`, {})
    await held(eight)
    expect(await taken()).toBe(20)
  })

  test('holds places no longer than two hours, however often a hold is moved and held longer', async () => {
    const { uuid } = await held()
    await shop.db.transaction(tx =>
      tx
        .updateTable('reseller_bookings')
        .set({ created_at: sql<Date>`now() - interval '119 minutes'` })
        .where('uuid', '=', uuid)
        .execute(),
    )
    const hour = { expirationMinutes: 60 }
    const moved = await octo('PATCH', `/bookings/${uuid}`, { availabilityId: LATER, ...hour })
    const longer = await octo('POST', `/bookings/${uuid}/extend`, hour)
    for (const { body } of [moved, longer]) {
      const { status, utcCreatedAt, utcExpiresAt } = zBooking.parse(body)
      expect(status).toBe('ON_HOLD')
      expect(Date.parse(utcExpiresAt ?? '') - Date.parse(utcCreatedAt)).toBeLessThanOrEqual(7_201_000)
    }
  })

  test('is told anew of a guest who was forgotten: what it tells is forgotten again', async () => {
    const { uuid, supplierReference: number } = await confirmed()
    const forget = () => shop.db.transaction(tx => emptyBookings(tx, sql`uuid = ${uuid}`))
    const contact = { fullName: 'Ann Lee', emailAddress: 'ann@example.com' }
    expect(await forget()).toBe(1)
    const guest = { unitId: 'adult', contact: { emailAddress: 'Guest@Example.com' } }
    const person = () =>
      shop.db.read(read => findPerson(read, { siteKey: 'demo', typed: 'guest@example.com' }))
    expect(await person()).toBeUndefined()
    expect(
      await octo('PATCH', `/bookings/${uuid}`, { contact, unitItems: [guest, { unitId: 'child' }] }),
    ).toMatchObject({
      status: 200,
    })
    expect((await person())?.reservationNumbers).toEqual([number])
    expect(await forget()).toBe(1)
    expect(await octo('POST', `/bookings/${uuid}/cancel`, { reason: 'Ann Lee is ill' })).toMatchObject({
      status: 200,
    })
    expect(await forget()).toBe(1)
    expect((await octo('GET', `/bookings/${uuid}`)).body).toMatchObject({
      contact: { fullName: null },
      cancellation: { reason: null },
    })
  })

  test.each([
    ['its words', held, { notes: 'late', unitItems: [{ unitId: 'adult', resellerReference: 'R1' }] }],
    ['the time of its hold', held, { availabilityId: LATER }],
    ['its time', confirmed, { availabilityId: LATER }],
  ])('changes %s while its guest is erased: the guest stays forgotten', async (_, make, change) => {
    const { uuid } = await make({ unitItems: [{ unitId: 'adult', contact: { fullName: 'Zoe' } }] })
    const erasing = Promise.withResolvers<undefined>()
    let isOver = false
    const asked = erasing.promise
      .then(() => octo('PATCH', `/bookings/${uuid}`, change))
      .finally(() => {
        isOver = true
      })
    await shop.db.transaction(async tx => {
      await emptyBookings(tx, sql`uuid = ${uuid}`)
      erasing.resolve(undefined)
      await untilSomebodyWaits(shop.db, () => isOver)
    })
    expect(await asked).toMatchObject({
      status: 200,
      body: { ...change, contact: { fullName: null }, unitItems: [{ contact: { fullName: null } }] },
    })
  })

  test('names several guests: the one who is erased, or handed out, takes nobody along', async () => {
    const guest = (fullName: string) => ({ fullName, emailAddress: `${fullName}@Example.com` })
    const { uuid } = await confirmed({
      notes: 'Zoe walks slowly',
      contact: guest('mia'),
      unitItems: [
        { unitId: 'adult', contact: { fullName: 'Mimi' } },
        { unitId: 'adult', contact: guest('zoe') },
      ],
    })
    const person = (...args: readonly string[]) =>
      kippuAs(shop, undefined, ['person', ...args, '--json']).then(({ text: told }) => JSON.parse(told))
    const erase = async (address: string) => {
      const asked = ['erase', 'demo', address, '--reason', 'wish', '--force'] as const
      const { word } = await person(...asked)
      return person(...asked, '--confirm', word)
    }
    const namesOf = (booking: {
      readonly contact: unknown
      readonly unitItems: ReadonlyArray<{ contact: unknown }>
    }) => [booking, ...booking.unitItems].map(({ contact }) => Object(contact).fullName ?? null)
    const read = async () => namesOf((await octo('GET', `/bookings/${uuid}`)).body)
    const handed = JSON.stringify(await person('export', 'demo', 'zoe@example.com'))
    expect([handed.includes('zoe@'), handed.includes('mia@'), handed.includes('Mimi')]).toEqual([
      true,
      false,
      false,
    ])
    await erase('zoe@example.com')
    expect(await read()).toEqual(['Ann Lee', 'Mimi', null])
    expect((await octo('GET', `/bookings/${uuid}`)).body.notes).toBeNull()
    await erase('mia@example.com')
    expect(await read()).toEqual([null, null, null])
    const { emptied_at: emptiedAt } = await shop.db.read(tx =>
      tx
        .selectFrom('reseller_bookings')
        .select('emptied_at')
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow(),
    )
    expect(emptiedAt).not.toBeNull()
  })

  test('sends what no database keeps', async () => {
    const { uuid } = await held()
    const bad = refused('BAD_REQUEST')
    for (const word of ['a\0', '\ud800']) {
      for (const more of [{ notes: word }, { resellerReference: word }, { contact: { fullName: word } }])
        expect(await octo('POST', '/bookings', wanted(more))).toMatchObject(bad)
      expect(await octo('PATCH', `/bookings/${uuid}`, { notes: word })).toMatchObject(bad)
      expect(await octo('POST', `/bookings/${uuid}/cancel`, { reason: word })).toMatchObject(bad)
    }
    expect(await octo('GET', '/bookings?resellerReference=%00')).toMatchObject(bad)
    const availabilityId = '0000-01-01T10:00:00+09:00'
    expect(await octo('POST', '/bookings', wanted({ availabilityId }))).toMatchObject(
      refused('INVALID_AVAILABILITY_ID', { availabilityId }),
    )
  })

  test('cancels twice at once: both are told that it is cancelled, and places and money go back once', async () => {
    for (const { uuid } of [await held(), await confirmed({ availabilityId: LATER })]) {
      const cancel = () => octo('POST', `/bookings/${uuid}/cancel`, {})
      const all = await Promise.all([cancel(), cancel(), cancel()])
      expect(all.map(({ body }) => body.status ?? body)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
    }
    expect([await taken(0), await taken(1)]).toEqual([0, 0])
  })
})

test('the demonstration gets a reseller with a key that stays, and products with times, with days and sold out', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-reseller-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'key')
  await letResellerIn(shop.deps, file)
  const itsKey = readFileSync(file, 'utf8')
  await letResellerIn(shop.deps, file)
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([itsKey, 0o600])
  shop.clock.advance(1_000)
  const asked = { with: itsKey }
  const products = zProduct.array().parse((await octo('GET', '/products', undefined, asked)).body)
  const day = { localDateStart: '2026-12-01', localDateEnd: '2026-12-01' }
  const statusesOf = async ({ id: productId }: { readonly id: string }): Promise<readonly string[]> => {
    const { body } = await octo('POST', '/availability', { productId, optionId: 'DEFAULT', ...day }, asked)
    return body.map(({ status }: { status: string }) => status)
  }
  const sells = products.map(async product => [product.availabilityType, ...(await statusesOf(product))])
  expect(await Promise.all(sells)).toEqual([
    ['START_TIME', 'AVAILABLE', 'AVAILABLE'],
    ['OPENING_HOURS', 'AVAILABLE'],
    ['START_TIME', 'SOLD_OUT'],
  ])
  rmSync(file)
  await letResellerIn(shop.deps, file)
  const second = readFileSync(file, 'utf8')
  expect(second).not.toBe(itsKey)
  expect((await octo('GET', '/supplier', undefined, { with: second })).status).toBe(200)
})

/** The month of the database, whose clock dates what is booked. */
function month(): string {
  return new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 7)
}
