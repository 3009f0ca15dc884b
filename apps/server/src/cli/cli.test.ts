import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Bought } from '../../test/shop/stripe.ts'
import { createShop, type StripeShop } from '../../test/shop/shop.ts'
import { ALL_VERBS, type AnyVerb } from '../../test/staff-verbs.ts'
import { NotPermitted } from '../platform/staff/actor.ts'
import { byStaff } from '../platform/staff/staff-verb.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { runCli } from './run-cli.ts'

let shop: StripeShop

beforeAll(async () => {
  shop = await createShop({ payments: 'stripe' })
})
afterAll(() => shop.close())

const kippu = (...args: readonly string[]) => kippuAs(undefined, ...args)

async function kippuAs(staffName: string | undefined, ...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCli(args, {
    staffName,
    open: () => shop.deps,
    out: text => out.push(text),
    err: text => err.push(text),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const asJson = async (...args: readonly string[]) =>
  JSON.parse((await kippu(...args, '--json')).out) as unknown

async function buy(quantity: number): Promise<Bought> {
  await shop.resetStock()
  return shop.buy(quantity)
}

async function setAttempt(id: string, values: { needs_person?: boolean; age?: number; state?: string }) {
  const { age, ...others } = values
  await shop.db.transaction(tx =>
    tx
      .updateTable('payment_attempts')
      .set({
        ...others,
        ...(age !== undefined && { created_at: sql<Date>`now() - make_interval(secs => ${age})` }),
      })
      .where('id', '=', id)
      .execute(),
  )
}

const netOf = async (attemptId: string) => (await shop.stripe.ledger())[attemptId]?.net

test('what reads much reads at a replica, where there is one, and says how old that is', async () => {
  const { db } = shop
  const asked: string[] = []
  // A standby alone has an age: this server is none.
  const standby = openDatabase(shop.databaseUrl, { poolSize: 1 })
  await db.transaction(async tx => {
    await sql`create schema standby`.execute(tx)
    await sql`create function standby.pg_last_wal_replay_lsn() returns pg_lsn language sql as $$ select '0/1'::pg_lsn $$`.execute(
      tx,
    )
    await sql`create function standby.pg_last_xact_replay_timestamp() returns timestamptz language sql
              as $$ select clock_timestamp() - interval '5 seconds' $$`.execute(tx)
  })
  await standby.read(read => sql`set search_path to standby, pg_catalog, public`.execute(read))
  const replica: Database = {
    ...standby,
    read: work => {
      asked.push('read')
      return standby.read(work)
    },
  }
  const run = async (...args: readonly string[]) => {
    const err: string[] = []
    const parts = { ...shop.deps, replica: () => replica }
    const code = await runCli(args, { open: () => parts, out: () => undefined, err: text => err.push(text) })
    return { code, err, asked: asked.splice(0).length > 0 }
  }
  const told = ['Read from a replica, which is 5.0 s behind.']
  const visitor = await buy(1)
  expect(await run('report', 'sales', 'demo')).toEqual({ code: 0, err: told, asked: true })
  expect(await run('find', 'demo', visitor.number)).toEqual({ code: 0, err: told, asked: true })
  expect(await run('attempts')).toEqual({ code: 0, err: [], asked: false })
  await standby.close()
  await db.transaction(tx => sql`drop schema standby cascade`.execute(tx))
})

describe('kippu attempts', () => {
  test('lists nothing while all is well', async () => {
    const { attemptId } = await buy(1)
    await setAttempt(attemptId, { age: 3600 })
    expect(await kippu('attempts')).toEqual({ code: 0, out: 'Nothing to look at.', err: '' })
  })

  test('lists what needs a person and what is open for more than ten minutes, the oldest first', async () => {
    const [flagged, fresh, stale] = [await buy(1), await buy(1), await buy(1)]
    await setAttempt(flagged.attemptId, { needs_person: true, age: 60 })
    await setAttempt(fresh.attemptId, { state: 'pending', age: 599 })
    await setAttempt(stale.attemptId, { state: 'pending', age: 601 })
    expect(await asJson('attempts')).toMatchObject([
      { attempt_id: stale.attemptId, state: 'pending', needs_person: false },
      { attempt_id: flagged.attemptId, state: 'captured', needs_person: true },
    ])
    const { out } = await kippu('attempts')
    expect(out).toMatch(
      new RegExp(`${stale.attemptId}  demo  web +stripe  payment pending +¥3,200  10 min  open`),
    )
    const ofChannel = async (channel: string) => asJson('attempts', '--channel', channel)
    expect(await ofChannel('web')).toHaveLength(2)
    expect(await ofChannel('spot')).toEqual([])
    for (const { attemptId } of [flagged, fresh, stale])
      await setAttempt(attemptId, { needs_person: false, state: 'captured' })
  })
})

describe('kippu attempt', () => {
  test('shows the life of a payment by its id, by the reference at the provider and by the reservation', async () => {
    const { attemptId, number } = await buy(1)
    const [byId] = (await asJson('attempt', attemptId)) as Array<{ provider_order_ref: string }>
    expect(byId).toMatchObject({
      id: attemptId,
      state: 'captured',
      order_status: 'completed',
      channel: 'web',
      reservation_number: number,
      provider_refs: { intent: expect.stringMatching(/^pi_/) },
      money: [{ kind: 'capture', amount: 3200 }],
    })
    const typed = `${number.slice(0, 5)}-${number.slice(5).toLowerCase()}`
    for (const name of [byId!.provider_order_ref, number, typed])
      expect(await asJson('attempt', name)).toEqual([byId])
    expect((await kippu('attempt', number)).out).toMatch(/^state +captured$/m)
  })

  test('is booked as given back once its provider says so, and where it says nothing, on the word of a person', async () => {
    const [paid, silent] = [await buy(1), await buy(1)]
    await shop.stripe.asStaff('refunds', { payment_intent: await shop.findIntent(paid.attemptId) })
    for (const { attemptId } of [paid, silent]) await setAttempt(attemptId, { state: 'refund_failed' })
    const booked = async ({ attemptId }: typeof paid) =>
      (await kippu('attempt', attemptId, '--returned', '--reason', 'in the console')).out
    expect(await booked(paid)).toBe('¥3,200 are booked as given back.')
    await shop.stripe.arm({ op: 'query', mode: 'http_500' })
    expect(await booked(silent)).toMatch(
      /^¥3,200 are booked as given back, on your word\. Its provider did not say what is left of it/,
    )
  })

  test('shows no secret: neither a token nor a field from a browser', async () => {
    const { attemptId } = await buy(1)
    const secrets = {
      token: 'tok_visible',
      access_pass: 'pass_visible',
      browser_ip: '192.0.2.1',
      sealed: 'x'.repeat(80),
      other: 'ключ visible',
    }
    await shop.db.transaction(tx =>
      tx
        .updateTable('payment_attempts')
        .set({ provider_refs: sql<string>`provider_refs || ${JSON.stringify(secrets)}::jsonb` })
        .where('id', '=', attemptId)
        .execute(),
    )
    const { out } = await kippu('attempt', attemptId)
    expect(out).not.toMatch(/visible|192\.0\.2|xxxx/)
    expect(out).toMatch(/access_pass +\(kept, not shown\)/)
  })

  test('is taken up by a person with a reason: one that is open is asked once more, one that was not given back is booked', async () => {
    const { attemptId, orderId } = await buy(1)
    await setAttempt(attemptId, { needs_person: true })
    expect(await kippu('attempt', attemptId, '--checked')).toMatchObject({ code: 2 })
    expect(await kippu('attempt', attemptId, '--returned', '--reason', 'cash')).toMatchObject({ code: 1 })
    const checked = await kippu('attempt', attemptId, '--checked', '--reason', 'it is captured there too')
    expect(checked).toMatchObject({ code: 0, out: 'It needs nobody any more.' })
    expect(await asJson('attempts')).toEqual([])
    await setAttempt(attemptId, { needs_person: true, state: 'refund_failed' })
    const booked = ['attempt', attemptId, '--returned', '--reason', 'bank transfer'] as const
    expect(await kippu(...booked)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^Refused: its provider keeps ¥3,200 of it\..*--paid-otherwise/),
    })
    const returned = await kippu(...booked, '--paid-otherwise')
    expect(returned).toMatchObject({ code: 0, out: '¥3,200 are booked as given back.' })
    expect(await asJson('attempt', attemptId)).toMatchObject([
      {
        state: 'refunded',
        needs_person: false,
        money: [{ amount: 3200 }, { kind: 'refund', amount: -3200 }],
      },
    ])
    const lines = await shop.db.read(read =>
      read
        .selectFrom('staff_actions')
        .select(['verb', 'reason'])
        .where('subject', '=', orderId)
        .orderBy('id')
        .execute(),
    )
    expect(lines).toEqual([
      { verb: 'attempt checked', reason: 'it is captured there too' },
      { verb: 'attempt returned', reason: 'bank transfer' },
    ])
  })

  test('fails for an unknown name', async () => {
    expect(await kippu('attempt', 'NOSUCH')).toMatchObject({ code: 1, out: 'There is no payment NOSUCH.' })
  })
})

const UNKNOWN = '7d0c8f3e-58a4-4b0e-9a3c-0d3c3f1f5a11'

/** The id of a refund that the provider refuses. */
async function refusedRefund(number: string, ticket: string): Promise<string> {
  await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
  const answer = await asJson('refund', number, '--tickets', ticket, '--reason', 'closed')
  return (answer as { refunds: { refund: string }[] }).refunds[0]!.refund
}

describe('kippu refund (S-7.15)', () => {
  test('refunds chosen tickets, then all that are left', async () => {
    const { attemptId, number } = await buy(3)
    expect(await kippu('refund', number, '--tickets', '2', '--reason', 'fell ill')).toEqual({
      code: 0,
      out: 'Revoked: ticket 2. ¥3,200 went back.',
      err: '',
    })
    expect(await netOf(attemptId)).toBe(6400)
    expect(await asJson('refund', number, '--all', '--yes', '--reason', 'closed')).toMatchObject({
      tickets: [1, 3],
      amount: 6400,
      refunds: [{ amount: 6400, state: 'done' }],
    })
    expect(await netOf(attemptId)).toBe(0)
    const again = await kippu('refund', number, '--tickets', '1', '--reason', 'closed')
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^Refused: /) })
    expect(await asJson('attempt', number)).toMatchObject([
      {
        state: 'refunded',
        refunds: [
          { reason: 'fell ill', amount: 3200 },
          { reason: 'closed', amount: 6400 },
        ],
      },
    ])
  })

  test('refunds a part of the price; the tickets stay valid and cost less from then on', async () => {
    const { attemptId, number } = await buy(3)
    expect(await kippu('refund', number, '--difference', '1000', '--reason', 'moved')).toEqual({
      code: 0,
      out: '¥1,000 went back.',
      err: '',
    })
    expect(await netOf(attemptId)).toBe(8600)
    expect(await kippu('refund', number, '--difference', '8600', '--reason', 'moved')).toMatchObject({
      code: 1,
      err: 'Refused: more than the tickets cost.',
    })
    expect(await asJson('refund', number, '--all', '--yes', '--reason', 'closed')).toMatchObject({
      amount: 8600,
    })
    expect(await netOf(attemptId)).toBe(0)
  })

  test('says beforehand what goes back, to what and what stays, and what its provider gave back already', async () => {
    const { attemptId, number, orderId } = await buy(3)
    const tried = await kippu('refund', number, '--tickets', '2', '--dry-run')
    expect(tried).toEqual({
      code: 0,
      out: '¥3,200 go back.\n  ticket 2   ¥3,200\n  to stripe  ¥3,200\n2 tickets of ¥6,400 stay.',
      err: '',
    })
    const form = { payment_intent: await shop.findIntent(attemptId), amount: '500' }
    await shop.stripe.asStaff('refunds', form)
    shop.expectPerson({ id: orderId })
    expect((await kippu('refund', number, '--difference', '100', '--dry-run')).out).toContain(
      '¥500 of it went back without the store',
    )
    const used = await kippu('refund', number, '--difference', '9600', '--dry-run')
    expect(used).toMatchObject({ code: 1, err: 'Refused: more than the tickets cost.' })
    expect(await netOf(attemptId)).toBe(9100)
  })

  test('of all tickets asks for the number first, and does nothing without it', async () => {
    const { attemptId, number } = await buy(1)
    const asked: string[] = []
    const answer = (word: string) =>
      runCli(['refund', number, '--all', '--reason', 'ill'], {
        open: () => shop.deps,
        out: () => undefined,
        err: () => undefined,
        ask: question => {
          asked.push(question)
          return Promise.resolve(word)
        },
      })
    expect(await answer('yes')).toBe(1)
    expect(asked[0]).toContain(`¥3,200 go back.`)
    expect(asked[0]).toContain(`type ${number}: `)
    expect((await kippu('refund', number, '--all', '--reason', 'ill')).err).toContain('Nothing is done yet')
    expect(await netOf(attemptId)).toBe(3200)
    expect(await answer(` ${number}\n`)).toBe(0)
    expect(await netOf(attemptId)).toBe(0)
  })

  test('whose answer is lost is under way, and says so', async () => {
    const { number } = await buy(1)
    await shop.stripe.arm({ op: 'refund', mode: 'drop_after', value: 2 })
    const { code, out } = await kippu('refund', number, '--all', '--yes', '--reason', 'closed')
    expect([code, out]).toEqual([0, expect.stringContaining('on their way back')])
    await shop.reconcile()
  })

  test('that the provider refuses fails', async () => {
    const { number } = await buy(1)
    await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
    const { code, out } = await kippu('refund', number, '--all', '--yes', '--reason', 'closed')
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/¥3,200 did not go back: .*¥3,200 are left of the payment\. Pay it/),
    ])
    expect(await asJson('attempts')).toMatchObject([{ kind: 'refund', needs_person: true, state: 'failed' }])
    expect((await shop.app.inject('/metrics')).body).toContain('kippu_payment_attempts_need_person 1')
  })

  test('of money of which a part went back in the console says what is left', async () => {
    const { attemptId, number, orderId } = await buy(2)
    const form = { payment_intent: await shop.findIntent(attemptId), amount: '3200' }
    await shop.stripe.asStaff('refunds', form)
    shop.expectPerson({ id: orderId })
    const { code, out } = await kippu('refund', number, '--all', '--yes', '--reason', 'closed')
    expect([code, out]).toEqual([1, expect.stringContaining('Pay ¥3,200 some other way, and no more')])
    expect(out).toContain('¥3,200 of the payment went back without the store, and ¥3,200 are left')
  })

  test('that was paid in another way is closed as done, and booked', async () => {
    const { attemptId, number } = await buy(2)
    const refund = await refusedRefund(number, '1')
    expect(await kippu('refund', '--settled', refund, 'done')).toEqual({
      code: 0,
      out: 'Closed: ¥3,200 went back, and is booked.',
      err: '',
    })
    expect(await asJson('attempt', attemptId)).toMatchObject([
      {
        state: 'partially_refunded',
        refunds: [{ state: 'done' }],
        money: [{ amount: 3200 * 2 }, { amount: -3200 }],
      },
    ])
    expect(await kippu('refund', number, '--all', '--yes', '--reason', 'closed')).toMatchObject({ code: 0 })
    expect(await asJson('attempt', attemptId)).toMatchObject([{ state: 'refunded' }])
  })

  test('that failed is listed with its id, and retried', async () => {
    const { attemptId, number } = await buy(2)
    const refund = await refusedRefund(number, '1')
    const row = { id: refund, reservation_number: number, state: 'failed', needs_person: true }
    expect(await asJson('refunds')).toContainEqual(expect.objectContaining(row))
    expect((await kippu('refunds')).out).toContain(refund)
    expect((await kippu('attempts')).out).toContain(refund)
    expect(await kippu('refund', '--retry', refund)).toEqual({ code: 0, out: '¥3,200 went back.', err: '' })
    expect(await netOf(attemptId)).toBe(3200)
    expect(JSON.stringify(await asJson('refunds'))).not.toContain(refund)
    const again = await kippu('refund', '--retry', refund)
    expect(again).toMatchObject({ code: 1, err: 'Refused: refund is done already.' })
  })

  test('of a site is taken up by those who work there alone, and it is written down', async () => {
    const { attemptId, number } = await buy(1)
    const refund = await refusedRefund(number, '1')
    await kippu('staff', 'put', 'aki', 'owner')
    await kippuAs('aki', 'staff', 'put', 'ren', 'box_office', '--sites', 'mori')
    await kippuAs('aki', 'staff', 'put', 'umi', 'box_office', '--sites', 'demo')
    const none = { code: 1, err: 'Refused: no such refund.' }
    expect(await kippuAs('ren', 'refund', '--settled', refund, 'done')).toMatchObject(none)
    expect(await kippuAs('ren', 'refund', '--retry', refund)).toMatchObject(none)
    const unknown = { code: 1, err: 'Refused: no such reservation.' }
    expect(await kippuAs('ren', 'refund', number, '--all', '--yes', '--reason', 'ill')).toMatchObject(unknown)
    expect(await netOf(attemptId)).toBe(3200)
    expect(await kippuAs('umi', 'refund', '--settled', refund, 'done')).toMatchObject({ code: 0 })
    expect((await kippuAs('aki', 'actions', 'demo', '--by', 'umi')).out).toContain(refund)
    await shop.db.transaction(tx => tx.deleteFrom('staff').execute())
  })

  test('that failed finally is closed, and no longer listed', async () => {
    const { attemptId, number } = await buy(1)
    const refund = await refusedRefund(number, '1')
    await shop.stripe.arm({ op: 'refund', mode: 'refuse' })
    expect((await kippu('refund', '--retry', refund)).code).toBe(1)
    expect((await kippu('refund', '--settled', refund, 'failed')).out).toBe('Closed: ¥3,200 did not go back.')
    expect(JSON.stringify(await asJson('refunds'))).not.toContain(refund)
    expect(await netOf(attemptId)).toBe(3200)
  })

  test.each([
    [['refund', '--retry', 'x'], 'x is not a refund id'],
    [['refund', '--retry', UNKNOWN, 'y'], '--retry takes a refund alone'],
    [['refund', '--retry', UNKNOWN, '--all'], 'go with a refund alone'],
    [['refund', '--retry', UNKNOWN, '--settled', UNKNOWN], 'go with a refund alone'],
    [['refund', '--settled', UNKNOWN], 'say how it ended'],
    [['refund', '--settled', UNKNOWN, 'maybe'], 'say how it ended'],
    [['refund', '--all', '--reason', 'y'], 'name one reservation'],
    [['refund', 'X', '--all'], 'say why'],
    [['refund', 'X', '--reason', 'y'], 'choose one of'],
    [['refund', 'X', '--all', '--yes', '--tickets', '1', '--reason', 'y'], 'choose one of'],
    [['refund', 'X', '--all', '--yes', '--difference', '100', '--reason', 'y'], 'choose one of'],
    [['refund', 'X', '--difference', '0', '--reason', 'y'], 'whole yen'],
    [['refund', 'X', '--difference', '１００', '--reason', 'y'], 'whole yen'],
    [['refund', 'X', '--tickets', '1,', '--reason', 'y'], 'must look like 1,3'],
    [['refund', 'X', 'Y', '--all', '--yes', '--reason', 'y'], 'name one reservation'],
    [['refund', 'X', '--all', '--yes', '--reason', 'y', '--site', 'nowhere'], 'there is no site nowhere'],
    [['refund', 'X', '--al', '--reason', 'y'], '--al'],
  ])('%j is a usage error', async (args, why) => {
    const { code, out, err } = await kippu(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(why)
    expect(err).toContain('Usage: npm run kippu -- refund')
  })

  test('of an unknown reservation is refused', async () => {
    const answer = await kippu('refund', 'NOSUCHNUMB', '--all', '--yes', '--reason', 'closed')
    expect(answer).toMatchObject({ code: 1, err: 'Refused: no such reservation.' })
  })
})

describe('a thing of another site', () => {
  test('is not there for any verb that finds by a number or an id, and its owner finds it', async () => {
    const { attemptId, number } = await buy(1)
    const refundId = await refusedRefund(number, '1')
    await setAttempt(attemptId, { needs_person: true })
    const gate = (await kippu('gates', 'add', 'demo', 'Night')).out.replace('Gate ', '')
    const { device } = JSON.parse((await kippu('gates', 'enrol', gate, 'Phone', '--json')).out)
    const [{ id } = { id: 0 }] = await shop.db.transaction(tx =>
      sql<{ id: number }>`
        insert into visit_cancellations (site_key, span_ids, from_date, to_date, way, reason, staff, created_at, ended_at)
        values ('demo', '{}', '2026-12-01', '2026-12-01', 'refund', 'storm', 'aki', now(), now()) returning id`
        .execute(tx)
        .then(({ rows }) => rows),
    )
    const said = {
      reason: 'seen',
      siteName: 'Demo',
      end: 'failed',
      evenDisputed: false,
      isPaidOtherwise: false,
    }
    const there = { number, name: attemptId, attemptId, refundId, gateId: gate, deviceId: device, id }
    const none = Object.fromEntries(Object.keys(there).map(key => [key, UNKNOWN]))
    const answerOf = async (verb: AnyVerb, siteKeys: string[] | null, asked: object): Promise<string> => {
      const by = byStaff({ name: 'ren', role: 'owner', siteKeys }, shop.deps)
      try {
        return JSON.stringify((await verb(by, { ...said, ...asked })) ?? null)
      } catch (error) {
        if (error instanceof NotPermitted) return 'not permitted'
        if (!(error instanceof Error) || error instanceof v.ValiError) throw error
        return error.message
      }
    }
    const lines = () =>
      shop.db.read(read => read.selectFrom('staff_actions').select('id').execute()).then(all => all.length)
    const verbs = ALL_VERBS.filter(({ about }) => about.reach === 'own sites')
    for (const verb of verbs) {
      const what = `${verb.about.name}: `
      const before = await lines()
      const unknown = await answerOf(verb, ['mori'], { ...none, id: -1 })
      const foreign = await answerOf(verb, ['mori'], there)
      expect([`${what}not permitted`, what + unknown]).toContain(what + foreign)
      expect(await lines()).toBe(before)
      for (const one of [attemptId, refundId, gate, device]) expect(what + foreign).not.toContain(one)
      expect(what + (await answerOf(verb, ['demo'], there))).not.toBe(what + unknown)
    }
    expect(verbs.length).toBeGreaterThan(12)
  })
})

describe('kippu void', () => {
  test('releases a payment that is only authorised, and its tickets', async () => {
    await shop.stripe.arm({ op: 'capture', mode: 'drop_before', value: 2 })
    const { orderId, attemptId, number } = await buy(2)
    expect(await asJson('attempt', attemptId)).toMatchObject([{ state: 'authorized', operation: 'capture' }])
    const early = await kippu('refund', number, '--all', '--yes', '--reason', 'closed')
    expect(early).toMatchObject({ code: 1, err: 'Refused: payment is not captured yet.' })
    expect(await kippu('void', number)).toMatchObject({
      code: 0,
      out: expect.stringContaining('being released'),
    })
    await shop.reconcile()
    expect(await shop.attemptsOf({ id: orderId })).toMatchObject([{ id: attemptId, state: 'voided' }])
    expect((await shop.stripe.ledger())[attemptId]).toMatchObject({ captured: 0, net: 0 })
  })

  test('refuses a captured payment', async () => {
    const { number } = await buy(1)
    const late = await kippu('void', number)
    expect(late).toMatchObject({ code: 1, err: 'Refused: payment is captured already.' })
  })
})

describe('kippu webhooks (S-7.07)', () => {
  test('lists the addresses of each site whose methods use the provider', async () => {
    expect(await asJson('webhooks')).toEqual(
      expect.arrayContaining([
        {
          site: 'demo',
          provider: 'stripe',
          what: 'webhook',
          url: expect.stringMatching(/\/payment-webhooks\/stripe$/),
        },
      ]),
    )
    // mori pays only through Adyen.
    expect((await kippu('webhooks')).out).not.toMatch(/mori +stripe/)
  })
})

describe('help', () => {
  test.each(['attempts', 'attempt', 'refund', 'refunds', 'void', 'webhooks'])(
    'kippu %s --help',
    async name => {
      const { code, out } = await kippu(name, '--help')
      expect([code, out]).toEqual([0, expect.stringContaining(`Usage: npm run kippu -- ${name}`)])
      expect((await kippu('--help')).out).toContain(`  ${name}`)
    },
  )

  test('nothing, and an unknown command, are usage errors', async () => {
    expect((await kippu()).code).toBe(2)
    expect(await kippu('charge')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no command charge'),
    })
  })

  test('is found by -h, by help and a name, and the release by --version', async () => {
    const long = await kippu('find', '--help')
    expect(await kippu('find', '-h')).toEqual(long)
    expect(await kippu('help', 'find')).toEqual(long)
    expect(await kippu('-h')).toEqual(await kippu('help'))
    expect((await kippu('help')).out).toMatch(/^Visitors\n {2}find [^]*\n\nPayments\n {2}attempts /m)
    expect(await kippu('--version')).toEqual(await kippu('version'))
  })

  test.each([
    [['fnd', 'demo', 'x'], 'no command fnd. Did you mean find?'],
    [['atempts'], 'Did you mean attempts?'],
    [['refund', 'X', '--dyr-run'], 'no option --dyr-run. Did you mean --dry-run?'],
    [['refund', 'X', '--zzz'], 'There is no option --zzz.\n'],
  ])('%j names the word that is meant', async (args, why) => {
    const { code, out, err } = await kippu(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(why)
  })

  test('programs read a code of each refusal on standard error', async () => {
    const coded = async (...args: readonly string[]) => {
      const { code, out, err } = await kippu(...args, '--json')
      expect(out).toBe('')
      return { exit: code, ...JSON.parse(err) }
    }
    expect(await coded('order', 'demo', 'NOSUCHNUMB')).toEqual({
      exit: 1,
      refused: 'the site has no such order',
      code: 'not_found',
    })
    expect(await coded('order', 'demo')).toMatchObject({ exit: 2, code: 'usage' })
    const { number } = await buy(1)
    expect(await coded('refund', number, '--all', '--reason', 'ill')).toMatchObject({
      exit: 1,
      code: 'not_confirmed',
      plan: { amount: 3200 },
    })
  })
})
