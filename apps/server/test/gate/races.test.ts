import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Dice } from '../../../../packages/domain/test/random-order.ts'
import { type Database, openDatabase } from '../../src/platform/db/database.ts'
import { isRefusal } from '../../src/platform/http/refusal.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { reportScans } from '../../src/gate/check-in/report-scans.ts'
import { scanTicket } from '../../src/gate/check-in/scan-ticket.ts'
import { undoScan } from '../../src/gate/check-in/undo-scan.ts'
import { createShop, type GateShop } from '../shop/shop.ts'
import type { StaffDevice } from '../shop/gate.ts'
import type { Bought } from '../shop/stripe.ts'
import { rowsOf } from '../time-changes/compare-with-model.ts'
import { ALL_MS, atOnce, race as raceIn, RACES, SEED } from '../time-changes/racing.ts'

let shop: GateShop
let door: StaffDevice
/** The connections of a second process, which shares no queue with the first: only the database keeps the two apart. */
let second: Database

const BOUGHT_AT = '2026-11-25T10:00:00+09:00'
/** Its time has begun to admit, and can still be changed. */
const AT = '2026-12-01T09:50:00+09:00'

beforeAll(async () => {
  shop = await createShop({ gate: true })
  door = await shop.device()
  second = openDatabase(shop.databaseUrl, { poolSize: 4 })
})
afterAll(async () => {
  await second.close()
  await shop.close()
})
beforeEach(() => shop.set('Checkin_Early_Minutes', '15'))

const race = (name: string, run: (dice: Dice) => Promise<Bought>): Promise<void> =>
  raceIn(shop, name, async dice => {
    shop.clock.set(BOUGHT_AT)
    return run(dice)
  })

/** People come to the gate. */
function open(): void {
  shop.clock.set(AT)
}

interface Entered {
  readonly status: string
  readonly reason: unknown
}

/** At the gate of the second process. */
async function scanBeside(code: string, scanId: string = randomUUID()): Promise<Entered> {
  const { status, reason } = await scanTicket(
    { ...shop.deps, db: second },
    {
      siteKey: 'demo',
      gateId: door.gateId,
      deviceId: randomUUID(),
      scanId,
      direction: 'in',
      lang: 'ja',
      shown: { code },
    },
  )
  return { status, reason }
}

async function scanHere(code: string): Promise<Entered> {
  const { body } = await door.scan(code)
  return { status: String(body['status']), reason: body['reason'] }
}

interface Shown {
  readonly token: string
  readonly id: number
  readonly codes: readonly [plain: string, signed: string]
}

/** What the holder of a token shows of a ticket. */
async function shownOf(token: string, id: number): Promise<Shown> {
  const ticket = (await shop.ticketsOf(token)).find(one => one.id === id)
  if (ticket === undefined) throw new Error(`nobody sees ticket ${id}`)
  return { token, id, codes: [ticket.code, ticket.signed_code] }
}

/** Wants in: by the plain code or the signed one, at a gate of either process, or by themselves. */
function enters(dice: Dice, { token, id, codes }: Shown): () => Promise<Entered> {
  const code = dice.oneOf(codes)
  const way = dice.oneOf(['here', 'beside', 'alone'] as const)
  switch (way) {
    case 'here':
      return () => scanHere(code)
    case 'beside':
      return () => scanBeside(code)
    case 'alone':
      return async () => {
        const { status, body } = await shop.checkIn(token, id)
        return { status: status === 200 ? String(body['status']) : 'invalid', reason: null }
      }
  }
}

interface Standing {
  readonly isUsed: boolean
  readonly isRevoked: boolean
  /** Entries that were neither undone nor a fault, and all. */
  readonly entries: number
  readonly rows: number
  readonly refusals: number
}

async function standingOf({ reservationId }: Bought, id: number): Promise<Standing> {
  const [row] = await rowsOf(
    shop,
    sql<Standing>`
      select t.used_at is not null as "isUsed", t.revoked_at is not null as "isRevoked",
             count(c.*) filter (where c.undone_at is null and c.fault is null)::integer as entries, count(c.*)::integer as rows,
             (select count(*) from gate_refusals)::integer as refusals
        from tickets t left join check_ins c on c.reservation_id = t.reservation_id and c.ticket_id = t.id
       where t.reservation_id = ${reservationId}::uuid and t.id = ${id} group by t.reservation_id, t.id`,
  )
  if (row === undefined) throw new Error('there is no such ticket')
  return row
}

const refusalsSoFar = async (): Promise<number> => {
  const [row] = await rowsOf(
    shop,
    sql<{ count: number }>`select count(*)::integer as count from gate_refusals`,
  )
  return row?.count ?? 0
}

const told = (code: string, more: object = {}) => ({
  scan_id: randomUUID(),
  direction: 'in' as const,
  at: AT,
  code,
  status: 'success' as const,
  reason: null,
  undone_reason: null,
  ...more,
})

const reportHere = async (scans: ReadonlyArray<ReturnType<typeof told>>): Promise<readonly Entered[]> => {
  const { status, body } = await door.call('POST', '/api/v1/gate/reports', { scans })
  expect(status).toBe(200)
  return (body as unknown as readonly Entered[]).map(one => ({ status: one.status, reason: one.reason }))
}

const reportBeside = async (scans: ReadonlyArray<ReturnType<typeof told>>): Promise<readonly Entered[]> => {
  const answers = await reportScans(
    { ...shop.deps, db: second },
    { siteKey: 'demo', gateId: door.gateId, deviceId: randomUUID(), scans },
  )
  return answers.map(({ status, reason }) => ({ status, reason }))
}

describe(`${RACES} races, FC_SEED=${SEED}`, () => {
  test(
    'of two gates and their visitor with one ticket: one success, and used for the others (S-9.09)',
    async () => {
      await race('one ticket', async dice => {
        const bought = await shop.buy(1)
        const shown = await shownOf(bought.token, 1)
        const before = await refusalsSoFar()
        open()
        const answers = await atOnce(dice, [
          () => scanHere(dice.oneOf(shown.codes)),
          () => scanBeside(dice.oneOf(shown.codes)),
          enters(dice, shown),
        ])
        expect(answers.map(({ status }) => status).toSorted()).toEqual(['success', 'used', 'used'])
        expect(await standingOf(bought, 1)).toEqual({
          isUsed: true,
          isRevoked: false,
          entries: 1,
          rows: 1,
          refusals: before + 2,
        })
        return bought
      })
    },
    ALL_MS,
  )

  test(
    'of one scan that is asked for twice: it is kept once, and both answers are the same',
    async () => {
      await race('one scan', async dice => {
        const bought = await shop.buy(2)
        const [first, other] = await shop.ticketsOf(bought.token)
        const party = `party:${first!.code}.${other!.code.slice(-6)}`
        open()
        const scanId = randomUUID()
        const [here, beside] = await atOnce(dice, [
          async () => (await door.scan(party, { scanId })).body,
          () => scanBeside(party, scanId),
        ])
        expect([here['status'], beside.status]).toEqual(['success', 'success'])
        for (const id of [1, 2])
          expect(await standingOf(bought, id)).toMatchObject({ isUsed: true, entries: 1, rows: 1 })
        return bought
      })
    },
    ALL_MS,
  )

  test(
    'of taking back against a check-in: whoever came first, and never both (S-10.05, S-9.04)',
    async () => {
      const ends = { entered: 0, takenBack: 0 }
      await race('take back', async dice => {
        const bought = await shop.buy(2)
        const made = await shop.call('POST', '/api/v1/shares', {
          reservation_token: bought.token,
          ticket_ids: [2],
        })
        const share = String(made.body['share_token'])
        const accepted = await shop.call('POST', `/api/v1/shareacceptances/${share}`, {
          acceptance_key: randomUUID(),
        })
        const shown = await shownOf(String(accepted.body['reservation_token']), 2)
        open()
        const [entered, takenBack] = await atOnce(dice, [
          enters(dice, shown),
          () => shop.call('DELETE', `/api/v1/shares/${share}?reservation_token=${bought.token}`),
        ])
        const isIn = entered.status === 'success'
        expect({ entered, takenBack: takenBack.status }).toEqual({
          entered: isIn ? entered : { ...entered, status: 'invalid' },
          takenBack: isIn ? 400 : 204,
        })
        expect(await standingOf(bought, 2)).toMatchObject({ isUsed: isIn, rows: isIn ? 1 : 0 })
        // The buyer has it again, with a code that is good.
        const after = isIn ? takenBack.body : await scanHere((await shownOf(bought.token, 2)).codes[1])
        expect(after).toEqual(
          isIn ? { error: 'shared ticket was used' } : { status: 'success', reason: null },
        )
        ends[isIn ? 'entered' : 'takenBack'] += 1
        return bought
      })
      expect(Math.min(ends.entered, ends.takenBack)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of a refund by staff against a check-in: whoever came first, and never both (S-7.15, S-9.04)',
    async () => {
      const ends = { entered: 0, refunded: 0 }
      await race('refund', async dice => {
        const bought = await shop.buy(2)
        const shown = await shownOf(bought.token, 1)
        open()
        const [entered, refund] = await atOnce(dice, [
          enters(dice, shown),
          () =>
            requestRefund(shop.deps, {
              siteKey: 'demo',
              reservationNumber: bought.number,
              tickets: dice.oneOf(['all', [1]] as const),
              reason: 'it rains',
            }),
        ])
        const isIn = entered.status === 'success'
        expect([entered.status, refund.kind === 'refused' ? refund.why : refund.kind]).toEqual(
          isIn ? ['success', 'ticket was used'] : ['invalid', 'refund'],
        )
        expect(await standingOf(bought, 1)).toMatchObject({
          isUsed: isIn,
          isRevoked: !isIn,
          rows: isIn ? 1 : 0,
        })
        ends[isIn ? 'entered' : 'refunded'] += 1
        return bought
      })
      expect(Math.min(ends.entered, ends.refunded)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of a move against a check-in: whoever came first, and never both; what was paid for nothing goes back (S-11.13, S-9.04)',
    async () => {
      const ends = { entered: 0, moved: 0 }
      await race('move', async dice => {
        const bought = await shop.buy(2)
        const change = await shop.changeToken(
          bought.token,
          dice.oneOf([shop.dear.span, shop.cheap.span, shop.same.span]),
        )
        const isUp = (await shop.read(change)).body['payment_required'] === true
        const shown = await shownOf(bought.token, 1)
        open()
        const [entered] = await atOnce(dice, [
          enters(dice, shown),
          () => shop.agree(change, isUp ? '1112' : undefined),
        ])
        const [row] = await rowsOf(
          shop,
          sql<{ isMoved: boolean }>`
            select token_generation > 0 as "isMoved" from reservations where id = ${bought.reservationId}::uuid`,
        )
        const isIn = entered.status === 'success'
        expect([entered.status, row?.isMoved]).toEqual(isIn ? ['success', false] : ['invalid', true])
        expect(await standingOf(bought, 1)).toMatchObject({ isUsed: isIn, rows: isIn ? 1 : 0 })
        ends[isIn ? 'entered' : 'moved'] += 1
        return bought
      })
      expect(Math.min(ends.entered, ends.moved)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of undoing against a check-in with the same ticket: nobody is in twice, and the ticket knows whether somebody is',
    async () => {
      const ends = { entered: 0, used: 0 }
      await race('undo', async dice => {
        const bought = await shop.buy(1)
        const shown = await shownOf(bought.token, 1)
        open()
        const scanId = randomUUID()
        expect(await scanBeside(shown.codes[1], scanId)).toMatchObject({ status: 'success' })
        const undo = { siteKey: 'demo', scanId, deviceId: randomUUID() }
        const [entered, undone, again] = await atOnce(dice, [
          enters(dice, shown),
          () => undoScan(shop.deps, { ...undo, reason: 'wrong person' }),
          () => undoScan({ ...shop.deps, db: second }, { ...undo, reason: 'wrong ticket' }),
        ])
        // It was undone once, for one reason.
        expect([undone, again].filter(isRefusal)).toHaveLength(1)
        const isIn = entered.status === 'success'
        expect(entered.status).toBe(isIn ? 'success' : 'used')
        expect(await standingOf(bought, 1)).toMatchObject({
          isUsed: isIn,
          entries: isIn ? 1 : 0,
          rows: isIn ? 2 : 1,
        })
        ends[isIn ? 'entered' : 'used'] += 1
        return bought
      })
      expect(Math.min(ends.entered, ends.used)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of the report of an offline gate against a check-in: one of them was right, and of the other it is known',
    async () => {
      const ends = { here: 0, there: 0 }
      await race('report', async dice => {
        const bought = await shop.buy(1)
        const shown = await shownOf(bought.token, 1)
        open()
        const [entered, [judged]] = await atOnce(dice, [
          enters(dice, shown),
          () => dice.oneOf([reportHere, reportBeside])([told(shown.codes[1])]),
        ])
        const isIn = entered.status === 'success'
        expect([entered.status, judged]).toEqual(
          isIn
            ? ['success', { status: 'used', reason: 'already_in' }]
            : ['used', { status: 'success', reason: null }],
        )
        expect(await standingOf(bought, 1)).toMatchObject({
          isUsed: true,
          entries: 1,
          rows: isIn ? 2 : 1,
        })
        ends[isIn ? 'here' : 'there'] += 1
        return bought
      })
      expect(Math.min(ends.here, ends.there)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of two reports of the same scans: each is kept once, and both are told the same',
    async () => {
      await race('two reports', async dice => {
        const bought = await shop.buy(2)
        const [first, other] = [await shownOf(bought.token, 1), await shownOf(bought.token, 2)]
        const before = await refusalsSoFar()
        open()
        const scans = [
          told(first.codes[1]),
          told(first.codes[1]),
          told(other.codes[1], { status: 'invalid', reason: 'older_code' }),
          told(`KT1:${randomUUID()}`),
        ]
        const [here, beside] = await atOnce(dice, [() => reportHere(scans), () => reportBeside(scans)])
        expect(here).toEqual([
          { status: 'success', reason: null },
          { status: 'used', reason: 'already_in' },
          { status: 'success', reason: null },
          { status: 'invalid', reason: 'unknown' },
        ])
        expect(beside).toEqual(here)
        expect(await standingOf(bought, 1)).toMatchObject({ isUsed: true, entries: 1, rows: 2 })
        expect(await standingOf(bought, 2)).toMatchObject({
          isUsed: false,
          rows: 0,
          refusals: before + 2,
        })
        return bought
      })
    },
    ALL_MS,
  )
})
