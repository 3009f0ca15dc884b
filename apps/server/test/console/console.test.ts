import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import * as calendar from '@kippu/contract/console/calendar'
import * as cancellations from '@kippu/contract/console/cancellations'
import { CONSOLE_ERRORS } from '@kippu/contract/console/console-errors'
import * as acts from '@kippu/contract/console/desk-acts'
import * as coupons from '@kippu/contract/console/coupons'
import * as house from '@kippu/contract/console/house'
import * as wordsOfSite from '@kippu/contract/console/words'
import * as letters from '@kippu/contract/console/sent-letters'
import * as guests from '@kippu/contract/console/guests'
import * as members from '@kippu/contract/console/members'
import * as notices from '@kippu/contract/console/notices'
import * as offers from '@kippu/contract/console/offers'
import * as desk from '@kippu/contract/console/orders'
import * as persons from '@kippu/contract/console/persons'
import * as products from '@kippu/contract/console/products'
import * as refunds from '@kippu/contract/console/refunds'
import * as settings from '@kippu/contract/console/settings'
import * as sheets from '@kippu/contract/console/sheets'
import * as door from '@kippu/contract/console/sign-in'
import type { StaffCall } from '@kippu/contract/console/staff-call'
import { readToday } from '@kippu/contract/console/today'
import { CALLS } from '@kippu/contract/calls'
import { type Permission, PERMISSIONS_OF, type Role, ROLES } from '@kippu/domain/staff/permission'
import { jstDateOf, jstIso, midnightOf } from '@kippu/domain/jst-date'
import fc from 'fast-check'
import { sql } from 'kysely'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { rounds, seedOf } from '../../../../tools/test/proof-choice.ts'
import { readHouses } from '../../src/mail/houses.ts'
import { noting } from '../../src/mail/mail-worker.ts'
import { createMailer, type Mailer } from '../../src/mail/mailer.ts'
import { sendCompletionMail } from '../../src/mail/send-completion-mail.ts'
import { readPaymentReach } from '../../src/payments/methods/payment-reach.ts'
import { sendStaffMail } from '../../src/mail/send-staff-mail.ts'
import { list } from '../../src/platform/db/list.ts'
import { isRefusal } from '../../src/platform/http/refusal.ts'
import { hashToken } from '../../src/platform/tokens.ts'
import { seed } from '../../src/sites/seed/seed.ts'
import { uuidOf } from '../../src/platform/uuid-of.ts'
import { createCatalogueCache } from '../../src/sales/take-order/catalogue-cache.ts'
import { takeOrder } from '../../src/sales/take-order/take-order.ts'
import { arbitraryRequest } from '../arbitrary-request.ts'
import { kippuAs } from '../kippu.ts'
import { startMailbox } from '../mailbox.ts'
import { VISIT_DATE } from '../new-order.ts'
import { createShop, type StripeShop } from '../shop/shop.ts'
import { untilSomebodyWaits } from '../waiting-connections.ts'
import { type Authenticator, createAuthenticator } from './authenticator.ts'
import { askAt, type ConsoleVisitor, createConsoleVisitor } from './console-visitor.ts'
import { createPeople, type Member, type People, questionIn } from './people.ts'

const isCall = (x: unknown): x is StaffCall => typeof x === 'object' && x !== null && 'who' in x
const exported: readonly unknown[] = [
  ...Object.values(door),
  ...Object.values(desk),
  ...Object.values(refunds),
  ...Object.values(acts),
  ...Object.values(calendar),
  ...Object.values(cancellations),
  ...Object.values(house),
  ...Object.values(wordsOfSite),
  ...Object.values(guests),
  ...Object.values(letters),
  ...Object.values(persons),
  ...Object.values(sheets),
  ...Object.values(products),
  ...Object.values(notices),
  ...Object.values(members),
  ...Object.values(coupons),
  ...Object.values(offers),
  ...Object.values(settings),
  readToday,
]
const STAFF_CALLS = exported.filter(isCall)

let shop: StripeShop
let host: string
let folder: string
let people: People

beforeAll(async () => {
  const port = await claimPort()
  host = `console.localhost:${port}`
  folder = mkdtempSync(path.join(tmpdir(), 'kippu-console-'))
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'index.html'), '<title>Kippu</title>')
  shop = await createShop({
    payments: 'stripe',
    variables: { PORT: String(port), CONSOLE_HOST: host, TRUST_PROXY: '127.0.0.1' },
    replace: ({ web }) => ({ web: { ...web, consoleFolder: folder } }),
  })
  await shop.app.listen({ port, host: '127.0.0.1' })
  people = createPeople(shop, host)
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  shop.clock.advance(60 * 60_000)
  await shop.db.transaction(async tx => {
    for (const table of [
      'staff_sessions',
      'staff_passkeys',
      'staff_recovery_codes',
      'staff_invitations',
      'staff',
    ] as const)
      await tx.deleteFrom(table).execute()
  })
})

const origin = (): string => `http://${host}`

const invited: People['invited'] = (...typed) => people.invited(...typed)
const enrolled: People['enrolled'] = token => people.enrolled(token)
const owner: People['owner'] = () => people.owner()
const other: People['other'] = (...typed) => people.other(...typed)

/** Somebody who has worked there for long: no line of the last day says who let them in. */
async function known(name: string, role: Role, siteKeys: string[] | null = null): Promise<Member> {
  const id = crypto.randomUUID()
  const token = shop.deps.tokens.derive('invitation', id)
  const ends_at = new Date(shop.clock.now() + 60_000)
  await shop.db.transaction(async tx => {
    await tx.insertInto('staff').values({ name, role, site_keys: siteKeys }).execute()
    const invitation = { id, staff: name, token_hash: hashToken(token), created_at: new Date(), ends_at }
    await tx.insertInto('staff_invitations').values(invitation).execute()
  })
  return enrolled(token)
}

async function signIn(visitor: ConsoleVisitor, device: Authenticator, at = {}) {
  const { body: question } = await visitor.call(door.askPasskey)
  return visitor.call(door.signIn, { body: { passkey: device.show(question, at) } })
}

const run = (query: ReturnType<typeof sql>) => shop.db.transaction(tx => query.execute(tx))

const set = (key: string, value: number) =>
  run(sql`insert into settings (site_key, key, value) values ('demo', ${key}, ${String(value)})
    on conflict (site_key, key) do update set value = excluded.value`)
const unset = (key: string) => run(sql`delete from settings where site_key = 'demo' and key = ${key}`)

const linesOf = (subject: string) =>
  shop.db.read(read =>
    read
      .selectFrom('staff_actions')
      .select(['verb', 'staff', 'permission', 'details', 'reason', 'via'])
      .where('subject', '=', subject)
      .where('verb', '<>', 'order')
      .orderBy('id')
      .execute(),
  )

/** Tickets for guests that are begun under other keys with the line of some that were. */
async function begunLike<const Keys extends readonly string[]>(
  line: ReturnType<typeof sql>,
  keys: Keys,
): Promise<Keys> {
  const ids = keys.map(key => uuidOf(hashToken(key)))
  await run(sql`insert into staff_actions (at, site_key, staff, permission, verb, subject, details, via)
    select at, site_key, staff, permission, verb, other_id, details, via
      from staff_actions, unnest(${list('text', ids)}::text[]) as of_key (other_id)
     where verb = 'issue begun' and ${line}
     order by staff_actions.id desc limit ${ids.length}`)
  return keys
}

/** Takes the order of tickets for guests that were begun under a key. */
async function takeBegun(key: string, quantity: number): Promise<void> {
  const { productUuid, spans, adult } = shop.catalogue
  const taken = await takeOrder(
    { ...shop.deps, catalogue: createCatalogueCache(shop.deps) },
    'demo',
    {
      product_uuid: productUuid,
      time_span_id: spans[0]!,
      quantity,
      lang: 'ja',
      option_values: [{ option_value_id: adult, quantity }],
      set_products: [],
    },
    { id: uuidOf(hashToken(key)), channel: 'web', holder: null, isReady: true, holdSeconds: 60 },
  )
  expect(isRefusal(taken)).toBe(false)
}

/** Something that was begun in the last second of yesterday, and refused today: it takes nothing off the sum of today. */
async function beforeMidnight(staff: string, verb: string, details: object): Promise<void> {
  const midnight = midnightOf(jstDateOf(shop.clock.now()))
  for (const [stage, at] of [
    ['begun', midnight - 1_000],
    ['refused', midnight],
  ] as const)
    await run(sql`insert into staff_actions (at, site_key, staff, permission, verb, subject, details, via)
      values (${new Date(at)}, 'demo', ${staff}, 'orders:write', ${`${verb} ${stage}`}, 'ZYXWV98765', ${JSON.stringify(details)}, 'console')`)
}

const isRefused = (error: string) => ({ body: { error } })

describe('the host', () => {
  test('no call of the console answers at the host of a store, and none of the store at the console’s', async () => {
    const store = host.replace('console.', '')
    for (const { method, path } of STAFF_CALLS) {
      const { status, body } = await askAt(store, { method, path, headers: { origin: origin() }, body: '' })
      expect([404, 405], `${method} ${path} at a store`).toContain(status)
      expect(body['error']).not.toBe('not signed in')
    }
    for (const { method, path } of Object.values(CALLS)) {
      const { status } = await askAt(host, { method, path, headers: { origin: origin() }, body: '' })
      expect(status, `${method} ${path} at the console`).toBe(404)
    }
    // Without its port, and in any case, it is the same host.
    const bare = await askAt(host, { method: 'GET', path: door.readMe.path, headers: {}, body: '' })
    expect(bare).toMatchObject({ status: 401, ...isRefused('not signed in') })
  })

  test('its page stands at the addresses of its screens, may make passkeys and load nothing of others', async () => {
    const at = (address: string) => askAt(host, { method: 'GET', path: address, headers: {}, body: '' })
    for (const address of ['/', '/enrol', '/me', '/staff', '/sites/demo/orders/KP1']) {
      const { status, headers } = await at(address)
      expect({ address, status, type: headers['content-type'] }).toEqual({
        address,
        status: 200,
        type: 'text/html; charset=utf-8',
      })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['permissions-policy']).toContain('publickey-credentials-create=(self)')
    }
    for (const address of ['/tickets', '/robots.txt', '/readyz', '/metrics', '/assets/none.js'])
      expect({ address, ...(await at(address)) }).toMatchObject({ address, status: 404 })
  })

  test('only pages of the console change something: another origin, or none, is refused', async () => {
    for (const from of [null, 'http://localhost:1', origin().replace('console.', '')]) {
      const visitor = createConsoleVisitor(host, from)
      expect(await visitor.call(door.askPasskey)).toMatchObject({
        status: 403,
        ...isRefused('not permitted'),
      })
    }
  })

  test('a store lets no page make a passkey', async () => {
    const { headers } = await shop.app.inject('/')
    expect(headers['permissions-policy']).toContain('publickey-credentials-create=()')
  })
})

describe('the way in', () => {
  test('each call of the console but those of the door wants a session', async () => {
    const nobody = createConsoleVisitor(host)
    for (const call of STAFF_CALLS.filter(({ who }) => who !== 'anybody'))
      expect({
        path: call.path,
        ...(await nobody.call(call, { params: { site: 'demo', name: 'aki' } })),
      }).toMatchObject({
        path: call.path,
        status: 401,
        ...isRefused('not signed in'),
      })
  })

  test('an invitation lets one person in, once, within a day; a newer one takes its place', async () => {
    const first = await invited(undefined, 'aki', 'owner')
    const token = await invited('aki', 'aki', 'owner')
    const visitor = createConsoleVisitor(host)
    const ask = (invitation: string) =>
      visitor.call(door.askEnrolment, { body: { entrance: { invitation } } })
    expect(await ask(first)).toMatchObject({ status: 410, ...isRefused('invitation not valid') })
    expect(await ask('made-up')).toMatchObject({ status: 410 })
    const { codes } = await enrolled(token)
    expect(new Set(codes).size).toBe(10)
    expect(await ask(token)).toMatchObject({ status: 410 })
    const late = await invited('aki', 'ren', 'box_office')
    shop.clock.advance(24 * 60 * 60_000)
    expect(await ask(late)).toMatchObject({ status: 410 })
  })

  test('two who use one invitation at once are one', async () => {
    const token = await invited(undefined, 'aki', 'owner')
    const entrance = { invitation: token }
    const tries = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const visitor = createConsoleVisitor(host)
        const { body } = await visitor.call(door.askEnrolment, { body: { entrance } })
        const passkey = createAuthenticator(origin()).make(questionIn(body))
        return visitor.call(door.enrol, { body: { entrance, label: 'x', passkey } })
      }),
    )
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410])
  })

  test('a passkey signs in; not at another address, not unverified, not twice by one answer, not too late', async () => {
    const { device } = await owner()
    const visitor = createConsoleVisitor(host)
    expect(await signIn(visitor, device)).toMatchObject({ status: 200, body: { name: 'aki', role: 'owner' } })
    const bad = { status: 400, ...isRefused('passkey not accepted') }
    expect(await signIn(visitor, device, { origin: 'http://evil.example' })).toMatchObject(bad)
    expect(await signIn(visitor, device, { passkeyDomain: 'localhost' })).toMatchObject(bad)
    expect(await signIn(visitor, device, { isVerified: false })).toMatchObject(bad)
    expect(await signIn(visitor, createAuthenticator(origin()))).toMatchObject(bad)
    const { body: question } = await visitor.call(door.askPasskey)
    const passkey = device.show(question)
    expect(await visitor.call(door.signIn, { body: { passkey } })).toMatchObject({ status: 200 })
    expect(await visitor.call(door.signIn, { body: { passkey } })).toMatchObject(bad)
    const { body: old } = await visitor.call(door.askPasskey)
    shop.clock.advance(5 * 60_000 + 1)
    expect(await visitor.call(door.signIn, { body: { passkey: device.show(old) } })).toMatchObject(bad)
    // A question that this deployment has not asked.
    const forged = { challenge: Buffer.alloc(34, 7).toString('base64url') }
    expect(await visitor.call(door.signIn, { body: { passkey: device.show(forged) } })).toMatchObject(bad)
    // An answer for the enrolment of a passkey shows none.
    const { body: enrolment } = await visitor.call(door.askNewPasskey)
    expect(await visitor.call(door.signIn, { body: { passkey: device.show(enrolment) } })).toMatchObject(bad)
  })

  test('the cookie is for this host alone, for no script, and goes with the session', async () => {
    const { visitor, device } = await owner()
    const { headers } = await signIn(visitor, device)
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-staff=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    )
    const stolen = visitor.cookie()
    expect(await visitor.call(door.signOut)).toMatchObject({ status: 200 })
    const thief = createConsoleVisitor(host)
    thief.take(stolen)
    expect(await thief.call(door.readMe)).toMatchObject({ status: 401 })
  })

  test('a session ends after half an hour without a press, and after twelve hours in any case', async () => {
    const { visitor } = await owner()
    for (let passed = 0; passed < 12 * 60 - 20; passed += 20) {
      expect(await visitor.call(door.readMe)).toMatchObject({ status: 200 })
      shop.clock.advance(20 * 60_000)
    }
    shop.clock.advance(20 * 60_000)
    expect(await visitor.call(door.readMe)).toMatchObject({ status: 401 })
    const { visitor: idle } = await other('ren', 'box_office')
    shop.clock.advance(20 * 60_000)
    // A screen that reads again by itself keeps nobody in.
    expect(await idle.call(door.readMe, { isIdle: true })).toMatchObject({ status: 200 })
    shop.clock.advance(10 * 60_000)
    expect(await idle.call(door.readMe)).toMatchObject({ status: 401 })
  })

  test('who leaves, and whose passkey is taken away, is out at the next call', async () => {
    const { visitor } = await owner()
    const ren = await other('ren', 'box_office')
    expect(await ren.visitor.call(door.readMe)).toMatchObject({ status: 200 })
    expect(await visitor.call(door.endPersonCall, { params: { name: 'ren' } })).toMatchObject({ status: 200 })
    expect(await ren.visitor.call(door.readMe)).toMatchObject({ status: 401 })
    await expect.poll(() => shop.logged.join('\n')).toContain('a session that is over')
    expect(await signIn(ren.visitor, ren.device)).toMatchObject({ status: 400 })
    const { body: keys } = await visitor.call(door.readMyKeys)
    expect(keys).toMatchObject({
      passkeys: [{ label: 'desk', is_this: true }],
      sessions: [{ is_this: true }],
    })
    const remove = async (passkey: string) => visitor.call(door.removePasskey, { params: { passkey } })
    const [first = ''] = await idsOf(visitor)
    expect(await remove(first)).toMatchObject({ status: 409, ...isRefused('last passkey') })
    const spare = createAuthenticator(origin())
    const { body: asked } = await visitor.call(door.askNewPasskey)
    const added = { label: 'spare', passkey: spare.make(asked) }
    expect(await visitor.call(door.addPasskey, { body: added })).toMatchObject({ body: { passkeys: 2 } })
    const second = createConsoleVisitor(host)
    expect(await signIn(second, spare)).toMatchObject({ status: 200 })
    expect(await remove(first)).toMatchObject({ status: 200 })
    expect(await visitor.call(door.readMe)).toMatchObject({ status: 401 })
    expect(await second.call(door.readMe)).toMatchObject({ status: 200, body: { passkeys: 1 } })
  })

  test('who left and is put on the list again comes in by nothing that they had before', async () => {
    const { visitor } = await owner()
    const ren = await other('ren', 'box_office')
    const [recovery_code = ''] = ren.codes
    const invitation = await invited('aki', 'ren', 'box_office')
    expect(await visitor.call(door.endPersonCall, { params: { name: 'ren' } })).toMatchObject({ status: 200 })
    expect(await kippuAs(shop, 'aki', ['staff', 'put', 'ren', 'box_office'])).toMatchObject({ code: 0 })
    expect(await ren.visitor.call(door.readMe)).toMatchObject({ status: 401 })
    expect(await signIn(ren.visitor, ren.device)).toMatchObject({ status: 400 })
    for (const entrance of [{ invitation }, { name: 'ren', recovery_code }]) {
      const asked = await ren.visitor.call(door.askEnrolment, { body: { entrance } })
      expect(asked.body['error']).toMatch(/not (valid|accepted)$/)
    }
    const { visitor: back } = await enrolled(await invited('aki', 'ren', 'box_office'))
    expect(await back.call(door.readMe)).toMatchObject({ body: { passkeys: 1, recovery_codes: 10 } })
  })

  test('a recovery code lets its own person enrol a passkey, once', async () => {
    const { codes } = await owner()
    await other('ren', 'box_office')
    const [code = ''] = codes
    const visitor = createConsoleVisitor(host)
    const ask = (name: string, recovery_code: string) =>
      visitor.call(door.askEnrolment, { body: { entrance: { name, recovery_code } } })
    const bad = { status: 400, ...isRefused('recovery code not accepted') }
    expect(await ask('ren', code)).toMatchObject(bad)
    expect(await ask('nobody', code)).toMatchObject(bad)
    const typed = code.toUpperCase().replaceAll('-', ' ')
    const { body: asked } = await ask('aki', typed)
    const device = createAuthenticator(origin())
    const entrance = { name: 'aki', recovery_code: typed }
    const used = await visitor.call(door.enrol, {
      body: { entrance, label: 'new', passkey: device.make(questionIn(asked)) },
    })
    expect(used).toMatchObject({ status: 200, body: { recovery_codes: [], me: { recovery_codes: 9 } } })
    expect(await ask('aki', code)).toMatchObject(bad)
    expect(await signIn(visitor, device)).toMatchObject({ status: 200 })
  })

  test('calls of weight want a passkey of the last five minutes', async () => {
    const { visitor, device } = await owner()
    const { visitor: ren, device: rens } = await other('ren', 'box_office')
    shop.clock.advance(5 * 60_000)
    const invite = () =>
      visitor.call(door.invitePerson, { body: { name: 'sora', role: 'accountant', sites: null } })
    expect(await invite()).toMatchObject({ status: 403, ...isRefused('passkey needed again') })
    const prove = async (shown: Authenticator) => {
      const { body: question } = await visitor.call(door.askPasskey)
      return visitor.call(door.proveAgain, { body: { passkey: shown.show(question) } })
    }
    // Somebody else’s passkey proves nothing.
    expect(await prove(rens)).toMatchObject({ status: 400 })
    expect(await invite()).toMatchObject({ status: 403 })
    expect(await prove(device)).toMatchObject({ status: 200 })
    expect(await invite()).toMatchObject({ status: 200 })
    expect(await ren.call(door.readMe)).toMatchObject({ body: { fresh_until: null } })
    const weighty = STAFF_CALLS.filter(({ fresh }) => fresh === true)
    const others = STAFF_CALLS.filter(({ fresh, method, who }) => !fresh && method !== 'GET' && isOfRole(who))
    expect(others.filter(call => !LIGHT.has(call)).map(({ path }) => path)).toEqual([])
    for (const call of weighty) {
      const params = { name: 'aki', passkey: 'x', session: 'x', site: 'demo', order: 'x' }
      expect({ path: call.path, ...(await ren.call(call, { params })) }).toMatchObject({
        path: call.path,
        ...isRefused('passkey needed again'),
      })
    }
  })
})

/** Calls that change nothing, or what the same person takes back at once; a day that must be closed waits for no passkey. */
const LIGHT = new Set<StaffCall>([
  desk.searchOrders,
  desk.readContact,
  refunds.previewRefundCall,
  cancellations.previewCancellationCall,
  persons.planErasure,
  sheets.previewSheet,
  acts.noteOrderCall,
  acts.resendTickets,
  calendar.addTimeCall,
  calendar.setCapacityCall,
  calendar.stopSaleCall,
  calendar.resumeSaleCall,
  house.putHouseCall,
  settings.putSettingCall,
  products.uploadPictureCall,
  wordsOfSite.draftWordsCall,
  wordsOfSite.publishWordsCall,
  wordsOfSite.takeWordsBackCall,
  notices.putNoticeCall,
  notices.withdrawNoticeCall,
])
const isOfRole = (who: StaffCall['who']): boolean => who !== 'anybody' && who !== 'signed in'

test('a setting is set as it was seen; to let one person do more, an owner asks another one', async () => {
  const aki = await known('aki', 'owner')
  const mio = await known('mio', 'manager', ['demo'])
  const ren = await known('ren', 'box_office', ['demo'])
  const put = (by: Member, name: string, value: string | null, seen: string | null) =>
    by.visitor.call(settings.putSettingCall, {
      params: { site: 'demo', name },
      body: { value, seen, reason: 'spring' },
    })
  const valueOf = async (name: string) => {
    const { body } = await aki.visitor.call(settings.readSettingsCall, { params: { site: 'demo' } })
    const { rows } = v.parse(settings.readSettingsCall.response, body)
    return rows.find(row => row.name === name)
  }
  expect(await put(ren, 'Checkin_Early_Minutes', '6', null)).toMatchObject(isRefused('not permitted'))
  expect(await put(mio, 'Checkin_Early_Minutes', 'soon', null)).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'value', rule: expect.stringContaining('from 0 to 9999') }] },
  })
  expect(await put(mio, 'Checkin_Early_Minutes', '6', null)).toMatchObject({ status: 200 })
  expect(await put(aki, 'Checkin_Early_Minutes', '7', null)).toMatchObject({
    ...isRefused('changed meanwhile'),
    body: { conflicts: [{ field: 'Checkin_Early_Minutes', theirs: '6', by: 'mio' }] },
  })
  expect(await valueOf('Checkin_Early_Minutes')).toMatchObject({ value: '6', changed: { by: 'mio' } })
  expect(await put(mio, 'Checkin_Early_Minutes', null, '6')).toMatchObject({ status: 200 })

  const name = 'Refund_Alone_Tickets'
  expect(await put(mio, name, '4', null)).toMatchObject(isRefused('not permitted'))
  expect(await put(aki, name, '4', null)).toMatchObject({ status: 200 })
  expect(await put(aki, name, '12', '4')).toMatchObject(isRefused('second person needed'))
  const ask = (one: string, value: string) =>
    aki.visitor.call(settings.askSettingCall, {
      params: { site: 'demo', name: one },
      body: { value, reason: 'groups' },
    })
  // What is asked for is kept, so nobody asks for what needs no second person: it may name people.
  for (const [one, value] of [
    ['Summary_Mail', 'aki@museum.example'],
    [name, '3'],
  ] as const)
    expect(await ask(one, value)).toMatchObject({
      status: 400,
      body: { fields: [{ rule: `${one} needs no second person` }] },
    })
  const asked = await ask(name, '12')
  expect(asked).toMatchObject({ status: 200 })
  const approval = String(asked.body['id'])
  const doIt = () =>
    aki.visitor.call(settings.doSettingCall, { params: { site: 'demo', approval }, body: {} })
  expect(await doIt()).toMatchObject(isRefused('approval not valid'))
  const agreed = await mio.visitor.call(refunds.decideApprovalCall, {
    params: { site: 'demo', approval },
    body: { agrees: true },
  })
  expect(agreed).toMatchObject({ status: 200 })
  // Raised further meanwhile: it is not lowered to what was agreed to before.
  await set(name, 20)
  expect(await doIt()).toMatchObject(isRefused('approval not valid'))
  await set(name, 4)
  expect(await doIt()).toMatchObject({ status: 200 })
  expect(await valueOf(name)).toMatchObject({ value: '12', changed: { by: 'aki' } })
  await run(sql`delete from settings where key = ${name}`)
})

async function idsOf(visitor: ConsoleVisitor): Promise<readonly string[]> {
  const { body } = await visitor.call(door.readMyKeys)
  const { passkeys } = body
  return Array.isArray(passkeys) ? passkeys.map((one: { readonly id: string }) => one.id) : []
}

const STRANGE_CALLS = rounds({ short: 60, whole: 4_000 })

test(`each call answers whatever is sent to it with a word of its list (${STRANGE_CALLS} calls)`, async () => {
  const { visitor } = await owner()
  const { productUuid: product } = shop.catalogue
  const names = STAFF_CALLS.flatMap(({ path }) => path.match(/(?<={)\w+(?=})/g) ?? [])
  const plausible = {
    ...Object.fromEntries(names.map(name => [name, ['x', '1', randomUUID()]])),
    site: ['demo', 'none', '\0'],
    order: ['ABCDEFGH23'],
    date: [VISIT_DATE],
    from: [VISIT_DATE],
    to: [VISIT_DATE],
    product: [product, null],
    typed: ['aki', 'a\0b'],
  }
  const leaving: readonly StaffCall[] = [door.signOut, door.endSession]
  const calls = STAFF_CALLS.filter(call => !call.upload && !call.live && !leaving.includes(call))
  const sample = { numRuns: STRANGE_CALLS, seed: seedOf(39) }
  const requests = fc.sample(arbitraryRequest(calls, plausible), sample)
  for (const [turn, { call, url, body = '', contentType }] of requests.entries()) {
    // Somebody who is refused while they still send sees the connection end; Node sends no length for a body to delete.
    if (body.length > (call.method === 'DELETE' ? 0 : 60_000)) continue
    const headers = {
      origin: origin(),
      cookie: visitor.cookie() ?? '',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': `192.0.2.${turn % 250}`,
      'content-type': contentType ?? 'application/json',
    }
    const { status, body: answer } = await askAt(host, { method: call.method, path: url, headers, body })
    const listed = new Map<unknown, number>(Object.entries(CONSOLE_ERRORS)).get(answer['error'])
    expect({ url, body, status, answer }).toEqual({ url, body, status: listed ?? 200, answer })
  }
})

describe('the people', () => {
  test('an owner invites and ends; the last owner stays, and nobody else gives rights', async () => {
    const { visitor } = await owner()
    const body = { name: 'ren', role: 'box_office', sites: ['mori'] }
    const made = await visitor.call(door.invitePerson, { body })
    expect(made.body['invitation_url']).toMatch(/^http:\/\/console\.localhost:\d+\/enrol#inv_[\w-]{24}$/)
    const [, token = ''] = String(made.body['invitation_url']).split('#')
    const ren = await enrolled(token)
    expect(await visitor.call(door.listPeople)).toMatchObject({
      body: {
        people: [
          { name: 'aki', role: 'owner', sites: null, passkeys: 1 },
          { name: 'ren', role: 'box_office', sites: ['mori'], passkeys: 1 },
        ],
      },
    })
    const end = (by: ConsoleVisitor, name: string) => by.call(door.endPersonCall, { params: { name } })
    expect(await end(visitor, 'aki')).toMatchObject({ status: 409, ...isRefused('last owner') })
    expect(await end(visitor, 'stranger')).toMatchObject({ status: 404 })
    expect(await end(ren.visitor, 'aki')).toMatchObject({ status: 403, ...isRefused('not permitted') })
    expect(await ren.visitor.call(door.listPeople)).toMatchObject({ status: 403 })
    const wrong = { ...body, sites: ['atlantis'] }
    expect(await visitor.call(door.invitePerson, { body: wrong })).toMatchObject({
      status: 400,
      body: { error: 'invalid request', fields: [{ field: 'sites' }] },
    })
  })

  test('an invitation goes to the person’s own address, and all owners hear of an owner who is invited', async () => {
    const mailbox = await startMailbox()
    try {
      const { visitor } = await owner()
      const aki = { name: 'aki', role: 'owner', sites: null, email: 'aki@museum.example' }
      const invite = (body: object) => visitor.call(door.invitePerson, { body })
      await kippuAs(shop, 'aki', ['staff', 'put', 'aki', 'owner', '--mail', aki.email])
      const body = { name: 'umi', role: 'owner', sites: null, email: 'umi@museum.example' }
      expect(await invite(body)).toMatchObject({ status: 200, body: { invitation_url: null } })
      expect(await invite({ ...body, email: 'nobody' })).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'email' }] },
      })
      const houses = readHouses(shop.deps.sites)
      const mails = { ...shop.deps, mailer: createMailer(mailbox.smtpUrl), houses }
      const send = async () => {
        for (const job of await shop.queued())
          if (job.name === 'send-staff-mail') await sendStaffMail(mails, job)
      }
      await send()
      const [told] = await mailbox.mailsTo(aki.email)
      expect(told?.text).toContain('aki invited umi as an owner.')
      const [mail] = await mailbox.mailsTo(body.email)
      const [, token = ''] = /enrol#(inv_\S+)/.exec(mail?.text ?? '') ?? []
      const umi = await enrolled(token)
      expect(await umi.visitor.call(door.readMe)).toMatchObject({ body: { name: 'umi', role: 'owner' } })
      // Used: nobody is written to a second time.
      await send()
      expect(await mailbox.mailsTo(body.email)).toHaveLength(1)
      // At the machine an owner’s is shown, though they have an address; somebody who left has none.
      const last = await kippuAs(shop, 'aki', ['staff', 'invite', 'umi', '--owner'])
      expect(last.text).toContain('/enrol#inv_')
      // Whose address is replaced, or who is ended, hears of it where they were reached, and of a second change too late.
      await invite({ ...body, email: 'thief@museum.example' })
      await invite({ ...body, email: 'other@museum.example' })
      await send()
      const textsTo = async (address: string) =>
        (await mailbox.mailsTo(address)).map(({ text }) => text).join('\n')
      expect(await textsTo(body.email)).toMatch(/no\s+longer\s+the\s+address\s+of\s+umi/)
      expect(await textsTo('thief@museum.example')).toBe('')
      await visitor.call(door.endPersonCall, { params: { name: 'umi' } })
      await send()
      expect(await textsTo('other@museum.example')).toMatch(/no\s+longer\s+the\s+address/)
      const { body: listed } = await visitor.call(door.listPeople)
      expect(listed).toMatchObject({ people: [{ email: aki.email }, { name: 'umi', email: null }] })
    } finally {
      await mailbox.close()
    }
  })

  test('the same act by command and by console leaves the same line', async () => {
    const { visitor } = await owner()
    await visitor.call(door.invitePerson, { body: { name: 'ren', role: 'box_office', sites: ['mori'] } })
    await kippuAs(shop, 'aki', ['staff', 'invite', 'sora', 'box_office', '--sites', 'mori'])
    const { rows } = await shop.db.read(read =>
      sql<Record<string, unknown>>`
        select staff, permission, verb, details from staff_actions where subject in ('ren', 'sora') order by id desc limit 2`.execute(
        read,
      ),
    )
    expect(rows[0]).toEqual(rows[1])
    expect(rows).toHaveLength(2)
  })
})

const productsIn = ({ orders }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(orders) ? orders.map((one: { readonly product: unknown }) => one.product) : []

describe('a visitor', () => {
  test('is found, read, and reached; what was asked for is written down', async () => {
    const { number, orderId } = await shop.buy()
    const answers = JSON.stringify([
      { key: 'email', value: 'hana@example.com' },
      { key: 'phone', value: '09000000000' },
    ])
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ customer_info: answers }).where('id', '=', orderId).execute(),
    )
    await owner()
    const { visitor } = await other('ren', 'box_office', '--sites', 'demo')
    const params = { site: 'demo', order: number }
    const found = await visitor.call(desk.searchOrders, { params, body: { typed: number } })
    expect(found).toMatchObject({
      status: 200,
      body: {
        orders: [{ reservation_number: number, status: 'completed', visit: { state: 'to come' } }],
        has_more: false,
      },
    })
    expect(JSON.stringify(found.body)).not.toMatch(/[a-z]{2,}@/)
    // In the language of the reader.
    const english = await askAt(host, {
      method: 'POST',
      path: '/console/v1/sites/demo/order-searches',
      headers: {
        origin: origin(),
        cookie: visitor.cookie() ?? '',
        'accept-language': 'en',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ typed: number }),
    })
    expect(productsIn(english.body)).toEqual(['Forest of Light'])
    expect(productsIn(found.body)).toEqual(['光の森'])
    const story = await visitor.call(desk.readStory, { params })
    expect(story).toMatchObject({ status: 200, body: { reservation_number: number } })
    expect(story.body['email']).toBe('h…@example.com')
    const contact = await visitor.call(desk.readContact, { params })
    expect(contact.body).toEqual({ email: 'hana@example.com', phone: '09000000000' })
    const again = await visitor.call(desk.readStory, { params })
    expect(JSON.stringify(again.body['events'])).toContain('"order contact"')
    const day = await visitor.call(readToday, { params, query: { date: String(story.body['visit_date']) } })
    expect(day).toMatchObject({ status: 200, body: { payments: [], refused_addresses: [] } })
    const list = await visitor.call(desk.readDoorParties, {
      params,
      query: { date: String(story.body['visit_date']) },
    })
    expect(list).toMatchObject({ body: { parties: [{ reservation_number: number, entered: 0 }] } })
  })

  test('stands in today’s list where somebody has to look: a visit of a cancelled day, letters, webhooks, a worker that stands', async () => {
    const { number, orderId } = await shop.buy()
    await run(sql`update jobs.job set state = 'completed' where state < 'active'`)
    await owner()
    const { visitor } = await other('ren', 'box_office', '--sites', 'demo')
    const today = async () => {
      const params = { site: 'demo' }
      const { body } = await visitor.call(readToday, { params, query: { date: '2026-12-01' } })
      const { cancelled_visits, webhooks, refused_addresses, work_waits_since } = body
      return { cancelled_visits, webhooks, refused_addresses, work_waits_since }
    }
    const nothing = { cancelled_visits: [], webhooks: [], refused_addresses: [], work_waits_since: null }
    expect(await today()).toEqual(nothing)
    await run(sql`
      with cancelled as (
        insert into visit_cancellations (site_key, span_ids, from_date, to_date, way, reason, staff, created_at, ended_at)
        values ('demo', '{1}', '2026-12-01', '2026-12-01', 'refund', 'storm', 'aki', now(), now()) returning id)
      insert into visit_cancellation_items (id, cancellation_id, site_key, reservation_id, order_id, state, code, check_at)
      select gen_random_uuid(), cancelled.id, 'demo', r.id, r.order_id, 'needs_person', 'ticket was used', now()
        from cancelled, reservations r where r.number = ${number}`)
    await run(sql`
      with hook as (
        insert into webhook_endpoints (id, site_key, url, events, secret)
        values (gen_random_uuid(), 'demo', 'https://hooks.example/secret', '{order.completed}', '') returning id),
      event as (
        insert into webhook_events (site_key, type, reservation_id, data)
        select 'demo', 'webhook.test', id, '{}' from hook returning id)
      insert into webhook_deliveries (endpoint_id, event_id, reservation_id, state, ended_at)
      select hook.id, event.id, hook.id, 'dead', now() from hook, event`)
    await run(sql`update orders set email_refused_at = now() where id = ${orderId}`)
    const due = new Date(shop.clock.now() - 6 * 60_000)
    await run(
      sql`update jobs.job set state = 'retry', start_after = ${due} where id in (select id from jobs.job limit 1)`,
    )
    expect(await today()).toMatchObject({
      cancelled_visits: [{ reservation_number: number, code: 'ticket was used' }],
      webhooks: [{ host: 'hooks.example', given_up: 1 }],
      refused_addresses: [{ reservation_number: number }],
      work_waits_since: jstIso(due.getTime()),
    })
    await run(sql`delete from visit_cancellation_items`)
    await run(sql`update webhook_endpoints set removed_at = now()`)
    await run(sql`update orders set email_refused_at = null where id = ${orderId}`)
    await run(sql`update jobs.job set state = 'completed'`)
    expect(await today()).toEqual(nothing)
  })

  test('of another site answers exactly as one that does not exist', async () => {
    const { number } = await shop.buy()
    await owner()
    const { visitor } = await other('ren', 'box_office', '--sites', 'mori')
    const at = (site: string, order: string) => visitor.call(desk.readStory, { params: { site, order } })
    const [elsewhere, made, here] = [
      await at('demo', number),
      await at('atlantis', number),
      await at('mori', number),
    ]
    expect(elsewhere).toMatchObject({ status: 404, ...isRefused('not found') })
    expect([made.body, here.body]).toEqual([elsewhere.body, elsewhere.body])
    await expect.poll(() => shop.logged.join('\n')).toContain('ren does not work at demo')
  })

  test('an eleventh contact in an hour wants the passkey', async () => {
    const numbers: string[] = []
    for (let count = 0; count < 11; count += 1) {
      await shop.resetStock()
      numbers.push((await shop.buy()).number)
    }
    await owner()
    const { visitor } = await other('ren', 'box_office')
    shop.clock.advance(6 * 60_000)
    const statuses: number[] = []
    for (const order of numbers)
      statuses.push((await visitor.call(desk.readContact, { params: { site: 'demo', order } })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 403])
    const [first = ''] = numbers
    expect(await visitor.call(desk.readContact, { params: { site: 'demo', order: first } })).toMatchObject({
      status: 403,
    })
  })

  test.each(ROLES)('%s reads orders only with the permission', async role => {
    await owner()
    const { visitor } = await other('ren', role === 'owner' ? 'owner' : role)
    const may = (permission: Permission) => PERMISSIONS_OF[role].includes(permission)
    const params = { site: 'demo', order: 'KP-UNKNOWN' }
    for (const { call, sent, found } of [
      { call: desk.searchOrders, sent: { body: { typed: 'Yamada' } }, found: 200 },
      { call: desk.readStory, sent: {}, found: 404 },
      { call: desk.readContact, sent: {}, found: 404 },
      { call: desk.readDoorParties, sent: { query: { date: '2026-12-01' } }, found: 200 },
      { call: readToday, sent: { query: { date: '2026-12-01' } }, found: 200 },
    ])
      expect({ path: call.path, ...(await visitor.call(call, { params, ...sent })) }).toMatchObject(
        may(call.who) ? { path: call.path, status: found } : { status: 403, ...isRefused('not permitted') },
      )
    const refusal = may('orders:read') ? '' : `find needs orders:read, which the role ${role} does not have`
    await expect.poll(() => shop.logged.join('\n')).toContain(refusal)
  })

  test.each([
    ['one letter', 'あ'],
    ['nothing', '  '],
    ['five hundred letters', 'あ'.repeat(500)],
  ])('%s is no search', async (_, typed) => {
    const { visitor } = await owner()
    expect(
      await visitor.call(desk.searchOrders, { params: { site: 'demo' }, body: { typed } }),
    ).toMatchObject({ status: 400, body: { error: 'invalid request', fields: [{ field: 'typed' }] } })
  })

  test.each(['%%', '__', "'; drop table orders; --", '𠮷野', '🎫🎫'])(
    '%s finds nobody and harms nothing',
    async typed => {
      const { visitor } = await owner()
      expect(
        await visitor.call(desk.searchOrders, { params: { site: 'demo' }, body: { typed } }),
      ).toMatchObject({ status: 200, body: { orders: [] } })
    },
  )
})

describe('money that goes back', () => {
  const reason = 'they are ill'

  const letIn = async (by: string, name: string, role: string, ...more: string[]): Promise<Member> =>
    enrolled(await invited(by, name, role, ...more))

  /** A clerk, and a visit of two tickets at 3,200 yen each. */
  async function withVisit(quantity = 2) {
    await shop.resetStock()
    const { number, orderId } = await shop.buy(quantity)
    const [boss, clerk] = [await known('boss', 'owner'), await known('clerk', 'box_office')]
    return { number, orderId, boss, clerk, params: { site: 'demo', order: number } }
  }
  type Visit = Awaited<ReturnType<typeof withVisit>>

  const tickets = (...numbers: number[]) => ({ tickets: numbers, even_accepted: false })
  const seenBy = async ({ visitor }: Member, params: Visit['params'], what: unknown) =>
    (await visitor.call(refunds.previewRefundCall, { params, body: { what } })).body
  async function refundAs(member: Member, params: Visit['params'], what: unknown, more: object = {}) {
    const { seen } = await seenBy(member, params, what)
    const body = { what, even_disputed: false, reason, seen, ...more }
    return member.visitor.call(refunds.refundOrder, { params, body })
  }
  /** A day later nobody is new any more. */
  async function aDayLater(...members: readonly Member[]) {
    shop.clock.advance(24 * 60 * 60_000)
    for (const { visitor, device } of members) await signIn(visitor, device)
  }
  test('is seen before it is asked for, goes once for its key, and only as it was seen', async () => {
    const { clerk, params } = await withVisit()
    const what = tickets(1)
    const seen = await seenBy(clerk, params, what)
    expect(seen).toMatchObject({
      tickets: [{ number: 1, yen: 3200 }],
      amount: 3200,
      stays: { tickets: 1, yen: 3200 },
      payments: [{ method: 'stripe', amount: 3200, elsewhere: 0, is_known: true }],
      dispute: null,
      needs_second_person: false,
    })
    const body = { what, even_disputed: false, reason, seen: seen['seen'] }
    const key = 'a key of the tab of a clerk'.replaceAll(' ', '-')
    const send = (more: object = {}) =>
      clerk.visitor.call(refunds.refundOrder, { params, body: { ...body, ...more }, key })
    const done = await send()
    expect(done).toMatchObject({ status: 200, body: { amount: 3200, tickets: [1], state: 'done' } })
    // The tab never saw the answer: it asks again, and nothing is done twice.
    expect((await send()).body).toEqual(done.body)
    expect(await send({ reason: 'another' })).toMatchObject({ status: 422, ...isRefused('key reused') })
    const again = await refundAs(clerk, params, what)
    expect(again).toMatchObject({ status: 400 })
    expect(await clerk.visitor.call(refunds.previewRefundCall, { params, body: { what } })).toMatchObject({
      status: 409,
      body: { error: 'refused', why: 'ticket is revoked already' },
    })
    // It was looked at while both tickets were there.
    expect(await refundAs(clerk, params, tickets(2), { seen: seen['seen'] })).toMatchObject({
      status: 409,
      ...isRefused('changed meanwhile'),
    })
    expect(await refundAs(clerk, params, { difference: 200 })).toMatchObject({
      body: { amount: 200, tickets: [] },
    })
    await shop.compareBooks()
  })

  test('wants a key, a fresh passkey, a session, the permission, and a site of one’s own', async () => {
    const { boss, clerk, params } = await withVisit()
    const what = tickets(1)
    const { seen } = await seenBy(clerk, params, what)
    const body = { what, even_disputed: false, reason, seen }
    expect(await clerk.visitor.call(refunds.refundOrder, { params, body, key: 'short' })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'Idempotency-Key' }] },
    })
    const umi = await letIn('boss', 'umi', 'box_office', '--sites', 'mori')
    const elsewhere = await umi.visitor.call(refunds.refundOrder, { params, body })
    const made = await umi.visitor.call(refunds.refundOrder, { params: { ...params, site: 'mori' }, body })
    expect(elsewhere).toMatchObject({ status: 404, ...isRefused('not found') })
    expect(made.body).toEqual(elsewhere.body)
    const auditor = await letIn('boss', 'sora', 'auditor')
    expect(await auditor.visitor.call(refunds.refundOrder, { params, body })).toMatchObject({ status: 403 })
    shop.clock.advance(5 * 60_000)
    const refund = () => clerk.visitor.call(refunds.refundOrder, { params, body })
    expect(await refund()).toMatchObject({ status: 403, ...isRefused('passkey needed again') })
    // Their access ends while the refund is on the screen.
    await signIn(clerk.visitor, clerk.device)
    await signIn(boss.visitor, boss.device)
    await boss.visitor.call(door.endPersonCall, { params: { name: 'clerk' } })
    expect(await refund()).toMatchObject({ status: 401 })
    expect(await linesOf(params.order)).toEqual([])
  })

  test('leaves the same by command and by console but for the door', async () => {
    const { number, clerk, params } = await withVisit()
    await refundAs(clerk, params, tickets(1))
    await kippuAs(shop, 'clerk', ['refund', number, '--tickets', '2', '--reason', reason])
    const [byConsole, byCommand, ...more] = await linesOf(number)
    expect(more).toEqual([])
    expect(byConsole).toMatchObject({ via: 'console', details: { tickets: [1], yen: 3200 } })
    expect({ ...byCommand, via: 'console', details: { tickets: [1], yen: 3200 } }).toEqual(byConsole)
    const { rows } = await shop.db.read(read =>
      sql<object>`select site_key, purpose, amount, reason, is_spread, is_told_otherwise from refund_requests
        where reservation_id = (select id from reservations where number = ${number}) order by created_at`.execute(
        read,
      ),
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual(rows[1])
  })

  const ask = async (member: Member, params: Visit['params'], what: unknown) => {
    const { seen } = await seenBy(member, params, what)
    const body = { what, even_disputed: false, reason, seen }
    return String((await member.visitor.call(refunds.askApprovalCall, { params, body })).body['id'])
  }
  const decide = ({ visitor }: Member, approval: string, agrees = true) =>
    visitor.call(refunds.decideApprovalCall, { params: { site: 'demo', approval }, body: { agrees } })
  const notValid = (why: string) => ({ status: 403, body: { error: 'approval not valid', why } })

  test('is given back by two where it is much, and the log has both', async () => {
    const { clerk, boss, params } = await withVisit(3)
    await set('Refund_Alone_Yen', 3_200)
    const what = tickets(1, 2)
    expect(await seenBy(clerk, params, what)).toMatchObject({ needs_second_person: true })
    expect(await refundAs(clerk, params, what)).toMatchObject({
      status: 409,
      ...isRefused('second person needed'),
    })
    const approval = await ask(clerk, params, what)
    expect(await refundAs(clerk, params, what, { approval })).toMatchObject(notValid('nobody has agreed yet'))
    expect(await decide(clerk, approval)).toMatchObject({ status: 403, ...isRefused('not permitted') })
    expect(await boss.visitor.call(refunds.listApprovalsCall, { params })).toMatchObject({
      body: {
        approvals: [
          {
            id: approval,
            asked_by: 'clerk',
            subject: params.order,
            product: expect.stringMatching(/./),
            may_be_one: false,
            reason,
            shown: { yen: 6400, tickets: [1, 2] },
          },
        ],
      },
    })
    expect(await decide(boss, approval)).toMatchObject({ status: 200 })
    expect(await refundAs(clerk, params, what, { approval })).toMatchObject({
      status: 200,
      body: { amount: 6400 },
    })
    expect(await linesOf(params.order)).toMatchObject([
      { verb: 'refund ask', staff: 'clerk' },
      { verb: 'refund refused', staff: 'clerk', details: { approval, asked_by: 'clerk' } },
      { verb: 'approval', staff: 'boss', details: { asked_by: 'clerk', given: true } },
      { verb: 'refund', staff: 'clerk', details: { approval, approved_by: 'boss' } },
    ])
    // A refund is one line of the story, with its end.
    const { body: story } = await clerk.visitor.call(desk.readStory, { params })
    expect(
      v
        .parse(desk.readStory.response, story)
        .events.filter(({ kind }) => /refund(ed|s)?( done| asked for)?$/.test(kind)),
    ).toMatchObject([
      { kind: 'refund', facts: { by: 'clerk', amount: -6400, tickets: [1, 2], done: expect.any(String) } },
    ])
    await unset('Refund_Alone_Yen')
    await shop.compareBooks()
  })

  /** Two tickets that are too much for one person, which the boss has agreed to. */
  async function withApproval(quantity = 3) {
    const visit = await withVisit(quantity)
    await set('Refund_Alone_Tickets', 1)
    const approval = await ask(visit.clerk, visit.params, tickets(1, 2))
    return {
      ...visit,
      approval,
      refund: (what: unknown) => refundAs(visit.clerk, visit.params, what, { approval }),
    }
  }
  const triesAt = async ({ order }: Visit['params']) =>
    (await linesOf(order)).flatMap(({ verb, staff, details }) =>
      verb.endsWith('refused') ? [{ verb, staff, details }] : [],
    )

  test('own approval: whoever asks does not agree, whatever their role', async () => {
    const { boss, params } = await withApproval()
    expect(await decide(boss, await ask(boss, params, tickets(1, 2)))).toMatchObject(
      notValid('it is your own'),
    )
    expect(await decide(boss, 'x')).toMatchObject({ status: 404 })
    expect(await triesAt(params)).toMatchObject([
      { verb: 'approval refused', staff: 'boss', details: { asked_by: 'boss', why: 'it is your own' } },
    ])
    await unset('Refund_Alone_Tickets')
  })

  test('changed payload: what was agreed to is given back, by the one who asked, and nothing else', async () => {
    const { boss, params, approval, refund } = await withApproval()
    await decide(boss, approval)
    for (const other of [tickets(1, 3), tickets(1, 2, 3), { difference: 6400 }])
      expect(await refund(other)).toMatchObject(notValid('it is for something else'))
    expect(await refundAs(boss, params, tickets(1, 2), { approval })).toMatchObject(
      notValid('no such approval'),
    )
    const by = { approval, asked_by: 'clerk', decided_by: 'boss' }
    const other = {
      verb: 'refund refused',
      staff: 'clerk',
      details: { ...by, why: 'it is for something else' },
    }
    expect(await triesAt(params)).toEqual([
      other,
      other,
      other,
      { verb: 'refund refused', staff: 'boss', details: { ...by, why: 'no such approval' } },
    ])
    await unset('Refund_Alone_Tickets')
  })

  test('double use: an approval is decided once, and used once', async () => {
    const { boss, params, approval, refund } = await withApproval()
    expect(await decide(boss, approval)).toMatchObject({ status: 200 })
    expect(await decide(boss, approval)).toMatchObject(notValid('it was decided already'))
    expect(await refund(tickets(1, 2))).toMatchObject({ status: 200 })
    expect(await refund(tickets(3))).toMatchObject(notValid('it was used already'))
    expect(await triesAt(params)).toMatchObject([
      { verb: 'approval refused', details: { asked_by: 'clerk' } },
      { verb: 'refund refused', details: { decided_by: 'boss', why: 'it was used already' } },
    ])
    await unset('Refund_Alone_Tickets')
  })

  test('is not agreed to by what was seen before, or by somebody who said no', async () => {
    const { clerk, boss, params, approval } = await withApproval(4)
    await decide(boss, approval)
    // Another ticket went back in between: what stays is not what the second person saw.
    expect(await refundAs(clerk, params, tickets(4))).toMatchObject({ status: 200 })
    expect(await refundAs(clerk, params, tickets(1, 2), { approval })).toMatchObject(
      notValid('it is for something else'),
    )
    const refusedOne = await ask(clerk, params, tickets(1, 2))
    await decide(boss, refusedOne, false)
    expect(await refundAs(clerk, params, tickets(1, 2), { approval: refusedOne })).toMatchObject(
      notValid('nobody has agreed yet'),
    )
    await unset('Refund_Alone_Tickets')
  })

  test('expiry: a day after the asking nothing is agreed to, and nothing done', async () => {
    const { clerk, boss, params, approval, refund } = await withApproval()
    const undecided = await ask(clerk, params, tickets(1, 2))
    await decide(boss, approval)
    await aDayLater(clerk, boss)
    expect(await refund(tickets(1, 2))).toMatchObject(notValid('it has expired'))
    expect(await decide(boss, undecided)).toMatchObject(notValid('it has expired'))
    await unset('Refund_Alone_Tickets')
  })

  const needed = { status: 409, ...isRefused('second person needed') }

  test('refunds split below the limit: those of an order are added up', async () => {
    const { clerk, params } = await withVisit(3)
    await set('Refund_Alone_Tickets', 2)
    await refundAs(clerk, params, tickets(1))
    await refundAs(clerk, params, tickets(2))
    expect(await refundAs(clerk, params, tickets(3))).toMatchObject(needed)
    await unset('Refund_Alone_Tickets')
  })

  test('one shell as two names: the day’s sum is a person’s at the console, and everybody’s at the command line', async () => {
    // The others have given back on another day.
    shop.clock.advance(24 * 60 * 60_000)
    const { number, clerk, params } = await withVisit(4)
    await refundAs(clerk, params, tickets(1, 2))
    await set('Refund_Alone_Day_Yen', 9_600)
    const shell = (name: string, ticket: string) =>
      kippuAs(shop, name, ['refund', number, '--tickets', ticket, '--reason', reason])
    // The console knows its people apart; at the command line a name is what somebody typed, and may be anybody.
    const umi = await letIn('boss', 'umi', 'box_office')
    expect(await refundAs(clerk, params, tickets(3))).toMatchObject({ status: 200 })
    expect(await refundAs(clerk, params, tickets(4))).toMatchObject(needed)
    await set('Refund_Alone_Day_Yen', 12_799)
    expect(await shell('umi', '4')).toMatchObject({ code: 1 })
    await set('Refund_Alone_Day_Yen', 12_800)
    expect(await shell('umi', '4')).toMatchObject({ code: 0 })
    await shop.resetStock()
    const fifth = { site: 'demo', order: (await shop.buy(1)).number }
    await set('Refund_Alone_Day_Yen', 6_399)
    expect(await refundAs(umi, fifth, tickets(1))).toMatchObject(needed)
    await set('Refund_Alone_Day_Yen', 6_400)
    expect(await refundAs(umi, fifth, tickets(1))).toMatchObject({ status: 200 })
    await shop.resetStock()
    const next = await shop.buy(1)
    expect(
      (await kippuAs(shop, 'clerk', ['refund', next.number, '--all', '--yes', '--reason', reason])).text,
    ).toContain('a second person is needed')
    const asked = await kippuAs(shop, 'clerk', [
      'refund',
      next.number,
      '--tickets',
      '1',
      '--ask',
      '--reason',
      reason,
    ])
    expect(asked).toMatchObject({ code: 0 })
    expect(asked.text).toContain('agrees in the console')
    await unset('Refund_Alone_Day_Yen')
  })

  test('a move gives back no more than one person may, by order and by day, and counts as a refund does', async () => {
    const { boss, params } = await withVisit(2)
    const clerk = await letIn('boss', 'mei', 'box_office')
    const now = new Date(shop.clock.now())
    const [{ yen: byShell } = { yen: 0 }] = (
      await shop.db.read(read =>
        sql<{
          yen: number
        }>`select coalesce(sum(coalesce(details -> 'yen', details -> 'difference')::integer), 0)::integer as yen
          from staff_actions where site_key = 'demo' and verb = 'refund' and via = 'cli' and not details ? 'approval'
           and (at at time zone 'Asia/Tokyo')::date = (${now}::timestamptz at time zone 'Asia/Tokyo')::date`.execute(
          read,
        ),
      )
    ).rows
    await shop.db.transaction(async tx => {
      const of = sql`product_id = ${shop.catalogue.productId} and visit_date = ${VISIT_DATE}`
      await sql`insert into product_days
        select (jsonb_populate_record(d, '{"visit_date": "2026-12-20", "base_price": 3000}')).* from product_days d where ${of}`.execute(
        tx,
      )
      await sql`insert into time_spans overriding system value
        select (jsonb_populate_record(s, jsonb_build_object('id', id + 5000, 'taken', 0, 'visit_date', '2026-12-20',
                 'starts_at', starts_at + interval '19 days', 'ends_at', ends_at + interval '19 days'))).*
          from time_spans s where ${of} order by id limit 1`.execute(tx)
    })
    const move = ({ visitor }: Member, of: Visit['params'], date = '2026-12-20') =>
      visitor.call(acts.moveOrder, { params: of, body: { date, time: '10:00', refund: 400, reason } })
    const needed = {
      status: 409,
      body: { error: 'refused', why: 'a second person is needed to give so much back' },
    }
    await set('Refund_Alone_Yen', 399)
    expect(await move(clerk, params)).toMatchObject(needed)
    const typed = ['move', params.order, '--to', '2026-12-20', '--reason', reason]
    expect(await kippuAs(shop, 'mei', typed)).toMatchObject({
      code: 1,
      text: expect.stringContaining('as a refund by two people'),
    })
    expect(await linesOf(params.order)).toEqual([])
    await set('Refund_Alone_Yen', 400)
    expect(await move(clerk, params)).toMatchObject({ status: 200, body: { refund: 400 } })
    expect(await refundAs(boss, params, { difference: 1 })).toMatchObject({
      status: 409,
      ...isRefused('second person needed'),
    })
    await unset('Refund_Alone_Yen')
    await set('Refund_Alone_Day_Yen', byShell + 799)
    await beforeMidnight('mei', 'move', { refund: 400 })
    const next = { site: 'demo', order: (await shop.buy(2)).number }
    expect(await move(clerk, next)).toMatchObject(needed)
    // A move that was refused on its way gave nothing back.
    for (const verb of ['move begun', 'move refused'])
      await run(sql`insert into staff_actions (at, site_key, staff, permission, verb, subject, details, via)
        values (${now}, 'demo', 'mei', 'orders:write', ${verb}, 'ABCDE23456', '{"refund": 300}', 'console')`)
    await set('Refund_Alone_Day_Yen', byShell + 800)
    expect(await move(clerk, next)).toMatchObject({ status: 200 })
    await unset('Refund_Alone_Day_Yen')
    await shop.compareBooks()
  })

  test.each([
    ['by somebody whom the one who asks has let in', 'boss', 'mio', [['boss', 'mio']]],
    ['by the one who let in who asks', 'kei', 'boss', [['boss', 'kei']]],
    [
      'by somebody whom the same person let in',
      'nao',
      'yui',
      [
        ['boss', 'nao'],
        ['boss', 'yui'],
      ],
    ],
    [
      'by somebody whom a name in between let in',
      'boss',
      'emi',
      [
        ['boss', 'ryo'],
        ['ryo', 'emi'],
      ],
    ],
  ] as const)('is not agreed to %s', async (_, asks, agrees, lettings) => {
    const { boss, params } = await withVisit()
    await set('Refund_Alone_Yen', 0)
    const members = new Map([['boss', boss]])
    for (const [by, name] of lettings) members.set(name, await letIn(by, name, 'owner'))
    const approval = await ask(members.get(asks) ?? boss, params, tickets(1))
    // It is said before they press.
    expect(
      await (members.get(agrees) ?? boss).visitor.call(refunds.listApprovalsCall, { params }),
    ).toMatchObject({
      body: {
        approvals: expect.arrayContaining([expect.objectContaining({ id: approval, may_be_one: true })]),
      },
    })
    expect(await decide(members.get(agrees) ?? boss, approval)).toMatchObject(
      notValid('it may be one person under two names'),
    )
    // Nobody else is there: it waits, as if they were not.
    expect(await mailsAbout(approval)).toBeGreaterThan(0)
    await unset('Refund_Alone_Yen')
  })

  test('is not agreed to by somebody who has replaced the address of the one who asks, for a day', async () => {
    const { boss, clerk, params } = await withVisit()
    await set('Refund_Alone_Yen', 0)
    await kippuAs(shop, 'boss', ['staff', 'put', 'clerk', 'box_office', '--mail', 'other@museum.example'])
    const approval = await ask(clerk, params, tickets(1))
    const isRefusedNow = async () =>
      expect(await decide(boss, approval)).toMatchObject(notValid('it may be one person under two names'))
    await isRefusedNow()
    await aDayLater(boss, clerk)
    await isRefusedNow()
    const later = await ask(clerk, params, tickets(1))
    expect(await mailsAbout(later)).toBe(0)
    expect(await decide(boss, later)).toMatchObject({ status: 200 })
    expect(await refundAs(clerk, params, tickets(1), { approval: later })).toMatchObject({ status: 200 })
    await unset('Refund_Alone_Yen')
  })

  test('waits a day where nobody else may agree', async () => {
    const { boss, params } = await withVisit()
    await set('Refund_Alone_Yen', 0)
    const approval = await ask(boss, params, tickets(1))
    expect(await refundAs(boss, params, tickets(1), { approval })).toMatchObject(
      notValid('nobody has agreed yet'),
    )
    expect(await mailsAbout(approval)).toBe(1)
    await aDayLater(boss)
    expect(await refundAs(boss, params, tickets(1), { approval })).toMatchObject({ status: 200 })
    await unset('Refund_Alone_Yen')
  })

  test('is not done after a day where one of those who may not agree says no', async () => {
    const { boss, clerk, params } = await withVisit()
    await set('Refund_Alone_Yen', 0)
    await kippuAs(shop, 'boss', ['staff', 'put', 'clerk', 'box_office', '--mail', 'other@museum.example'])
    const approval = await ask(clerk, params, tickets(1))
    expect(await decide(boss, approval)).toMatchObject(notValid('it may be one person under two names'))
    expect(await decide(boss, approval, false)).toMatchObject({ status: 200 })
    await aDayLater(boss, clerk)
    expect(await refundAs(clerk, params, tickets(1), { approval })).toMatchObject(
      notValid('nobody has agreed yet'),
    )
    await unset('Refund_Alone_Yen')
  })

  test('has bounds that owners alone set, and two of the staff raise', async () => {
    await known('boss', 'owner')
    const umi = await known('umi', 'manager')
    const name = 'Refund_Alone_Yen'
    const settings = (verb: 'set' | 'unset', ...more: string[]) =>
      kippuAs(shop, 'boss', ['settings', verb, 'demo', name, ...more, '--reason', 'rule of the house'])
    const needed = { code: 1, text: expect.stringContaining('a second person is needed') }
    expect(await kippuAs(shop, 'umi', ['settings', 'set', 'demo', name, '1', '--reason', 'x'])).toMatchObject(
      {
        code: 1,
        text: expect.stringContaining('staff:write'),
      },
    )
    expect(await settings('set', '50001')).toMatchObject(needed)
    expect(await settings('set', '30000')).toMatchObject({ code: 0 })
    expect(await settings('set', '30001')).toMatchObject(needed)
    expect(await settings('unset')).toMatchObject(needed)
    const asked = await settings('unset', '--ask')
    const [, approval = ''] = /--approval (\S+),/.exec(asked.text) ?? []
    expect(await settings('unset', '--approval', approval)).toMatchObject({
      code: 1,
      text: expect.stringContaining('nobody has agreed yet'),
    })
    const list = await umi.visitor.call(refunds.listApprovalsCall, { params: { site: 'demo' } })
    expect(list.body).toMatchObject({
      approvals: [{ verb: 'settings set', subject: name, shown: { before: 30_000, after: 50_000 } }],
    })
    expect(await decide(umi, approval)).toMatchObject({ status: 200 })
    expect(await settings('set', '60000', '--approval', approval)).toMatchObject({
      code: 1,
      text: expect.stringContaining('it is for something else'),
    })
    expect(await settings('unset', '--approval', approval)).toMatchObject({ code: 0 })
    expect((await linesOf(name)).filter(({ verb }) => !verb.endsWith('refused'))).toMatchObject([
      { verb: 'settings set', details: { before: null, after: '30000' } },
      { verb: 'settings set ask' },
      { verb: 'approval', staff: 'umi' },
      { verb: 'settings unset', details: { approved_by: 'umi' } },
    ])
  })
})

const mailsAbout = async (approval: string) =>
  (
    await shop.db.read(read =>
      sql`select from jobs.job where name = 'send-staff-mail' and data::text like ${`%${approval}%`}`.execute(
        read,
      ),
    )
  ).rows.length

describe('at the desk', () => {
  const reason = 'they called'

  async function withVisit() {
    await shop.resetStock()
    const { number, orderId } = await shop.buy(1)
    const email = 'haha@example.com'
    const answers = JSON.stringify([{ key: 'email', value: email }])
    await shop.db.transaction(tx =>
      tx.updateTable('orders').set({ customer_info: answers, email }).where('id', '=', orderId).execute(),
    )
    await owner()
    const { visitor } = await other('ren', 'box_office', '--sites', 'demo')
    return { number, visitor, params: { site: 'demo', order: number } }
  }
  const jobsOf = async (name: string) =>
    (await shop.db.read(read => sql`select from jobs.job where name = ${name}`.execute(read))).rows.length

  test('letters go again, addresses are corrected, notes are kept: as the commands do it, once for a key', async () => {
    const { number, visitor, params } = await withVisit()
    const before = await jobsOf('send-tickets-again')
    const key = `${number}-once-and-not-twice`
    const send = () => visitor.call(acts.resendTickets, { params, body: { lang: 'en' }, key })
    expect(await send()).toMatchObject({ status: 200 })
    expect(await send()).toMatchObject({ status: 200 })
    expect(await jobsOf('send-tickets-again')).toBe(before + 1)
    await kippuAs(shop, 'ren', ['resend', number, '--lang', 'en'])
    const correct = (email: string) => visitor.call(acts.correctAddress, { params, body: { email, reason } })
    expect(await correct('not an address')).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'email' }] },
    })
    expect(await correct('Hana@Example.com')).toMatchObject({ status: 200 })
    await kippuAs(shop, 'ren', ['address', number, '--to', 'hana@example.com', '--reason', reason])
    expect(await visitor.call(acts.noteOrderCall, { params, body: { words: reason } })).toMatchObject({
      status: 200,
    })
    for (const words of ['a\0', '\ud800'])
      expect(await visitor.call(acts.noteOrderCall, { params, body: { words } })).toMatchObject({
        status: 400,
      })
    await kippuAs(shop, 'ren', ['note', 'demo', number, reason])
    const lines = await linesOf(number)
    expect(lines.map(({ verb, via }) => `${verb} ${via}`)).toEqual(
      ['resend', 'address', 'note'].flatMap(verb => [`${verb} console`, `${verb} cli`]),
    )
    for (const index of [0, 2, 4]) expect({ ...lines[index], via: 'cli' }).toEqual(lines[index + 1])
    const unknown = { site: 'demo', order: 'ABCDE23456' }
    for (const [call, body] of [
      [acts.resendTickets, { lang: null }],
      [acts.correctAddress, { email: 'a@example.com', reason }],
      [acts.noteOrderCall, { words: 'x' }],
    ] as const)
      expect(await visitor.call(call, { params: unknown, body })).toMatchObject({ status: 404 })
  })

  test('a letter is shown as it was sent, or said to be another one by now; without codes and links, and it is written down', async () => {
    const { visitor, number, params } = await withVisit()
    const at = sql`select id as "reservationId", order_id as "orderId" from reservations where number = ${number}`
    const found = v.object({ reservationId: v.string(), orderId: v.string() })
    const { reservationId: mail, orderId } = v.parse(
      found,
      (await shop.db.read(read => at.execute(read))).rows[0],
    )
    const about = { params: { ...params, mail } }
    const judged = () => visitor.call(letters.judgeSentLetterCall, about)
    const page = (of: object = {}, by = visitor) =>
      by.call(letters.readSentLetterCall, { params: { ...about.params, ...of } })
    expect(await judged()).toMatchObject({ status: 404 })
    const [content, ...codes] = [new Array<string>(), 'rsv_', 'KT1:', 'cid:', 'href=']
    const mailer: Mailer = {
      send: async ({ letter }) => {
        content.push(JSON.stringify(letter))
        return 'sent'
      },
      close: () => undefined,
    }
    const sending = { ...shop.deps, mailer, houses: readHouses(shop.deps.sites) }
    const note = await noting(
      sending,
      sendCompletionMail,
    )({ name: 'send-completion-mail', reservationId: mail })
    expect(content.join('')).toContain(codes[0])
    const noted = (output: object | null) =>
      run(sql`update jobs.job set state = 'completed', completed_on = now(), output = ${output && JSON.stringify(output)}::jsonb
        where name = 'send-completion-mail' and id = ${mail}::uuid`)
    await noted(note)
    expect((await visitor.call(desk.readStory, { params })).body).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ kind: 'letter sent', facts: expect.objectContaining({ mail }) }),
      ]),
    })
    expect(await judged()).toMatchObject({ status: 200, body: { as_sent: 'yes' } })
    const shown = await page()
    expect(shown).toMatchObject({
      status: 200,
      headers: { 'content-security-policy': expect.stringMatching(/default-src 'none'.*; sandbox$/) },
    })
    expect(shown.text).toContain(number)
    for (const code of codes) expect(shown.text).not.toContain(code)
    expect(await linesOf(orderId)).toMatchObject([{ verb: 'order letter', staff: 'ren', details: { mail } }])
    await noted(null)
    expect(await judged()).toMatchObject({ body: { as_sent: 'not known' } })
    await noted(note)
    const nameIs = (answers: object) =>
      run(
        sql`update orders set customer_info = ${JSON.stringify(answers)}::jsonb where id = ${orderId}::uuid`,
      )
    await nameIs([
      { key: 'fullname', value: '灯 花' },
      { key: 'email', value: 'haha@example.com' },
    ])
    expect(await judged()).toMatchObject({ body: { as_sent: 'no' } })
    // Nothing is shown of somebody who was erased, at another site, or to somebody who may not see how buyers are reached.
    await nameIs([])
    expect(await judged()).toMatchObject({ status: 409, body: { why: 'it would not be sent now' } })
    expect(await page()).toMatchObject({ status: 404 })
    expect(await page({ mail: randomUUID() })).toMatchObject({ status: 404 })
    const elsewhere = await other('lia', 'manager', '--sites', 'mori')
    expect(await page({ site: 'mori' }, elsewhere.visitor)).toMatchObject({ status: 404 })
    const planner = await other('pia', 'planner')
    expect(await page({}, planner.visitor)).toMatchObject({ status: 403 })
  })

  test('a visit is moved in the calendar of the store, for the money that was seen', async () => {
    const { number, visitor, params } = await withVisit()
    const { body: story } = await visitor.call(desk.readStory, { params })
    const from = String(story['visit_date'])
    const to = from
    await shop.db.transaction(tx =>
      sql`insert into time_spans overriding system value
        select (jsonb_populate_record(s, jsonb_build_object('id', id + 1000, 'taken', 0,
                 'starts_at', starts_at + interval '37 minutes', 'ends_at', ends_at + interval '37 minutes'))).*
          from time_spans s where starts_at = ${String(story['starts_at'])}::timestamptz`.execute(tx),
    )
    const days = await visitor.call(acts.readMoveDays, { params, query: { from, to } })
    expect(days).toMatchObject({ status: 200, body: { tickets: 1, current: story['starts_at'] } })
    const { current, days: offered } = days.body
    const move = (more: object = {}) =>
      visitor.call(acts.moveOrder, {
        params,
        body: { date: from, time: String(current).slice(11, 16), refund: 0, reason, ...more },
      })
    expect(await move()).toMatchObject({
      status: 409,
      body: { why: 'it is that time already' },
    })
    expect(await move({ time: '03:33' })).toMatchObject({ status: 409, body: { why: 'it cannot be moved' } })
    const elsewhere = { params: { ...params, site: 'mori' }, query: { from, to: from } }
    expect(await visitor.call(acts.readMoveDays, elsewhere)).toMatchObject({ status: 404 })
    expect(await linesOf(number)).toEqual([])
    const times = (Array.isArray(offered) ? offered : []).flatMap(
      ({ difference, times: all }: { difference: number; times: ReadonlyArray<{ starts_at: string }> }) =>
        difference === 0 ? all.map(({ starts_at: at }) => at) : [],
    )
    const other = times.find(at => at !== current) ?? ''
    const goal = { date: other.slice(0, 10), time: other.slice(11, 16) }
    expect(await move({ ...goal, refund: 100 })).toMatchObject({
      status: 409,
      ...isRefused('changed meanwhile'),
    })
    expect(await linesOf(number)).toEqual([])
    expect(await move(goal)).toMatchObject({ status: 200, body: { refund: 0 } })
    expect((await visitor.call(desk.readStory, { params })).body).toMatchObject({ starts_at: other })
    expect((await linesOf(number)).map(({ verb, via }) => `${verb} ${via}`)).toEqual([
      'move begun console',
      'move console',
    ])
  })

  test('tickets for guests are issued as the command does it', async () => {
    await shop.resetStock()
    const { number } = await shop.buy(1)
    await owner()
    const { visitor } = await other('ren', 'box_office', '--sites', 'demo')
    const { body: story } = await visitor.call(desk.readStory, { params: { site: 'demo', order: number } })
    const [date, time] = [String(story['visit_date']), String(story['starts_at']).slice(11, 16)]
    const params = { site: 'demo' }
    const offer = await visitor.call(guests.readGuestOffer, { params, query: { date } })
    expect(offer).toMatchObject({ status: 200 })
    const products = v.parse(guests.readGuestOffer.response, offer.body).products
    const product = products.find(({ uuid }) => uuid === shop.catalogue.productUuid)
    const [kind] = product?.kinds ?? []
    expect(product?.times).toContainEqual({ starts_at: story['starts_at'], places: 4 })
    const body = {
      product: shop.catalogue.productUuid,
      date,
      time,
      kinds: [{ name: String(kind?.en), quantity: 1 }],
      email: 'guest@example.com',
      name: 'Guest',
      lang: 'ja' as const,
      reason: 'press',
    }
    const issue = (more: object = {}, key = randomUUID()) =>
      visitor.call(guests.issueTickets, { params, body: { ...body, ...more }, key })
    const issued = await issue()
    expect(issued).toMatchObject({ status: 200 })
    const command = ['issue', 'demo', body.product, '--on', date, '--time', time, '--reason', 'press']
    const guest = ['--email', body.email, '--name', body.name, '--tickets', `${kind?.ja}=1`]
    expect(await kippuAs(shop, 'ren', [...command, ...guest])).toMatchObject({ code: 0 })
    const { rows } = await shop.db.read(read =>
      sql<Record<string, unknown>>`
        select staff, permission, verb, reason, via, details - 'reservation' - 'digest' as details from staff_actions
         where verb like 'issue%' order by id desc limit 4`.execute(read),
    )
    const unvia = rows.map(row => ({ ...row, via: null }))
    expect(unvia.slice(0, 2)).toEqual(unvia.slice(2))
    expect(rows.map(({ via }) => via)).toEqual(['cli', 'cli', 'console', 'console'])
    expect(await issue({ email: 'nobody' })).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'email' }] },
    })
    const full = { status: 409, body: { why: 'that time is sold out, closed or not sold' } }
    for (const more of [{ time: '03:33' }, { kinds: [{ name: body.kinds[0]?.name, quantity: 9 }] }])
      expect(await issue(more)).toMatchObject(full)
    // Processes that died, one after its tickets were issued, one before its order was filled: their browsers ask again.
    await shop.resetStock()
    const keys = [randomUUID(), randomUUID(), randomUUID()] as const
    const once = await issue({}, keys[0])
    await begunLike(sql`subject = ${uuidOf(hashToken(keys[0]))}`, keys.slice(1))
    await takeBegun(keys[1], 1)
    await shop.db.transaction(tx =>
      sql`update idempotency_keys set answer = null, leased_until = now() where site_key = 'console'`.execute(
        tx,
      ),
    )
    const before = await shop.takenOf(shop.catalogue.spans[0]!)
    expect(await issue({}, keys[0])).toMatchObject({ status: 200, body: once.body })
    const finished = await issue({}, keys[1])
    expect(finished).toMatchObject({ status: 200 })
    expect(finished.body).not.toEqual(once.body)
    expect(await linesOf(uuidOf(hashToken(keys[1])))).toMatchObject([
      { verb: 'issue begun' },
      { verb: 'issue' },
    ])
    // Begun tickets stand for themselves alone.
    expect(await issue({ email: 'else@example.com' }, keys[2])).toMatchObject({
      status: 403,
      body: { why: 'it is for something else' },
    })
    expect(await shop.takenOf(shop.catalogue.spans[0]!)).toBe(before)
    // What one person has issued in a day counts, also by the command under their name; above it another one agrees to exactly this, once.
    await shop.resetStock()
    const umi = await known('umi', 'box_office', ['demo'])
    const lead = await known('lead', 'manager')
    await set('Guests_Alone_Day_Tickets', 4)
    const two = { kinds: [{ name: body.kinds[0]?.name, quantity: 2 }] }
    const umis = (more: object = {}, call: StaffCall = guests.issueTickets, key = randomUUID()) =>
      umi.visitor.call(call, { params, body: { ...body, ...two, ...more }, key })
    const tooMany = { status: 409, ...isRefused('second person needed') }
    expect(await kippuAs(shop, 'umi', [...command, ...guest, '--ask'])).toMatchObject({ code: 0 })
    expect(await umis()).toMatchObject({ status: 200 })
    expect(await umis({ time: '03:33' })).toMatchObject(full)
    expect(await kippuAs(shop, 'umi', [...command, ...guest])).toMatchObject({
      code: 1,
      text: expect.stringContaining('nobody has agreed yet'),
    })
    expect(await umis()).toMatchObject(tooMany)
    const { body: waiting } = await umis({}, guests.askGuestsCall)
    expect(await umis()).toMatchObject({ status: 403, body: { why: 'nobody has agreed yet' } })
    const approval = String(waiting['id'])
    const agreed = { params: { ...params, approval }, body: { agrees: true } }
    const { body: open } = await lead.visitor.call(refunds.listApprovalsCall, { params })
    expect(v.parse(refunds.listApprovalsCall.response, open).approvals).toContainEqual(
      expect.objectContaining({ id: approval, verb: 'issue', guests: expect.objectContaining(two) }),
    )
    expect(JSON.stringify(open)).not.toContain(body.email)
    expect(await umi.visitor.call(refunds.decideApprovalCall, agreed)).toMatchObject({ status: 403 })
    expect(await lead.visitor.call(refunds.decideApprovalCall, agreed)).toMatchObject({ status: 200 })
    expect(await umis({ email: 'else@example.com' })).toMatchObject(tooMany)
    // Sold out in between: nothing was issued, so what was agreed to is still there, and is used up by what is issued.
    const soldOut = (to: ReturnType<typeof sql>) =>
      run(sql`update time_spans set taken = ${to} where id = ${shop.catalogue.spans[0]!}`)
    const taken = await shop.takenOf(shop.catalogue.spans[0]!)
    await soldOut(sql`capacity`)
    expect(await umis()).toMatchObject(full)
    await soldOut(sql`${taken}`)
    expect(await umis()).toMatchObject({ status: 200 })
    expect(await umis()).toMatchObject(tooMany)
    // A process died while the order of what was agreed to was being paid: who asks again is refused, and it is not given back.
    await shop.resetStock()
    const [dead] = await begunLike(sql`details ->> 'approval' = ${approval}`, [randomUUID()])
    await takeBegun(dead, 2)
    await run(sql`update orders set status = 'payment_pending' where id = ${uuidOf(hashToken(dead))}::uuid`)
    expect(await umis({}, guests.issueTickets, dead)).toMatchObject({ status: 409 })
    expect(await umis()).toMatchObject(tooMany)
    await shop.resetStock()
    await beforeMidnight('umi', 'issue', { tickets: 4 })
    expect(await umis()).toMatchObject(tooMany)
    await unset('Guests_Alone_Day_Tickets')
    const guestOf = { site: 'demo', order: String(issued.body['reservation_number']) }
    expect((await visitor.call(desk.readStory, { params: guestOf })).body).toMatchObject({
      name: 'Guest',
      visit: { state: 'to come', tickets_left: 1, yen_kept: 0 },
    })
  })

  test('a manager hands a person’s data out and erases them, as it was seen; a clerk does neither', async () => {
    const { number, visitor: clerk, params } = await withVisit()
    const { visitor } = await other('umi', 'manager', '--sites', 'demo')
    expect(await clerk.call(persons.handOutPerson, { params })).toMatchObject({ status: 403 })
    const out = await visitor.call(persons.handOutPerson, { params })
    expect(out.body).toMatchObject({ page: expect.stringContaining('haha@example.com') })
    expect(await visitor.call(persons.handOutPerson, { params: { ...params, site: 'mori' } })).toMatchObject({
      status: 404,
    })
    const ask = (more: object = {}) => ({
      params,
      body: { reason: 'asked by letter', even_ahead: true, ...more },
    })
    const erase = (word: unknown) => visitor.call(persons.eraseBuyer, { ...ask({ word }) })
    expect(await visitor.call(persons.planErasure, ask({ even_ahead: false }))).toMatchObject({
      status: 409,
      body: { why: 'a visit of theirs is to come' },
    })
    expect(await visitor.call(persons.planErasure, ask({ reason: 'haha@example.com asks' }))).toMatchObject({
      status: 409,
      body: { why: 'the reason names them' },
    })
    const planned = await visitor.call(persons.planErasure, ask())
    expect(planned).toMatchObject({ status: 200, body: { word: expect.stringMatching(/^[\da-f]{12}$/) } })
    expect(await erase('another')).toMatchObject({ status: 409, ...isRefused('changed meanwhile') })
    expect(await erase(planned.body['word'])).toMatchObject({ status: 200 })
    expect((await clerk.call(desk.readStory, { params })).body).toMatchObject({ name: '', email: null })
    expect((await linesOf(number)).filter(({ verb }) => verb.startsWith('person'))).toEqual([])
    expect(await linesOf(String(planned.body['word']))).toMatchObject([
      { verb: 'person erase', staff: 'umi', via: 'console', reason: 'asked by letter' },
    ])
  })

  test('a payment is taken up by its id', async () => {
    await shop.resetStock()
    const { attemptId, orderId } = await shop.buy(1)
    await owner()
    const { visitor } = await other('ren', 'box_office', '--sites', 'demo')
    const look = (found: string, attempt = attemptId) =>
      visitor.call(acts.takeUpPayment, { params: { site: 'demo', attempt }, body: { found, reason } })
    expect(await look('checked')).toMatchObject({ status: 200, body: { amount: 3200, is_asked: false } })
    expect(await look('returned')).toMatchObject({
      status: 409,
      body: { why: 'its refund has not failed' },
    })
    for (const stranger of [crypto.randomUUID(), 'x'])
      expect(await look('checked', stranger)).toMatchObject({ status: 404 })
    expect(await linesOf(orderId)).toMatchObject([{ verb: 'attempt checked', via: 'console' }])
  })
})

describe('a sheet', () => {
  const DAY = '2026-12-01'
  const params = { site: 'demo' }
  const bytes = (text: string) => new TextEncoder().encode(text)
  const product = () => shop.catalogue.productUuid
  /** A day at a price, as a CSV. */
  const dayAt = (price: number | string) => bytes(`product,date,base_price\n${product()},${DAY},${price}\n`)
  const meant = { file: 'days.csv', lang: 'en', whole: 'no' }
  const look = ({ visitor }: Member, body: Uint8Array, more: Readonly<Record<string, string>> = {}) =>
    visitor.call(sheets.previewSheet, { params, query: { ...meant, ...more }, body })
  const apply = (
    { visitor }: Member,
    body: Uint8Array,
    { seen }: Readonly<Record<string, unknown>>,
    more: Readonly<Record<string, unknown>> = {},
  ) =>
    visitor.call(sheets.importSheet, {
      params,
      query: { ...meant, odd_prices: '0', seen: String(seen), ...strings(more) },
      body,
    })
  const strings = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  const priceNow = async () =>
    (
      await shop.db.read(read =>
        read
          .selectFrom('product_days')
          .select('base_price')
          .where('product_id', '=', shop.catalogue.productId)
          .executeTakeFirstOrThrow(),
      )
    ).base_price
  /** A product of its own, an owner and a planner, who know each other for weeks. */
  async function withPlanner() {
    const now = shop.clock.now()
    await shop.renew()
    // Time goes on for the other tests.
    shop.clock.set(jstIso(now))
    const [aki, ren] = [await known('kaoru', 'owner'), await known('minato', 'planner', ['demo'])]
    return { aki, ren }
  }

  test('has its faults by line and column in the language of its reader, and is seen, imported and taken back only as it was seen', async () => {
    const { ren } = await withPlanner()
    for (const [lang, says] of [
      ['en', '“cheap” is not a whole number'],
      ['ja', '「cheap」は整数ではありません'],
    ] as const)
      expect((await look(ren, dayAt('cheap'), { lang })).body).toMatchObject({
        kind: 'faults',
        total: 1,
        faults: [{ file: 'days.csv', line: 2, column: 'base_price', text: says }],
      })
    const right = dayAt(3_000)
    const { body: plan } = await look(ren, right, { lang: 'ja' })
    expect(plan).toMatchObject({
      kind: 'planned',
      sheets: [
        {
          sheet: 'days',
          changed: 1,
          changes: [{ cells: [{ column: '基本料金', before: 3_200, after: 3_000 }] }],
        },
      ],
      tickets: [],
      odd_prices: { total: 0 },
      needs_second_person: false,
      encodings: [{ file: 'days.csv', encoding: 'UTF-8' }],
    })
    // Somebody else was faster: nothing is done, and what is seen now has their price.
    await kippuAs(shop, 'kaoru', [
      'catalogue',
      'import',
      'demo',
      await fileOf('days.csv', dayAt(3_100)),
      '--apply',
    ])
    expect(await apply(ren, right, plan)).toMatchObject({ status: 409, ...isRefused('changed meanwhile') })
    expect(await priceNow()).toBe(3_100)
    const { body: next } = await look(ren, right)
    expect(next).toMatchObject({ sheets: [{ changes: [{ cells: [{ before: 3_100, after: 3_000 }] }] }] })
    expect(await apply(ren, right, next)).toMatchObject({ status: 200, body: { kind: 'applied', rows: 1 } })
    // Sent twice it is done once.
    expect(await apply(ren, right, next)).toMatchObject({ body: { kind: 'unchanged' } })
    expect(await priceNow()).toBe(3_000)
    const lines = await shop.db.read(read =>
      read
        .selectFrom('staff_actions')
        .select(['staff', 'via', 'permission', 'details'])
        .where('verb', '=', 'catalogue import')
        .orderBy('id', 'desc')
        .limit(2)
        .execute(),
    )
    const details = { days: { added: 0, changed: 1, removed: 0 } }
    expect(lines).toEqual([
      { staff: 'minato', via: 'console', permission: 'catalogue:write', details },
      { staff: 'kaoru', via: 'cli', permission: 'catalogue:write', details },
    ])
    // As it is now, it changes nothing.
    const { body: now } = await ren.visitor.call(sheets.readSheet, {
      params: { ...params, sheet: 'days' },
      query: { format: 'xlsx', lang: 'ja' },
    })
    const file = Buffer.from(String(now['base64']), 'base64')
    expect((await look(ren, file, { file: 'days.xlsx' })).body).toMatchObject({ kind: 'unchanged' })
    const { body: list } = await ren.visitor.call(sheets.listSheetImports, { params })
    expect(list).toMatchObject({
      imports: [
        { staff: 'minato', via: 'console', can_be_taken_back: true },
        { staff: 'kaoru', via: 'cli', can_be_taken_back: true },
      ],
    })
    const [own, first] = idsIn(list)
    const back = (id: number, seen: unknown) =>
      ren.visitor.call(sheets.takeImportBack, {
        params: { ...params, import: String(id) },
        body: { seen, lang: 'en' },
      })
    const seeBack = (id: number) =>
      ren.visitor.call(sheets.previewTakingBack, {
        params: { ...params, import: String(id) },
        query: { lang: 'en' },
      })
    // Of the first one the later one stands in the way.
    expect((await seeBack(first)).body).toMatchObject({
      plan: null,
      stay: [expect.stringContaining('it was changed since')],
    })
    const { body: seen } = await seeBack(own)
    expect(seen).toMatchObject({ plan: { sheets: [{ changed: 1 }] }, stay: [] })
    expect(await back(own, 'x')).toMatchObject({ status: 409 })
    expect(await back(own, seenIn(seen))).toMatchObject({ status: 200, body: { rows: 1 } })
    expect(await priceNow()).toBe(3_100)
    expect(await back(own, seenIn(seen))).toMatchObject({ status: 404 })
    // What stood in the way of the first one does no longer.
    expect(await back(first, seenIn((await seeBack(first)).body))).toMatchObject({ status: 200 })
    expect(await priceNow()).toBe(3_200)
  })

  const fileOf = async (name: string, content: Uint8Array) => {
    const place = mkdtempSync(path.join(folder, 'sheet-'))
    writeFileSync(path.join(place, name), content)
    return path.join(place, name)
  }
  const idsIn = ({ imports }: Readonly<Record<string, unknown>>): readonly [number, number] => {
    const ids = Array.isArray(imports) ? imports.map(({ id }: { readonly id: unknown }) => Number(id)) : []
    return [ids[0] ?? 0, ids[1] ?? 0]
  }
  const seenIn = ({ plan }: Readonly<Record<string, unknown>>): unknown =>
    typeof plan === 'object' && plan !== null && 'seen' in plan ? plan.seen : undefined

  test.each([28, 28_000, 0])(
    'S-16.02: a price of ¥2,800 that becomes ¥%s is stopped by sheet, grid, paste, rule, base price and command',
    async wrong => {
      const { ren } = await withPlanner()
      const send = async ({ file, rows }: { readonly file: string; readonly rows: unknown }) => {
        const body = rows instanceof Uint8Array ? rows : bytes(JSON.stringify(rows))
        const { body: seen } = await look(ren, body, { file })
        return [seen['odd_prices'], (await apply(ren, body, seen, { file })).body['kind']]
      }
      const base = (price: number) => ({
        file: 'products.json',
        rows: { products: [{ product: product(), base_price: price }] },
      })
      const standing = (date: string, price: number | null) => {
        const times = { from: date, until: date, first: '10:00', length: 60, capacity: 5 }
        const rules = [{ product: product(), name: `rule of ${date}`, ...times, base_price: price }]
        return { file: 'rules.json', rows: { rules } }
      }
      for (const usual of [base(2_800), { file: 'days.csv', rows: dayAt(2_800) }])
        expect(await send(usual)).toMatchObject([{ total: 0 }, 'applied'])
      const [ruled, based] = ['2026-12-02', '2026-12-03']
      const roads = {
        sheet: [DAY, { file: 'days.csv', rows: dayAt(wrong) }],
        grid: [DAY, { file: 'days.json', rows: [{ 商品: product(), 日付: DAY, 価格: String(wrong) }] }],
        paste: [
          DAY,
          {
            file: 'days.json',
            rows: [{ product: product(), date: '2026/12/1', base_price: `¥${wrong.toLocaleString('en')}` }],
          },
        ],
        rule: [ruled, standing(ruled, wrong)],
        'base price': [based, base(wrong)],
      } as const
      const odd = (row: string) => ({
        total: 1,
        first: [{ row, before: 2_800, after: wrong }],
        prices: [wrong],
      })
      for (const [road, [date, sent]] of Object.entries(roads)) {
        const end = await send(sent)
        // A new day costs what its product does.
        const added = date === based ? (await send(standing(based, null)))[1] : 'applied'
        const row = date === based ? 'products Forest of Light' : `days Forest of Light ${date}`
        expect([road, ...end, added, await soldFor(date)]).toEqual([
          road,
          odd(row),
          'asks',
          'applied',
          date === ruled ? 'nothing is sold' : 2_800,
        ])
      }
      const command = ['catalogue', 'import', 'demo', await fileOf('days.csv', dayAt(wrong)), '--apply']
      expect([(await kippuAs(shop, 'minato', command)).code, await soldFor(DAY)]).toEqual([1, 2_800])
    },
  )

  /** The price of a ticket that is ordered for a day now. */
  async function soldFor(date: string): Promise<number | string> {
    const span = await shop.db.read(read =>
      read
        .selectFrom('time_spans')
        .select('id')
        .where('product_id', '=', shop.catalogue.productId)
        .where('visit_date', '=', date)
        .executeTakeFirst(),
    )
    if (span === undefined) return 'nothing is sold'
    const { token } = await shop.orderToken(1, { timeSpanId: span.id })
    return priceOf(token)
  }

  test('S-16.02: a price that falls in small steps within a day is stopped as if it fell at once', async () => {
    const { ren } = await withPlanner()
    const step = async (price: number) =>
      (await apply(ren, dayAt(price), (await look(ren, dayAt(price))).body)).body
    for (const price of [2_000, 1_200]) expect(await step(price)).toMatchObject({ kind: 'applied' })
    const last = dayAt(700)
    expect((await look(ren, last)).body).toMatchObject({
      odd_prices: { total: 1, first: [{ before: 3_200, after: 700 }] },
    })
    expect(await step(700)).toMatchObject({ kind: 'asks' })
    expect(await priceNow()).toBe(1_200)
    await run(sql`update catalogue_imports set at = at - interval '24 hours'`)
    expect(await step(700)).toMatchObject({ kind: 'applied' })
  })

  const priceOf = async (token: string): Promise<number> =>
    (
      await shop.db.read(read =>
        read
          .selectFrom('orders')
          .select('price')
          .where('token_hash', '=', hashToken(token))
          .executeTakeFirstOrThrow(),
      )
    ).price

  test('S-16.02: a wrong price of a day that is sold needs a second person, who agrees to exactly that', async () => {
    const { aki, ren } = await withPlanner()
    await shop.buy(1)
    const odd = dayAt(28)
    const { body: plan } = await look(ren, odd)
    expect(plan).toMatchObject({
      needs_second_person: true,
      approval: null,
      tickets: [{ date: DAY, count: 1 }],
      reservation_count: 1,
    })
    const { seen } = plan
    const meantSo = { odd_prices: 1 }
    expect(await apply(ren, odd, plan, meantSo)).toMatchObject({
      status: 409,
      ...isRefused('second person needed'),
    })
    const command = [
      'catalogue',
      'import',
      'demo',
      await fileOf('days.csv', odd),
      '--apply',
      '--odd-prices',
      '1',
    ]
    expect((await kippuAs(shop, 'minato', command)).text).toContain('a second person is needed')
    const asked = await ren.visitor.call(sheets.askSheetApproval, {
      params,
      query: { ...meant, seen: String(seen), reason: 'a sale of the last places' },
      body: odd,
    })
    const approval = String(asked.body['id'])
    expect(await apply(ren, odd, plan, { ...meantSo, approval })).toMatchObject({
      status: 403,
      body: { error: 'approval not valid', why: 'nobody has agreed yet' },
    })
    const { body: waiting } = await aki.visitor.call(refunds.listApprovalsCall, { params })
    const shown = { verb: 'catalogue import', subject: 'days', shown: { prices: 1, tickets: 1 } }
    expect(waiting['approvals']).toContainEqual(
      expect.objectContaining({ id: approval, ...shown, shown: expect.objectContaining(shown.shown) }),
    )
    const decided = { params: { ...params, approval }, body: { agrees: true } }
    expect(await aki.visitor.call(refunds.decideApprovalCall, decided)).toMatchObject({ status: 200 })
    // Another price is another matter.
    const other = dayAt(29)
    const { body: otherPlan } = await look(ren, other)
    expect(await apply(ren, other, otherPlan, { ...meantSo, approval })).toMatchObject({
      status: 403,
      body: { why: 'it is for something else' },
    })
    expect((await look(ren, odd)).body).toMatchObject({ approval: { id: approval, decided_by: 'kaoru' } })
    expect(await apply(ren, odd, plan, { ...meantSo, approval })).toMatchObject({ body: { kind: 'applied' } })
    expect(await priceNow()).toBe(28)
    const { details } = await shop.db.read(read =>
      read
        .selectFrom('staff_actions')
        .select('details')
        .where('verb', '=', 'catalogue import')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
    )
    expect(details).toMatchObject({ approval, approved_by: 'kaoru', days: { changed: 1 } })
  })

  test('S-16.02: a new kind that is free asks, and needs a second person where its product is sold', async () => {
    const { ren } = await withPlanner()
    const option = await shop.db.read(read =>
      read
        .selectFrom('option_values')
        .select('option_id')
        .where('id', '=', shop.catalogue.adult)
        .executeTakeFirstOrThrow(),
    )
    const kindAt = (cost: number) =>
      bytes(
        `product,option,value,add_cost,order,unit_type,name_en\n${product()},#${option.option_id},free,${cost},90,OTHER,Free\n`,
      )
    const file = { file: 'option_values.csv' }
    expect((await look(ren, kindAt(-10_000_000), file)).body).toMatchObject({
      odd_prices: { total: 1, first: [{ before: 3_200, after: 0 }] },
      needs_second_person: false,
    })
    await shop.buy(1)
    // One that costs what others do touches nothing.
    expect((await look(ren, kindAt(-1_000), file)).body).toMatchObject({
      odd_prices: { total: 0 },
      tickets: [],
      needs_second_person: false,
    })
    const { body: plan } = await look(ren, kindAt(-10_000_000), file)
    expect(plan).toMatchObject({ tickets: [{ date: DAY, count: 1 }], needs_second_person: true })
    expect(await apply(ren, kindAt(-10_000_000), plan, file)).toMatchObject({ body: { kind: 'asks' } })
    expect(await apply(ren, kindAt(-10_000_000), plan, { ...file, odd_prices: 1 })).toMatchObject({
      status: 409,
      ...isRefused('second person needed'),
    })
    // It is not brought in at a price of others first, and made free then.
    const { body: usual } = await look(ren, kindAt(0), file)
    expect(await apply(ren, kindAt(0), usual, file)).toMatchObject({ body: { kind: 'applied' } })
    expect((await look(ren, kindAt(-10_000_000), file)).body).toMatchObject({ needs_second_person: true })
  })

  test('S-16.02: taking back makes nothing that is sold a quarter or less', async () => {
    const { ren } = await withPlanner()
    for (const price of [28, 2_800]) {
      const { body: plan } = await look(ren, dayAt(price))
      expect(await apply(ren, dayAt(price), plan, { odd_prices: 1 })).toMatchObject({
        body: { kind: 'applied' },
      })
    }
    const { body } = await ren.visitor.call(sheets.listSheetImports, { params })
    const [last] = v.parse(v.array(v.object({ id: v.number() })), body['imports'])
    const back = { ...params, import: String(last?.id) }
    const seen = () => ren.visitor.call(sheets.previewTakingBack, { params: back, query: { lang: 'en' } })
    expect(await seen()).toMatchObject({ body: { plan: expect.anything(), stay_count: 0 } })
    await shop.buy(1)
    expect(await seen()).toMatchObject({
      body: { plan: null, stay: [expect.stringContaining('a quarter or less')] },
    })
    expect((await kippuAs(shop, 'ren', ['catalogue', 'undo', 'demo', '--apply'])).code).toBe(1)
    expect(await priceNow()).toBe(2_800)
  })

  test('is of those who may: of members nobody reads without their permission and a fresh passkey; nobody outside sends a file', async () => {
    const { aki, ren } = await withPlanner()
    const names = async ({ visitor }: Member) => {
      const { body } = await visitor.call(sheets.listSheets, { params })
      return Array.isArray(body['sheets'])
        ? body['sheets'].map(({ name }: { readonly name: string }) => name)
        : []
    }
    expect(await names(ren)).toContain('rules')
    expect(await names(ren)).not.toContain('members')
    expect(await names(aki)).toContain('members')
    const readMembers = ({ visitor }: Member) =>
      visitor.call(sheets.readSheet, {
        params: { ...params, sheet: 'members' },
        query: { format: 'csv', lang: 'en' },
      })
    expect(await readMembers(ren)).toMatchObject({ status: 404 })
    expect(await readMembers(aki)).toMatchObject({ status: 200 })
    shop.clock.advance(5 * 60_000)
    expect(await readMembers(aki)).toMatchObject({ status: 403, ...isRefused('passkey needed again') })
    const clerk = await known('sora', 'box_office')
    expect(await look(clerk, dayAt(3_000))).toMatchObject({ status: 403, ...isRefused('not permitted') })
    const members = bytes('login_id,name,email\nm-1,Yamada,m@example.com\n')
    // Nor by a sheet that would change them.
    expect(await look(aki, members, { file: 'members.csv' })).toMatchObject({
      status: 403,
      ...isRefused('passkey needed again'),
    })
    expect(await look(ren, members, { file: 'members.csv' })).toMatchObject({ status: 403 })
    const elsewhere = { params: { site: 'mori' }, query: meant, body: dayAt(3_000) }
    expect(await ren.visitor.call(sheets.previewSheet, elsewhere)).toMatchObject({ status: 404 })
    const large = new Uint8Array(sheets.MOST_UPLOADED + 1)
    expect(await look(ren, large)).toMatchObject({ status: 400, ...isRefused('invalid request') })
    // Who it is comes before the body: of a stranger not even its kind is looked at.
    const sent = { method: 'POST', path: sheets.previewSheet.path.replace('{site}', 'demo'), body: 'x' }
    const headers = { origin: origin(), 'content-type': 'text/plain' }
    expect(await askAt(host, { ...sent, headers })).toMatchObject({ status: 401 })
  })

  test('of coupons makes codes, and pauses one: who has it pays without it, who is paying pays to the end, and codes go to the staff alone', async () => {
    await withPlanner()
    const mio = await known('shiori', 'marketing', ['demo'])
    const change = async (rows: readonly object[]) => {
      const body = bytes(JSON.stringify(rows))
      const { body: plan } = await look(mio, body, { file: 'coupons.json' })
      return { plan, done: await apply(mio, body, plan, { file: 'coupons.json' }) }
    }
    const terms = { kind: 'flat_rate', discount: 'fixed', amount: 500, name_ja: '春', name_en: 'Spring' }
    const codes = ['SPRING-A', 'SPRING-B', 'SPRING-C'].map(code => ({ code, ...terms }))
    expect((await change(codes)).done).toMatchObject({ body: { kind: 'applied', rows: 3 } })
    const order = async () => {
      const { token } = await shop.orderToken(1)
      await shop.call('POST', `/api/v1/ordercoupons/${token}`, { coupon: 'SPRING-A' })
      return shop.ready(token)
    }
    const [sold, paying, waiting] = [await order(), await order(), await order()]
    expect((await shop.pay(sold, '1112')).status).toBe(200)
    const { body: begun } = await shop.pay(paying, '3220', 'stripe_secure')
    const list = async (typed: string) => {
      const { body } = await mio.visitor.call(coupons.listCouponsCall, { params, query: { typed } })
      return v.parse(coupons.listCouponsCall.response, body)
    }
    // By the beginning of a code, and by a part of a name in any case.
    expect((await list('pring')).found).toBe(3)
    expect(await list('SPRING-A')).toMatchObject({
      found: 1,
      coupons: [{ is_active: true, uses: 1, yen: 500, holding: 2, name_ja: '春' }],
    })
    const { plan } = await change([{ code: 'SPRING-A', active: 'no' }])
    expect(plan).toMatchObject({ sheets: [{ sheet: 'coupons', changed: 1 }], unpaid_orders: [{ count: 2 }] })
    expect((await list('SPRING-A')).coupons[0]).toMatchObject({ is_active: false, name_en: 'Spring' })
    expect(await shop.pay(waiting, '1112')).toMatchObject({ status: 400 })
    await shop.call('DELETE', `/api/v1/ordercoupons/${waiting.token}/SPRING-A`)
    expect((await shop.pay(waiting, '1112')).status).toBe(200)
    await shop.stripe.answer(String(begun['redirect_url']), 'authenticate')
    expect(await shop.confirm(begun['payment_number'])).toMatchObject({ status: 200 })
    expect((await list('SPRING-A')).coupons[0]).toMatchObject({ uses: 2, yen: 1_000, holding: 0 })
    expect((await change([{ code: 'SPRING-A', active: 'yes' }])).done).toMatchObject({ status: 200 })

    const handed = await mio.visitor.call(coupons.handOutCodesCall, { params, body: { typed: 'SPRING' } })
    expect(handed.body).toMatchObject({
      codes: 3,
      csv: expect.stringMatching(/SPRING-A,春,Spring,yes,,,,2,1000\r\n/),
    })
    const mail = (to: string) =>
      mio.visitor.call(coupons.mailCodesCall, { params, body: { typed: 'SPRING', to } })
    expect(await mail('kaoru')).toMatchObject({ status: 400, body: { fields: [{ field: 'to' }] } })
    await kippuAs(shop, 'kaoru', ['staff', 'put', 'kaoru', 'owner', '--mail', 'kaoru@museum.example'])
    expect((await list('')).readers).toEqual(['kaoru'])
    expect(await mail('kaoru')).toMatchObject({ status: 200 })
    const mailbox = await startMailbox()
    try {
      const houses = readHouses(shop.deps.sites)
      const mails = { ...shop.deps, mailer: createMailer(mailbox.smtpUrl), houses }
      for (const job of await shop.queued())
        if (job.name === 'send-staff-mail' && job.about.kind === 'codes') await sendStaffMail(mails, job)
      const [told] = await mailbox.mailsTo('kaoru@museum.example')
      expect(told?.text).toContain('shiori sends you 3 coupon codes')
      const [raw = ''] = mailbox.raw()
      expect(raw.replaceAll(/\s/g, '')).toContain(Buffer.from(String(handed.body['csv'])).toString('base64'))
    } finally {
      await mailbox.close()
    }
    shop.clock.advance(5 * 60_000)
    expect(await mail('kaoru')).toMatchObject({ status: 403, ...isRefused('passkey needed again') })
  })

  test('of a month makes another one like it, which is seen and imported as any sheet; a day that is there stays', async () => {
    const { ren } = await withPlanner()
    const copy = (to: string, more: object = {}) =>
      ren.visitor.call(sheets.copyMonthCall, {
        params,
        query: { product: product(), from: '2026-12', to, ...more },
      })
    expect(await copy('2028-12')).toMatchObject({ status: 400, body: { fields: [{ field: 'to' }] } })
    expect(await copy('2027-02', { product: crypto.randomUUID() })).toMatchObject({ status: 404 })
    const { body: made } = await copy('2027-02')
    expect(made).toMatchObject({ kept: 0 })
    const body = bytes(String(made['content']))
    const { body: plan } = await look(ren, body, { file: 'month.json' })
    expect(plan).toMatchObject({
      kind: 'planned',
      sheets: [{ sheet: 'days', added: 1, changed: 0 }, { sheet: 'spans' }],
    })
    expect(await apply(ren, body, plan, { file: 'month.json' })).toMatchObject({ body: { kind: 'applied' } })
    // A price of ¥28 by a rule is typed once more before it is one; nothing is written without.
    const rule = bytes(
      `product,from,until,first,length,capacity,base_price\n${product()},2027-02-01,2027-02-28,10:00,60,5,28\n`,
    )
    const { body: odd } = await look(ren, rule, { file: 'rules.csv' })
    expect(odd).toMatchObject({ odd_prices: { total: 28, prices: [28] } })
    expect(await apply(ren, rule, odd, { file: 'rules.csv' })).toMatchObject({ body: { kind: 'asks' } })
    // Copied again, it is left as it is.
    const { body: again } = await copy('2027-02')
    expect(again).toMatchObject({ kept: 1 })
    expect((await look(ren, bytes(String(again['content'])), { file: 'month.json' })).body).toMatchObject({
      kind: 'unchanged',
    })
    // A command makes the same sheet, and goes the same way.
    const command = ['catalogue', 'copy-month', 'demo', product(), '2026-12', '2027-03', '--apply']
    expect(await kippuAs(shop, 'minato', command)).toMatchObject({ code: 0 })
    expect((await copy('2027-03')).body).toMatchObject({ kept: 1 })
  })
})

test('a picture is uploaded, named by a product and shown by the store at once, for ever at its address', async () => {
  const { visitor } = await known('sora', 'planner', ['demo'])
  const params = { site: 'demo' }
  const upload = (body: Uint8Array) => visitor.call(products.uploadPictureCall, { params, body })
  for (const [bytes, rule] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'no picture'],
    ['<html>', 'no picture'],
  ] as const)
    expect(await upload(Buffer.from(bytes))).toMatchObject({
      status: 400,
      body: { error: 'invalid request', fields: [{ field: 'picture', rule }] },
    })
  expect(await upload(Buffer.alloc(sheets.MOST_UPLOADED + 1))).toMatchObject(isRefused('invalid request'))
  const drawn = sharp({ create: { width: 1_000, height: 700, channels: 3, background: '#284' } })
  const bytes = await drawn.jpeg().toBuffer()
  const { body } = await upload(bytes)
  const address = String(body['address'])
  expect((await upload(bytes)).body).toEqual(body)
  for (const at of [host, host.replace('console.', '')]) {
    const picture = await askAt(at, { method: 'GET', path: address, headers: {}, body: '' })
    expect(picture).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' },
    })
  }
  const product = shop.catalogue.productUuid
  const focused = address.replace('.50-50.', '.20-85.')
  const look = (picture: string) =>
    visitor.call(sheets.previewSheet, {
      params,
      query: { file: 'products.json', lang: 'en', whole: 'no' },
      body: Buffer.from(JSON.stringify([{ product, picture }])),
    })
  expect((await look(focused.replace(/\/u\/../, '/u/00'))).body).toMatchObject({
    kind: 'faults',
    faults: [{ column: 'picture', text: 'this store has no such picture: upload it in the console' }],
  })
  const { body: plan } = await look(focused)
  const done = await visitor.call(sheets.importSheet, {
    params,
    query: { file: 'products.json', lang: 'en', whole: 'no', odd_prices: '0', seen: String(plan['seen']) },
    body: Buffer.from(JSON.stringify([{ product, picture: focused }])),
  })
  expect(done.body).toEqual({ kind: 'applied', rows: 1 })
  const { body: read } = await visitor.call(products.readProductsCall, { params })
  const shown = v.parse(products.readProductsCall.response, read)
  expect(shown.sheets['products']?.find(row => row['product'] === product)).toMatchObject({
    picture: focused,
  })
  shop.clock.advance(1_000)
  const page = (await shop.app.inject('/')).body
  expect(page).toContain(address.replace(/-1000x.*/, '-480.webp 480w'))
})

test('a notice is put, changed and taken down as the command does it', async () => {
  const { visitor } = await known('mio', 'marketing', ['demo'])
  const params = { site: 'demo' }
  const texts = {
    ja: '早く閉館します。',
    en: 'We close early.',
    kr: '',
    th: '',
    'zh-hans': '',
    'zh-hant': '',
  }
  const until = jstIso(shop.clock.now() + 60 * 60_000)
  const notice = { severity: 'warning', from: null, until, texts, replaces: null }
  const put = (more: object) => visitor.call(notices.putNoticeCall, { params, body: { ...notice, ...more } })
  const fields = (...all: object[]) => ({ status: 400, body: { error: 'invalid request', fields: all } })
  expect(await put({ texts: { ...texts, en: ' ', th: 'ก'.repeat(241) } })).toMatchObject(
    fields({ field: 'en', rule: 'missing' }, { field: 'th', rule: 'too_long' }),
  )
  expect(await put({ until: jstIso(shop.clock.now()) })).toMatchObject(
    fields({ field: 'until', rule: 'over' }),
  )
  const { body: first } = await put({})
  const { body: next } = await put({ texts: { ...texts, en: 'We close at four.' }, replaces: first['id'] })
  expect(await put({ replaces: first['id'] })).toMatchObject({
    status: 409,
    ...isRefused('changed meanwhile'),
  })
  const { body: listed } = await visitor.call(notices.listNoticesCall, { params })
  expect(listed).toMatchObject({
    notices: [
      { id: next['id'], state: 'shown', texts: { en: 'We close at four.' } },
      { id: first['id'], state: 'withdrawn' },
    ],
  })
  const taking = { params: { ...params, notice: String(next['id']) }, body: {} }
  expect(await visitor.call(notices.withdrawNoticeCall, taking)).toMatchObject({ status: 200 })
  expect(await visitor.call(notices.withdrawNoticeCall, taking)).toMatchObject({ status: 404 })
  for (let count = 0; count < 3; count += 1) await put({})
  expect(await put({})).toMatchObject(fields({ field: 'notices', rule: 'too many' }))
  await shop.db.transaction(tx => tx.deleteFrom('notices').execute())
})

test('a member is found and taken off the list, with what could bring them back; somebody with an order stays', async () => {
  const { visitor } = await known('nao', 'manager', ['demo'])
  const sora = await known('itsuki', 'planner', ['demo'])
  const params = { site: 'demo' }
  const find = (by: ConsoleVisitor, typed: string) =>
    by.call(members.findMembersCall, { params, body: { typed } })
  const list = 'login_id,name,email\nm-41,ﾔﾏﾀﾞ 太郎,Taro41@example.com\nm-42,Yamada,hana42@example.com\n'
  const query = { file: 'members.csv', lang: 'en', whole: 'no' }
  const body = new TextEncoder().encode(list)
  const { body: plan } = await visitor.call(sheets.previewSheet, { params, query, body })
  await visitor.call(sheets.importSheet, {
    params,
    query: { ...query, odd_prices: '0', seen: String(plan['seen']) },
    body,
  })
  expect(await find(sora.visitor, 'm-41')).toMatchObject({ status: 403, ...isRefused('not permitted') })
  expect(await find(visitor, 'm')).toMatchObject({ status: 400 })
  expect((await find(visitor, '%%')).body).toEqual({ members: [] })
  const { body: found } = await find(visitor, 'ヤマダ')
  expect(found).toMatchObject({
    members: [{ login_id: 'm-41', email: 'Taro41@example.com', has_order: false }],
  })
  expect((await find(visitor, 'taro41@')).body).toEqual(found)
  const idOf = async (login_id: string) =>
    (
      await shop.db.read(read =>
        read.selectFrom('members').select('id').where('login_id', '=', login_id).executeTakeFirstOrThrow(),
      )
    ).id
  const [taro, hana] = [await idOf('m-41'), await idOf('m-42')]
  const boss = await known('rin', 'owner')
  const withdraw = (member: string, site = 'demo', by = visitor) =>
    by.call(members.withdrawMemberCall, { params: { site, member }, body: {} })
  const order = await shop.readyOrder(1)
  // One who signs in while they are taken off.
  const signingIn = Promise.withResolvers<undefined>()
  const withdrawing = signingIn.promise.then(() => withdraw(hana))
  await shop.db.transaction(async tx => {
    await tx.updateTable('orders').set({ member_id: hana }).where('id', '=', order.id).execute()
    signingIn.resolve(undefined)
    await untilSomebodyWaits(shop.db)
  })
  expect(await withdrawing).toMatchObject({ status: 409, body: { why: 'they have an order' } })
  expect(await withdraw(taro, 'mori', boss.visitor)).toMatchObject({ status: 404 })
  expect(await withdraw(taro)).toMatchObject({ status: 200 })
  expect(await withdraw(taro)).toMatchObject({ status: 404 })
  const kept = await shop.db.read(read => read.selectFrom('catalogue_imports').select('changes').execute())
  expect(JSON.stringify(kept)).not.toMatch(/m-41|taro41/i)
  const lines = await shop.db.read(read =>
    read
      .selectFrom('staff_actions')
      .select(['verb', 'subject', 'details'])
      .where('staff', '=', 'nao')
      .where('verb', 'like', 'members %')
      .execute(),
  )
  expect(JSON.stringify(lines)).not.toMatch(/m-4|ヤマダ|taro/i)
  expect(lines.at(-1)).toMatchObject({ verb: 'members withdraw', subject: taro })
  shop.clock.advance(5 * 60_000)
  expect(await find(visitor, 'm-42')).toMatchObject({ status: 403, ...isRefused('passkey needed again') })
})

test('a method and a language are withdrawn: who is paying pays to the end, orders keep their mails, and a start brings nothing back', async () => {
  await shop.resetStock()
  const { visitor } = await known('mei', 'planner', ['demo'])
  const params = { site: 'demo', channel: 'web' }
  const [paying, waiting] = [await shop.readyOrder(1), await shop.readyOrder(1)]
  const { body: begun } = await shop.pay(paying, '3220', 'stripe_secure')
  await shop.db.transaction(async tx => {
    await tx.updateTable('orders').set({ lang: 'th' }).where('id', '=', waiting.id).execute()
    await tx.deleteFrom('payment_methods').where('channel', '=', 'spot').execute()
  })
  const read = async () => {
    const { body } = await visitor.call(offers.readOffersCall, { params })
    return v.parse(offers.readOffersCall.response, body)
  }
  const offeredIn = ({ channels }: offers.OffersShown) =>
    channels
      .filter(({ channel }) => channel === 'web')
      .flatMap(({ methods }) => methods.filter(one => one.is_offered).map(({ method }) => method))
  const shown = await read()
  const before = offeredIn(shown)
  expect(shown.channels[0]?.methods.find(({ method }) => method === 'stripe_secure')).toMatchObject({
    is_offered: true,
    has_account: true,
    paying: 1,
  })
  expect(shown.languages.find(({ id }) => id === 'th')).toMatchObject({ is_offered: true, orders: 1 })
  const methods = (after: readonly string[], seen: readonly string[] = before) =>
    visitor.call(offers.putMethodsCall, { params, body: { before: seen, after, reason: 'a fault' } })
  const languages = (after: readonly string[]) =>
    visitor.call(offers.putLanguagesCall, {
      params,
      body: { before: shown.languages.map(({ id }) => id), after, reason: 'few readers' },
    })
  const fault = (rule: string) => ({ status: 400, body: { fields: [{ field: 'after', rule }] } })
  expect(await methods([])).toMatchObject(fault('none left'))
  const elsewhere = {
    params: { ...params, channel: 'OTA' },
    body: { before: [], after: ['gmo'], reason: 'x' },
  }
  expect(await visitor.call(offers.putMethodsCall, elsewhere)).toMatchObject(fault('not listed'))
  expect(await languages(['en', 'th'])).toMatchObject(fault('its default is missing'))
  const others = before.filter(method => !method.startsWith('stripe'))
  expect(await methods(others)).toMatchObject({ status: 200 })
  expect(await methods(others)).toMatchObject({
    status: 409,
    body: { error: 'changed meanwhile', conflicts: [{ field: 'web', theirs: others, by: 'mei' }] },
  })
  expect(await languages(['ja', 'en'])).toMatchObject({ status: 200 })
  const now = await read()
  expect([now.channels[0]?.changed?.by, now.languages_changed?.by]).toEqual(['mei', 'mei'])
  expect(now.languages.filter(one => one.is_offered).map(({ id }) => id)).toEqual(['ja', 'en'])
  // Whoever begins chooses another method; whoever is paying does so to the end, on a page that is loaded anew too.
  expect((await shop.pay(waiting, '1112', 'stripe_secure')).status).toBe(400)
  const site = shop.deps.sites.all.find(({ key }) => key === 'demo')!
  const scripts = async () => (await readPaymentReach(shop.deps, site)).scripts.join()
  expect(await scripts()).toContain('stripe')
  await shop.stripe.answer(String(begun['redirect_url']), 'authenticate')
  expect(await shop.confirm(begun['payment_number'])).toMatchObject({ status: 200 })
  expect(await scripts()).not.toContain('stripe')
  await seed(shop.db, shop.deps.sites.all)
  expect(offeredIn(await read())).toEqual(others)
  expect((await read()).languages.filter(one => one.is_offered)).toHaveLength(2)
  expect(await methods(before, others)).toMatchObject({ status: 200 })
  expect(await languages(['ja', 'en'])).toMatchObject({ status: 409 })
  await kippuAs(shop, undefined, [
    'languages',
    'put',
    'demo',
    shown.languages.map(({ id }) => id).join(),
    '--reason',
    'x',
  ])
  expect(await shop.pay(waiting, '1112', 'stripe')).toMatchObject({ status: 200 })
  expect((await read()).languages.find(({ id }) => id === 'th')).toMatchObject({ orders: 0, visits: 1 })
})

test('one person sends few files at once: their bytes wait in the memory that sells', async () => {
  const send = ({ visitor }: Member, body: Uint8Array) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const asking = request({
      host: '127.0.0.1',
      port: host.split(':')[1],
      method: 'POST',
      path: products.uploadPictureCall.path.replace('{site}', 'demo'),
      headers: {
        host,
        origin: origin(),
        cookie: visitor.cookie() ?? '',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
      },
    })
    asking.on('response', answer => resolve(answer.resume().statusCode ?? 0)).on('error', reject)
    asking.write(body.subarray(0, 100))
    return { asking, status: promise, end: () => asking.end(body.subarray(100)) }
  }
  const nene = await known('nene', 'auditor', ['mori'])
  const begun = Array.from({ length: 5 }, () => send(nene, Buffer.alloc(200)))
  // Nobody has sent the whole: one is answered.
  expect(await Promise.race(begun.map(({ status }) => status))).toBe(429)
  for (const { end } of begun) end()
  const statuses = await Promise.all(begun.map(({ status }) => status))
  expect(Map.groupBy(statuses, status => status).get(403)).toHaveLength(4)
  expect(
    (await nene.visitor.call(products.uploadPictureCall, { params: { site: 'demo' }, body: Buffer.alloc(9) }))
      .status,
  ).toBe(403)
  // Whoever goes away while the store works on their files has sent them all the same.
  const planner = await known('nara', 'planner', ['demo'])
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a31' } })
    .png()
    .toBuffer()
  await shop.db.transaction(async tx => {
    await sql`lock table pictures`.execute(tx)
    const gone = send(planner, picture)
    gone.end()
    await untilSomebodyWaits(shop.db)
    const others = Array.from({ length: 4 }, () => send(planner, picture))
    gone.asking.destroy()
    await expect(gone.status).rejects.toThrow('socket hang up')
    expect(await Promise.race(others.map(({ status }) => status))).toBe(429)
    const next = await planner.visitor.call(products.uploadPictureCall, {
      params: { site: 'demo' },
      body: picture,
    })
    expect(next.status).toBe(429)
    for (const { asking, status } of others) {
      asking.destroy()
      await status.catch(() => undefined)
    }
  })
})

test('words are published at a moment that there is', async () => {
  const { visitor } = await owner()
  for (const at of ['2026-13-45T10:00:00+09:00', '2027-01-01T25:00:00+09:00'])
    expect(
      await visitor.call(wordsOfSite.publishWordsCall, {
        params: { site: 'demo' },
        body: { at, seen: 'x', reason: 'winter' },
      }),
    ).toMatchObject({ status: 400 })
})

/** Last: afterwards nothing is on sale. */
describe('visits that are cancelled', () => {
  test('are agreed to by a second person, for exactly the list that was seen', async () => {
    await shop.resetStock()
    const { number } = await shop.buy(1)
    // The visits of the day are agreed to by somebody who is not new.
    const aki = await owner()
    await other('ren', 'manager')
    shop.clock.advance(24 * 60 * 60_000)
    await signIn(aki.visitor, aki.device)
    const { body: story } = await aki.visitor.call(desk.readStory, {
      params: { site: 'demo', order: number },
    })
    const cancel = (name: string, ...more: string[]) =>
      kippuAs(shop, name, [
        'visits',
        'cancel',
        'demo',
        '--from',
        String(story['visit_date']),
        '--refund',
        '--reason',
        'storm',
        ...more,
      ])
    const [, digest = ''] = /Digest: (\S+)/.exec((await cancel('ren')).text) ?? []
    const apply = (...more: string[]) => cancel('ren', '--apply', '--digest', digest, ...more)
    expect((await apply()).text).toContain('a second person is needed')
    const [, approval = ''] = /--approval (\S+),/.exec((await apply('--ask')).text) ?? []
    expect((await apply('--approval', approval)).text).toContain('nobody has agreed yet')
    expect(
      await aki.visitor.call(refunds.decideApprovalCall, {
        params: { site: 'demo', approval },
        body: { agrees: true },
      }),
    ).toMatchObject({ status: 200 })
    const others = await cancel('aki', '--apply', '--digest', digest, '--approval', approval)
    expect(others.text).toContain('no such approval')
    expect(await apply('--approval', approval)).toMatchObject({ code: 0 })
    expect((await apply('--approval', approval)).code).toBe(1)
  })
})
