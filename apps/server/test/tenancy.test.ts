import { CALLS, type CallName } from '@kippu/contract/calls'
import Stripe from 'stripe'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { choose, coverOf, IS_WHOLE_PROOF } from '../../../tools/test/proof-choice.ts'
import { createShop, type DemoShop } from './shop/shop.ts'
import { type Belongings, createBelongings } from './belongings.ts'
import { memberTokenSecrets } from './members.ts'
import { startStripeSimulator, type StripeSimulator, WEBHOOK_SECRET } from './stripe-simulator.ts'
import { CASES, get, type CallNames, type Request, SIGNAGE_KEY } from './tenancy-cases.ts'

/** No row of one site can be seen, used or changed through another, call by call. */

let server: DemoShop
let stripe: StripeSimulator
let sites: Readonly<Record<'demo' | 'cancanfactory', Belongings>>

beforeAll(async () => {
  stripe = await startStripeSimulator()
  server = await createShop({
    catalogue: 'demo',
    variables: {
      ...stripe.variables,
      SIGNAGE_KEY,
      MEMBERSHIP_TOKEN_SECRETS: memberTokenSecrets(['demo', 'cancanfactory']),
    },
  })
  const shop = { server, stripe }
  sites = {
    demo: await createBelongings(shop, 'demo', { language: 'kr', color: '#0d0d01', discount: 11_101 }),
    cancanfactory: await createBelongings(shop, 'cancanfactory', {
      language: 'th',
      color: '#0c0c02',
      discount: 22_202,
    }),
  }
})

afterAll(async () => {
  await server.close()
  await stripe.close()
})

// Many wrong passwords and pairs are tried, and each must be refused for its own reason.
const forgetFailures = () =>
  server.db.transaction(async tx => {
    await tx.deleteFrom('login_failures').execute()
    await tx.deleteFrom('inquiry_tries').execute()
  })
beforeEach(forgetFailures)

const NAMES = Object.keys(CALLS).filter((name): name is CallName => Object.hasOwn(CALLS, name))
const namedCalls = NAMES.filter(name => CASES[name].kind === 'named')
const listCalls = NAMES.filter(name => CASES[name].kind === 'list')

test('every call of the contract is tried', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(NAMES.toSorted())
})

/** Neither site is anything special: each call has an owner and a stranger, in turn, and both ways in the whole proof. */
const WAYS = [
  ['demo', 'cancanfactory'],
  ['cancanfactory', 'demo'],
] as const
const TRIED = choose(
  WAYS.flatMap(([ownerKey]) => [...namedCalls, ...listCalls].map(name => ({ ownerKey, name }))),
  ({ name }) => name,
)

describe.each(WAYS)('what belongs to %s, through the host of %s:', (ownerKey, strangerKey) => {
  const isTried = (call: CallName): boolean =>
    TRIED.some(one => one.ownerKey === ownerKey && one.name === call)

  test.each(namedCalls.filter(isTried))(
    '%s answers as for a name that does not exist, and changes nothing',
    async name => {
      const [owner, stranger] = [sites[ownerKey], sites[strangerKey]]
      const before = await everything()
      const foreign = await ask(stranger.host, requestsOf(name, namesOf(owner), stranger))
      const unknown = await ask(stranger.host, requestsOf(name, nobody(owner), stranger))
      expect(foreign.map(({ status }) => status < 400)).not.toContain(true)
      expect(foreign).toEqual(unknown)
      expect(await everything()).toEqual(before)
    },
  )

  test.each(listCalls.filter(isTried))('%s lists nothing of it', async name => {
    const [owner, stranger] = [sites[ownerKey], sites[strangerKey]]
    const url = `${CALLS[name].path}${listQuery(name, [owner, stranger])}`
    const [answer] = await ask(stranger.host, [get(url)])
    expect(answer?.status).toBe(200)
    expectMarked(answer?.body ?? '', { own: stranger, foreign: owner })
  })

  test.each(['/', '/tickets/', '/nope'])('the document %s shows nothing of it', async url => {
    const [owner, stranger] = [sites[ownerKey], sites[strangerKey]]
    const [answer] = await ask(stranger.host, [get(url)])
    expect(answer?.status).toBe(url === '/nope' ? 404 : 200)
    expectMarked(answer?.body ?? '', { own: stranger, foreign: owner })
  })

  test('a return from the provider leads to the error page and leaves no trace', async () => {
    const [owner, stranger] = [sites[ownerKey], sites[strangerKey]]
    const before = await everything()
    const { headers, statusCode } = await server.app.inject({
      url: `${owner.returnPath}?payment_intent=pi_1`,
      headers: { host: stranger.host },
    })
    const origin = server.deps.sites.originOf(strangerKey)
    expect([statusCode, headers.location]).toEqual([303, `${origin}/#/error`])
    expect(await everything()).toEqual(before)
  })

  test('a webhook event is answered without a body, whichever site has its payment: the account at the provider is shared', async () => {
    const [owner, stranger] = [sites[ownerKey], sites[strangerKey]]
    const answers = [
      await notify(stranger.host, owner.openAttemptId),
      await notify(stranger.host, crypto.randomUUID()),
    ]
    expect(answers).toEqual([
      { status: 200, body: '' },
      { status: 200, body: '' },
    ])
  })
})

describe('a token of one kind in a call that takes another (S-15.01)', () => {
  const kinds = [
    'order',
    'mail',
    'payment',
    'reservation',
    'share',
    'ticket',
    'return',
    'magazine',
    'gate',
    'enrolment',
    'device',
    'spot_qr',
  ] as const
  const takers = {
    order: [
      'readOrder',
      'extendOrder',
      'deleteOrder',
      'addOrderCoupon',
      'deleteOrderCoupon',
      'simulateMethodDiscount',
      'sendOrderMail',
      'checkout',
      'loginMember',
      'loginMemberByToken',
      'readMember',
      'readSpotOrder',
      'deleteSpotOrder',
      'addSpotCoupon',
      'deleteSpotCoupon',
      'checkoutSpotOrder',
    ],
    mail: ['confirmOrderMail'],
    payment: ['confirmCheckout'],
    reservation: [
      'correctAddress',
      'mailReservation',
      'readReservation',
      'readTickets',
      'readTicket',
      'readTicketCodes',
      'createShare',
      'listShares',
      'takeBackShare',
      'readSpotOrderFields',
      'mailSpotTickets',
    ],
    share: ['readShare', 'acceptShare', 'mailShare'],
    ticket: [],
    return: [],
    magazine: ['readMailMagazines', 'releaseMailMagazine'],
    gate: [],
    enrolment: ['enrolDevice'],
    spot_qr: ['readSpotStocks', 'searchSpotSetProducts'],
    device: ['readDevice', 'scanTicket', 'reportScans', 'readOfflineGate', 'readArrivals'],
  } as const satisfies Record<(typeof kinds)[number], readonly CallName[]>
  /** How calls answer an unknown token. */
  const UNKNOWN = new Set<string>([
    'record not found',
    'membership login failed',
    'membership retrieval failure',
    'device not enrolled',
    'spot qrCode has expired',
  ])
  const calls = kinds.flatMap(taken => takers[taken].map(name => ({ name, taken })))
  const pairs = calls.flatMap(call =>
    kinds.filter(kind => kind !== call.taken).map(kind => ({ ...call, kind })),
  )
  /** Calls that take the same kind read it alike: each call is given some other kind, and each kind every other one. */
  const given = IS_WHOLE_PROOF
    ? pairs
    : coverOf(pairs, ({ name, taken, kind }) => [name, `${kind} for ${taken}`])

  test.each(calls)('any at $name but one of kind $taken is unknown', async ({ name }) => {
    const home = sites.demo
    const code = CALLS[name].errors.find(error => UNKNOWN.has(error))
    const before = await everything()
    const unknown = await ask(home.host, requestsOf(name, nobody(home, 1), home))
    expect(new Set(unknown.map(({ body }) => body))).toEqual(new Set([JSON.stringify({ error: code })]))
    for (const { kind } of given.filter(one => one.name === name)) {
      await forgetFailures()
      const swapped = await ask(home.host, requestsOf(name, swappedNames(home, tokenOf(home, kind)), home))
      expect([kind, swapped]).toEqual([kind, unknown])
    }
    expect(await everything()).toEqual(before)
  })

  function tokenOf(home: Belongings, kind: (typeof kinds)[number]): string {
    const tokens = {
      order: home.orders.ready_checkout,
      mail: home.mailTokens[1]!,
      payment: home.paymentNumbers[1]!,
      reservation: home.reservationToken,
      time_change: home.timeChangeToken,
      share: home.shareToken,
      ticket: home.ticketCode,
      return: home.returnPath.split('/').at(-1)!,
      magazine: home.magazineToken,
      gate: home.device.gateCode,
      enrolment: home.device.enrolmentToken,
      device: home.device.authorization.slice('Bearer '.length),
      spot_qr: home.spot.qrToken,
    }
    return tokens[kind]
  }
})

test('every table belongs to a site by its own key, or by the row that it refers to', async () => {
  const { rows } = await server.db.read(tx =>
    sql<{ table: string; hasKey: boolean }>`
      select table_name as "table", bool_or(column_name = 'site_key') as "hasKey"
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name`.execute(tx),
  )
  const hanging = {
    channel_shares: 'time_spans',
    coupon_products: 'coupons',
    coupon_texts: 'coupons',
    holds: 'orders',
    // The lines of all sites are sealed together.
    log_seals: 'nothing',
    magazine_subscriptions: 'magazine_readers',
    membership_promotion_texts: 'membership_promotions',
    option_value_texts: 'option_values',
    option_values: 'product_options',
    order_coupons: 'orders',
    former_reservation_tokens: 'reservations',
    order_items: 'orders',
    reservation_payments: 'reservations',
    product_days: 'products',
    product_option_texts: 'product_options',
    product_options: 'products',
    product_sets: 'products',
    product_texts: 'products',
    // Events of the account that all sites of a deployment share; an event names an attempt.
    // Names with a site in them.
    locked_names: 'nothing',
    provider_events: 'payment_attempts',
    // Mails to a mailbox are counted over all sites together: it is one person who reads them.
    proof_domains: 'nothing',
    proof_networks: 'nothing',
    proof_recipients: 'nothing',
    // What a network asks for in a minute burdens the processes, whichever site it asks.
    request_counts: 'nothing',
    share_mails: 'shares',
    slot_rules: 'products',
    // Whoever works for the venues, each at the sites that its row names.
    staff: 'nothing',
    staff_answered_questions: 'nothing',
    staff_invitations: 'staff',
    staff_passkeys: 'staff',
    staff_recovery_codes: 'staff',
    staff_sessions: 'staff',
    tickets: 'reservations',
    webhook_deliveries: 'webhook_endpoints',
    webhook_tries: 'webhook_deliveries',
    wallet_registrations: 'wallet_passes',
    schema_migrations: 'nothing',
  }
  expect(rows.flatMap(({ table, hasKey }) => (hasKey ? [] : [table])).toSorted()).toEqual(
    Object.keys(hanging).toSorted(),
  )
})

/** Last, because here the calls have their full effect. */
describe('through its own host', () => {
  test.each(namedCalls)('%s knows what was refused elsewhere', async name => {
    const home = sites.cancanfactory
    const known = await ask(home.host, requestsOf(name, namesOf(home), home))
    const unknown = await ask(home.host, requestsOf(name, nobody(home), home))
    expect(known.filter((answer, index) => answer.body !== unknown[index]?.body)).not.toEqual([])
  })
})

function requestsOf(name: CallName, names: CallNames, home: Belongings): readonly Request[] {
  const found = CASES[name]
  return found.kind === 'named' ? found.requests(names, namesOf(home)) : []
}

function listQuery(name: CallName, all: readonly Belongings[]): string {
  const found = CASES[name]
  if (found.kind !== 'list') return ''
  return typeof found.query === 'string' ? found.query : found.query(all.map(namesOf))
}

function namesOf({ orders, ...rest }: Belongings): CallNames {
  return { ...rest, orders: Object.values(orders) }
}

/** As many names as `like` has (or this many), each of the right kind, and none that exists. */
function nobody(like: Belongings, count?: number): CallNames {
  const { tokens } = server.deps
  const many = (kind: 'order' | 'mail' | 'payment', length: number) =>
    Array.from({ length: count ?? length }, (_, index) => tokens.derive(kind, `nobody ${index}`))
  return {
    catalogue: {
      productId: 2_147_483_647,
      productUuid: crypto.randomUUID(),
      adult: 2_147_483_647,
      child: 2_147_483_646,
      guide: 2_147_483_645,
      spans: [2_147_483_647, 2_147_483_645],
      tea: { productId: 2_147_483_646, productUuid: crypto.randomUUID(), spans: [2_147_483_646] },
    },
    orders: many('order', Object.keys(like.orders).length),
    mailTokens: many('mail', like.mailTokens.length),
    paymentNumbers: many('payment', like.paymentNumbers.length),
    md: 'md of nobody',
    reservationToken: tokens.derive('reservation', 'nobody'),
    timeChangeToken: tokens.derive('time_change', 'nobody'),
    shareToken: tokens.derive('share', 'nobody'),
    giverToken: tokens.derive('reservation', 'nobody'),
    reservationNumber: 'AAAAAAAAAA',
    membership: NO_MEMBERSHIP,
    magazineToken: tokens.derive('magazine', 'nobody'),
    device: {
      authorization: `Bearer ${tokens.derive('device', 'nobody')}`,
      enrolmentToken: tokens.derive('enrolment', 'nobody'),
      gateCode: tokens.derive('gate', 'nobody'),
      presenceCode: 'nobody’s',
      scanId: crypto.randomUUID(),
    },
    spot: {
      qrToken: tokens.derive('spot_qr', 'nobody'),
      order: tokens.derive('order', 'nobody'),
      paidOrder: tokens.derive('order', 'nobody'),
      reservationToken: tokens.derive('reservation', 'nobody'),
    },
  }
}

const NO_MEMBERSHIP = { value: 'none', loginId: 'nobody@example.com', password: 'none', token: 'none' }

/** One token in place of every other. */
function swappedNames({ catalogue }: Belongings, token: string): CallNames {
  return {
    catalogue,
    membership: NO_MEMBERSHIP,
    orders: [token],
    mailTokens: [token],
    paymentNumbers: [token],
    md: token,
    reservationToken: token,
    timeChangeToken: token,
    shareToken: token,
    giverToken: token,
    reservationNumber: token,
    magazineToken: token,
    device: {
      authorization: `Bearer ${token}`,
      enrolmentToken: token,
      gateCode: token,
      presenceCode: token,
      scanId: token,
    },
    spot: { qrToken: token, order: token, paidOrder: token, reservationToken: token },
  }
}

interface StoreAnswer {
  readonly status: number
  readonly body: string
}

async function ask(host: string, requests: readonly Request[]): Promise<StoreAnswer[]> {
  const answers: StoreAnswer[] = []
  for (const { method, url, body, authorization, signageKey } of requests) {
    const { statusCode: status, body: text } = await server.app.inject({
      method,
      url,
      headers: {
        host,
        ...(authorization !== undefined && { authorization }),
        ...(signageKey !== undefined && { 'x-signage-key': signageKey }),
      },
      ...(body && { payload: body }),
    })
    answers.push({ status, body: text })
  }
  return answers
}

function expectMarked(
  body: string,
  { own, foreign }: { readonly own: Belongings; readonly foreign: Belongings },
): void {
  expect(own.marks.filter(mark => body.includes(mark))).not.toEqual([])
  const { productUuid, tea } = foreign.catalogue
  const secrets = [...foreign.marks, productUuid, tea.productUuid]
  expect(secrets.filter(secret => body.includes(secret))).toEqual([])
}

async function notify(host: string, attemptId: string): Promise<StoreAnswer> {
  const id = `evt_${crypto.randomUUID()}`
  const object = { id: 'pi_1', object: 'payment_intent', metadata: { attempt_id: attemptId } }
  const payload = JSON.stringify({ id, object: 'event', type: 'payment_intent.succeeded', data: { object } })
  const signature = new Stripe('sk_tests').webhooks.generateTestHeaderString({
    payload,
    secret: WEBHOOK_SECRET,
  })
  const { statusCode: status, body } = await server.app.inject({
    method: 'POST',
    url: '/payment-webhooks/stripe',
    headers: { host, 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
  return { status, body }
}

/** All rows that a visitor's request may write; the taken units of a time span are the sum of its holds. */
async function everything(): Promise<unknown> {
  const tables = [
    'orders',
    'holds',
    'payment_attempts',
    'ledger_entries',
    'provider_events',
    'reservations',
    'tickets',
    'shares',
    'share_mails',
    'magazine_readers',
    'magazine_subscriptions',
    'gates',
    'gate_devices',
    'check_ins',
    'gate_refusals',
  ] as const
  return server.db.read(tx =>
    Promise.all(tables.map(table => sql`select * from ${sql.table(table)} t order by t::text`.execute(tx))),
  )
}
