import type { Call } from '@kippu/contract/call'
import { CALLS } from '@kippu/contract/calls'
import { createOrder } from '@kippu/contract/orders'
import { COMMON_ERRORS, isErrorCode, statusOf } from '@kippu/contract/errors'
import { failureBody } from '@kippu/contract/failure-body'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rounds, seedOf } from '../../../tools/test/proof-choice.ts'
import { issueQrToken } from '../src/door/qr-token.ts'
import { createShop, type DemoShop } from './shop/shop.ts'
import { findOffer, type Offer } from './shop/find-offer.ts'
import { newDevice, type TestDevice } from './enrol-device.ts'
import { type ArbitraryRequest, arbitraryRequest, type PlausibleValues } from './arbitrary-request.ts'

const SEED = seedOf(20_261_121)
const RUNS = rounds({ short: 180, whole: 10_000 })
const CALLS_A_RUN = 20
const SIGNAGE_KEY = 'the-key-of-displays'

let server: DemoShop
let plausible: PlausibleValues
let device: TestDevice
let liveOrder: string
let keptOrder: string

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo', variables: { SIGNAGE_KEY } })
  device = await newDevice(server, 'demo')
  plausible = await plausibleValues(server, device)
  liveOrder = await placeOrder(server)
  keptOrder = await placeOrder(server)
})

afterAll(async () => {
  await server.close()
})

test(`Every call refuses wrong types, missing and extra fields, unknown ids, another kind of token, 64 kB bodies, wrong content types with a catalogue code and never a 5xx (${RUNS * CALLS_A_RUN} calls, seed ${SEED})`, async () => {
  const outcomes = new Map<string, number>()
  const runs = fc.asyncProperty(
    fc.array(arbitraryRequest(Object.values<Call>(CALLS), plausible), {
      minLength: CALLS_A_RUN,
      maxLength: CALLS_A_RUN,
    }),
    async requests => {
      for (const outcome of await Promise.all(requests.map(send)))
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    },
  )
  await fc.assert(runs, { seed: SEED, numRuns: RUNS, endOnFailure: true })
  expect(outcomes.size).toBeGreaterThan(30)
  const seen = new Set(Array.from(outcomes.keys(), outcome => outcome.split(' ').slice(2).join(' ')))
  // Each way to be refused has really occurred.
  for (const code of [
    'ok',
    'invalid_request',
    'unsupported_media_type',
    'payload_too_large',
    'record not found',
    'invalid channel',
    'invalid email address',
    'order status must be ready_checkout',
    'coupon_code does not exist',
    'expired coupon',
  ]) {
    expect(seen).toContain(code)
  }
}, 1_800_000)

/** Stands for the token of an order that is open when a request is sent. */
const LIVE_ORDER = 'live-order'
/** Stands for the token of an order that no request gives up, so that others get further with it. */
const KEPT_ORDER = 'kept-order'

/** Sends one request and validates its answer against the contract. */
async function send({ call, url, body, contentType }: ArbitraryRequest<Call>): Promise<string> {
  const answer = await server.app.inject({
    method: call.method,
    url: url
      .replace(LIVE_ORDER, liveOrder)
      .replace(KEPT_ORDER, call === CALLS.deleteOrder ? liveOrder : keptOrder),
    ...(body !== undefined && { payload: Buffer.from(body) }),
    headers: {
      host: 'localhost',
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(call.device === true && { authorization: device.authorization }),
      ...(call.signage === true && { 'x-signage-key': SIGNAGE_KEY }),
    },
  })
  if (call === CALLS.deleteOrder && answer.statusCode === 204) liveOrder = await placeOrder(server)
  const outcome = outcomeOf(call, answer)
  if (outcome !== undefined) return `${call.method} ${call.path} ${outcome}`
  throw new Error(
    `${call.method} ${url} ${body?.slice(0, 500)} was answered ${answer.statusCode} ${answer.body.slice(0, 500)}`,
  )
}

/** `ok` or the code of the refusal; undefined for an answer that the contract does not allow. */
function outcomeOf(
  call: Call,
  { statusCode, body }: { readonly statusCode: number; readonly body: string },
): string | undefined {
  const answer: unknown = body === '' ? undefined : JSON.parse(body)
  if (statusCode === call.status) return v.is(call.response, answer) ? 'ok' : undefined
  const { error } = v.parse(failureBody, answer)
  const isAllowed = isErrorCode(error) && [...call.errors, ...COMMON_ERRORS].includes(error)
  return isAllowed && statusCode < 500 && statusCode === statusOf(error) ? error : undefined
}

function orderBody({ productUuid, timeSpanId, optionValueIds: [first] }: Offer) {
  return {
    lang: 'ja',
    product_uuid: productUuid,
    time_span_id: timeSpanId,
    quantity: 1,
    option_values: [{ option_value_id: first, quantity: 1 }],
  }
}

async function placeOrder({ app, db }: DemoShop): Promise<string> {
  const payload = orderBody(await findOffer({ db }))
  const answer = await app.inject({ method: 'POST', url: createOrder.path, payload })
  return v.parse(createOrder.response, answer.json()).order_token
}

/** Existing ids and tokens of every kind, so that requests get as far as possible. */
async function plausibleValues({ db, deps }: DemoShop, device: TestDevice): Promise<PlausibleValues> {
  const offer = await findOffer({ db })
  const small = await findOffer({ db }, { saleType: 'date', capacity: 1 })
  const set = await setOf(db, offer)
  const kinds = [
    'order',
    'mail',
    'reservation',
    'share',
    'shared',
    'payment',
    'ticket',
    'return',
    'magazine',
    'time_change',
    'gate',
    'enrolment',
    'device',
    'spot_qr',
  ] as const
  const tokens = [
    LIVE_ORDER,
    ...Array.from({ length: 6 }, () => KEPT_ORDER),
    ...kinds.map(kind => deps.tokens.derive(kind, 'unknown')),
  ]
  const [first, second] = offer.optionValueIds
  const nowMs = deps.clock.now()
  const qrToken = issueQrToken(deps, { siteKey: 'demo', productId: offer.productId, nowMs }).token
  return {
    token: tokens,
    id: tokens,
    reservation_token: tokens,
    timechange_token: tokens,
    // A wrong address is told before the link is looked up.
    share_token: [...tokens, ...Array.from({ length: 20 }, () => deps.tokens.derive('share', 'unknown'))],
    reservation_number: ['ABCDEFGH23', 'abcd efgh23', 'O0I1'],
    payment_number: tokens,
    from: ['2026-11-21', '2026-12-01', '2026-12-31'],
    to: ['2026-12-31', '2027-01-31', '2026-11-21'],
    date: [offer.visitDate, '2026-11-24', '2030-01-01'],
    product_uuid: [
      offer.productUuid,
      offer.productUuid.toUpperCase(),
      small.productUuid,
      crypto.randomUUID(),
    ],
    product_id: [String(offer.productId), offer.productUuid, '0', '99999999999'],
    time_span_id: [offer.timeSpanId, offer.timeSpanId, small.timeSpanId, 2_147_483_647],
    main_product_time_span_ids: [
      '',
      String(offer.timeSpanId),
      `${offer.timeSpanId},${small.timeSpanId},0,9999999999`,
      '1,,2',
    ],
    set_products: [
      [],
      [set],
      [set, { ...set, quantity: 1000 }],
      [{ ...set, time_span_id: offer.timeSpanId }],
      [{ ...set, uuid: offer.productUuid }],
    ],
    quantity: [1, 1, 2, 0, -1, 1000],
    option_values: [
      [{ option_value_id: first, quantity: 1 }],
      [
        { option_value_id: first, quantity: 1 },
        { option_value_id: second, quantity: 1 },
      ],
      [{ option_value_id: small.optionValueIds[0], quantity: 1 }],
      [{ option_value_id: 2_147_483_647, quantity: 1 }],
      [{ option_value_id: first, quantity: 0 }],
    ],
    lang: ['ja', 'en', 'th', 'fr'],
    channel: ['web', 'pos', 'nowhere'],
    payment_method: ['pm_1', 'pm_card_visa'],
    coupon: [
      'FLAT500',
      'ｆｌａｔ５００',
      'INVITE1',
      ...Array.from({ length: 8 }, () => 'EXPIRED'),
      'CAMPAIGN',
      'NONE',
    ],
    key: ['email', 'fullname', 'phone', 'nothing'],
    email: ['member@example.com', 'MEMBER@example.com', 'nobody@example.com', 'nobody@'],
    password: ['correct horse battery', 'wrong'],
    membership_key: ['club', 'nothing'],
    membership_value: ['gold', 'nothing'],
    field_name: ['mail_magazine', 'teamlab_mail_magazine', 'nothing'],
    contents: await answers(db),
    enrolment_token: tokens,
    gate_code: [...tokens, device.gateCode],
    presence_code: ['000000', '０００ ０００', 'x'],
    scan_id: [crypto.randomUUID(), crypto.randomUUID(), 'no scan'],
    code: [...tokens, '482913', '４８２ ９１３', 'KT1:', 'ABCD EFGH', 'party:x'],
    at: ['2026-12-01T10:00:00+09:00', '2026-12-01T10:00:00Z'],
    since: ['0', '1795000000000', '9999999999999999', '-1'],
    qr_token: [
      ...Array.from({ length: 4 }, () => qrToken),
      `${qrToken}A`,
      deps.tokens.derive('spot_qr', 'unknown'),
      '',
    ],
    tokens: ['', tokens.slice(0, 12).join(','), ',,', 'x'],
    q: ['花', '%', '\u0000', ' '],
    after: ['', 'ABCDEFGH23'],
  }
}

/** One unit of a set product on the day of the offer that it may be bought with. */
async function setOf(db: DemoShop['db'], { productId, visitDate }: Offer): Promise<object> {
  const { uuid, id } = await db.read(tx =>
    tx
      .selectFrom('product_sets')
      .innerJoin('products', 'products.id', 'product_sets.set_product_id')
      .innerJoin('time_spans', 'time_spans.product_id', 'products.id')
      .select(['products.uuid', 'time_spans.id'])
      .where('product_sets.product_id', '=', productId)
      .where('visit_date', '=', visitDate)
      .orderBy('capacity', 'desc')
      .executeTakeFirstOrThrow(),
  )
  return { uuid, time_span_id: id, quantity: 1 }
}

/** A complete buyer form, and one with an invalid address. */
async function answers(db: DemoShop['db']): Promise<unknown[]> {
  const fields = await db.read(tx =>
    tx
      .selectFrom('field_templates')
      .select('field_name')
      .where('site_key', '=', 'demo')
      .where('is_display', '=', true)
      .execute(),
  )
  const values: Record<string, string> = {
    email: 'hana@example.com',
    fullname: '山田 花',
    phone: '090-1234-5678',
  }
  const form = fields.map(({ field_name: key }) => ({ key, value: values[key] ?? '' }))
  return [form, form.slice(0, 2), form.map(({ key }) => ({ key, value: 'x' })), []]
}
