import { randomUUID } from 'node:crypto'

import { getConfigurations } from '@kippu/contract/site-content'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { kippuAs as commandAs } from '../../../test/kippu.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})
beforeEach(async () => {
  await server.db.transaction(tx => tx.deleteFrom('staff').execute())
})
afterAll(() => server.close())

const kippuAs = (staffName: string, ...args: readonly string[]) => commandAs(server, staffName, args)
const kippu = (...args: readonly string[]) => kippuAs('aki', ...args)

const doneBy = (verb: string) =>
  server.db.read(read =>
    read
      .selectFrom('staff_actions')
      .select(['subject', 'details', 'reason', 'staff', 'site_key'])
      .where('verb', '=', verb)
      .orderBy('id')
      .execute(),
  )

describe('settings', () => {
  test('are set and unset with a reason, and the line of it says what they were', async () => {
    const set = (value: string) =>
      kippu('settings', 'set', 'mori', 'Time_Change_Limit', value, '--reason', 'winter')
    expect(await set('2')).toMatchObject({ code: 0, text: expect.stringContaining('(before: not set)') })
    expect(await set('3')).toMatchObject({ code: 0, text: expect.stringContaining('(before: 2)') })
    expect((await kippu('settings', 'show', 'mori', 'Time_Change_Limit')).text).toBe('3')
    expect((await kippu('settings', 'list', 'mori')).text).toMatch(/^Time_Change_Limit +3 /m)
    const unset = () => kippu('settings', 'unset', 'mori', 'Time_Change_Limit', '--reason', 'spring')
    expect(await unset()).toMatchObject({ code: 0 })
    expect(await unset()).toMatchObject({
      code: 1,
      text: 'Refused: the site does not set Time_Change_Limit.',
    })
    expect(await doneBy('settings set')).toMatchObject([
      {
        subject: 'Time_Change_Limit',
        site_key: 'mori',
        staff: 'aki',
        reason: 'winter',
        details: { before: null, after: '2' },
      },
      { details: { before: '2', after: '3' } },
    ])
    expect(await doneBy('settings unset')).toMatchObject([{ details: { before: '3', after: null } }])
  })

  test('of two who set one at once, the second knows what the first made of it', async () => {
    const set = (value: string) =>
      kippu('settings', 'set', 'mori', 'Checkin_Early_Minutes', value, '--reason', 'both')
    await Promise.all([set('10'), set('20')])
    const lines = (await doneBy('settings set')).filter(({ reason }) => reason === 'both')
    expect(lines).toMatchObject([{ details: { before: null } }, { details: { before: expect.any(String) } }])
  })

  test('that name people are read by no visitor, and are not written beside what was done', async () => {
    const set = await kippu(
      'settings',
      'set',
      'demo',
      'Summary_Mail',
      'aki@museum.example en',
      '--reason',
      'new',
    )
    expect(set).toMatchObject({ code: 0 })
    await kippu('settings', 'set', 'demo', 'Account_Sales', '別の売上', '--reason', 'new')
    await kippu('settings', 'set', 'demo', 'Max_Ticket', '7', '--reason', 'new')
    server.clock.advance(2_000)
    const { body } = await server.app.inject({ url: getConfigurations.path, headers: { host: 'localhost' } })
    expect(body).toContain('"Max_Ticket"')
    expect(body).not.toMatch(/museum\.example|別の売上|Summary_Mail|Account_/)
    const page = await server.app.inject({ url: '/', headers: { host: 'localhost' } })
    expect(page.body).not.toMatch(/museum\.example|Summary_Mail/)
    expect(JSON.stringify(await doneBy('settings set'))).not.toContain('museum.example')
    await kippu('settings', 'show', 'demo', 'Max_Ticket')
    await kippu('settings', 'show', 'demo', 'Summary_Mail')
    expect(await doneBy('settings show')).toMatchObject([{ subject: 'Summary_Mail', site_key: 'demo' }])
  })

  test.each([
    [['set', 'demo', 'Max_Ticket', '0', '--reason', 'x'], 1, 'Max_Ticket is not a whole number from 1'],
    [['set', 'demo', 'Summary_Mail', 'aki', '--reason', 'x'], 1, 'is not a list such as'],
    [['set', 'demo', 'Max_Tickets', '5', '--reason', 'x'], 2, 'there is no setting Max_Tickets'],
    [['set', 'demo', 'Max_Ticket', '5'], 2, 'say why'],
    [['set', 'nowhere', 'Max_Ticket', '5', '--reason', 'x'], 2, 'there is no site nowhere'],
    [['set', 'demo', 'Max_Ticket', '5', '6', '--reason', 'x'], 2, 'quotation marks'],
    [['show', 'demo', 'Nothing'], 2, 'there is no setting Nothing'],
    [['demo'], 2, 'settings takes one of list, show, set, unset'],
  ])('%j is refused', async (args, code, why) => {
    expect(await kippu('settings', ...args)).toMatchObject({ code, text: expect.stringContaining(why) })
  })

  test('a box office, and somebody of another site, set none', async () => {
    await kippu('staff', 'put', 'aki', 'owner')
    await kippu('staff', 'put', 'ren', 'box_office')
    await kippu('staff', 'put', 'sora', 'planner', '--sites', 'mori')
    const asked = ['settings', 'set', 'demo', 'Max_Ticket', '5', '--reason', 'x']
    expect(await kippuAs('ren', ...asked)).toMatchObject({ code: 1 })
    expect(await kippuAs('sora', ...asked)).toMatchObject({ code: 2 })
  })
})

describe('methods', () => {
  test('take yen or percent off from now on, and nothing of what a site does not offer', async () => {
    const discount = (method: string, off: string) =>
      kippu('methods', 'discount', 'demo', method, off, '--reason', 'campaign')
    expect(await discount('stripe_secure', '3%')).toMatchObject({ code: 0 })
    expect((await kippu('methods', 'list', 'demo')).text).toMatch(/^web +stripe_secure +3%$/m)
    expect(await discount('stripe_secure', 'none')).toMatchObject({ code: 0 })
    expect(await discount('cash', '200')).toMatchObject({ code: 1 })
    for (const wrong of ['101%', '0', '1.5%', 'much'])
      expect(await discount('stripe_secure', wrong)).toMatchObject({ code: 2 })
    expect(await doneBy('methods discount')).toMatchObject([
      { subject: 'stripe_secure', details: { channel: 'web', discount: { type: 'percent', amount: 3 } } },
      { details: { discount: null, before: { type: 'percent', amount: 3 } } },
    ])
  })
})

describe('magazine', () => {
  test('lists who reads now, as CSV too, and writes down that it was taken out', async () => {
    const reader = { site_key: 'demo', token_hash: Buffer.alloc(32, 7) }
    const [one, other] = [randomUUID(), randomUUID()]
    await server.db.transaction(async tx => {
      await tx
        .insertInto('magazine_readers')
        .values([
          { ...reader, id: one, email: 'hana@example.com' },
          { ...reader, id: other, email: 'left@example.com', token_hash: Buffer.alloc(32, 8) },
        ])
        .execute()
      const subscription = { field_name: 'mail_magazine', changed_at: new Date('2026-11-01T00:00:00+09:00') }
      await tx
        .insertInto('magazine_subscriptions')
        .values([
          { ...subscription, reader_id: one, is_subscribed: true },
          { ...subscription, reader_id: other, is_subscribed: false },
        ])
        .execute()
    })
    expect(await kippu('magazine', 'list', 'demo', '--csv')).toEqual({
      code: 0,
      text: 'email,magazine,since\r\nhana@example.com,mail_magazine,2026-11-01',
    })
    expect((await kippu('magazine', 'list', 'demo')).text).toContain('1 reader.')
    expect(await kippu('magazine', 'list', 'demo', '--of', 'gossip')).toMatchObject({ code: 2 })
    expect((await kippu('magazine', 'list', 'mori')).text).toContain('0 readers.')
    const done = await doneBy('magazine list')
    expect(done).toMatchObject([
      { details: { readers: 1 } },
      { details: { readers: 1 } },
      { site_key: 'mori' },
    ])
    expect(JSON.stringify(done)).not.toContain('example.com')
    await kippu('staff', 'put', 'aki', 'owner')
    await kippu('staff', 'put', 'ren', 'box_office')
    expect(await kippuAs('ren', 'magazine', 'list', 'demo')).toMatchObject({ code: 1 })
  })
})

test('wrong usage says in five lines at most how the verb is typed that was meant', async () => {
  for (const args of [
    ['visits', 'cancel', 'demo'],
    ['shares', 'set', 'demo'],
    ['gates', 'x'],
    ['find'],
    ['nothing'],
    ['report', 'sales'],
  ]) {
    const { code, text } = await kippu(...args)
    expect([args, code]).toEqual([args, 2])
    expect(text.split('\n').length).toBeLessThanOrEqual(5)
  }
  const { text } = await kippu('visits', 'cancel', 'demo')
  expect(text).toContain('Usage: npm run kippu -- visits cancel <site>')
  expect(text).not.toContain('visits cancellation')
  expect(text).toContain('More: npm run kippu -- visits --help')
})
