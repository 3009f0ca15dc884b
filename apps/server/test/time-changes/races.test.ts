import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Dice } from '../../../../packages/domain/test/random-order.ts'
import { requestRefund } from '../../src/payments/refunds/request-refund.ts'
import { createShop, type OtherDaysShop } from '../shop/shop.ts'
import type { Bought } from '../shop/stripe.ts'
import type { StoreAnswer } from '../shop/orders.ts'
import { rowsOf } from './compare-with-model.ts'
import { ALL_MS, atOnce, race as raceIn, RACES, SEED } from './racing.ts'

let shop: OtherDaysShop

beforeAll(async () => {
  shop = await createShop({ otherDays: true })
})
afterAll(() => shop.close())

const race = (name: string, run: (dice: Dice) => Promise<Bought>): Promise<void> => raceIn(shop, name, run)

const isCompleted = ({ body }: StoreAnswer): boolean => body['result'] === 'completed'

/** Asks for a change, and agrees to it where it is made. */
async function moveTo(token: string, span: number): Promise<StoreAnswer> {
  const made = await shop.change(token, span)
  if (made.status !== 201) return made
  return shop.agree(
    String(made.body['timechange_token']),
    made.body['payment_required'] === true ? '1112' : undefined,
  )
}

describe(`${RACES} races, FC_SEED=${SEED}`, () => {
  test(
    'of two changes of one reservation: it moves once for each that was paid, and nobody pays twice (S-11.02–03)',
    async () => {
      let moved = 0
      await race('two changes', async dice => {
        const bought = await shop.buy(2)
        const answers = await atOnce(dice, [
          () => moveTo(bought.token, shop.dear.span),
          () => moveTo(bought.token, dice.oneOf([shop.dear.span, shop.cheap.span, shop.same.span])),
        ])
        const completed = answers.filter(isCompleted).length
        moved += completed
        const [row] = await rowsOf(
          shop,
          sql<{
            generation: number
          }>`select token_generation as generation from reservations where id = ${bought.reservationId}`,
        )
        expect(row?.generation).toBe(completed)
        return bought
      })
      expect(moved).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of one change agreed to in two tabs: it is paid once (D-51)',
    async () => {
      await race('two tabs', async dice => {
        const bought = await shop.buy(1)
        const change = await shop.changeToken(bought.token, shop.dear.span)
        const answers = await atOnce(dice, [
          () => shop.agree(change, '1112'),
          () => shop.agree(change, '1112'),
        ])
        expect(answers.some(isCompleted)).toBe(true)
        return bought
      })
    },
    ALL_MS,
  )

  test(
    'of a change against a refund by staff: what is given back is no longer moved, and nothing goes back twice (S-11.11, S-7.15)',
    async () => {
      const ends = { moved: 0, refunded: 0 }
      await race('change and refund', async dice => {
        const bought = await shop.buy(2)
        const change = await shop.changeToken(bought.token, dice.oneOf([shop.dear.span, shop.cheap.span]))
        const isUp = (await shop.read(change)).body['payment_required'] === true
        const [agreed, refund] = await atOnce(dice, [
          () => shop.agree(change, isUp ? '1112' : undefined),
          () =>
            requestRefund(shop.deps, {
              siteKey: 'demo',
              reservationNumber: bought.number,
              tickets: dice.oneOf(['all', [1]] as const),
              reason: 'it rains',
            }),
        ])
        if (isCompleted(agreed)) ends.moved += 1
        if (refund.kind === 'refund') ends.refunded += 1
        return bought
      })
      expect(Math.min(ends.moved, ends.refunded)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of a change against the last place sold by the web: one of them has it (S-2.01, S-11.16)',
    async () => {
      const ends = { moved: 0, sold: 0 }
      await race('the last place', async dice => {
        const bought = await shop.buy(1)
        await shop.run(sql`update time_spans set capacity = taken + 1 where id = ${shop.dear.span}`)
        const before = await shop.takenOf(shop.dear.span)
        const [moved, ordered, other] = await atOnce(dice, [
          () => moveTo(bought.token, shop.dear.span),
          () => shop.order(1, { timeSpanId: shop.dear.span }),
          () => shop.order(1, { timeSpanId: shop.dear.span }),
        ])
        const winners = [isCompleted(moved), ordered.status === 201, other.status === 201].filter(Boolean)
        expect(winners).toHaveLength(1)
        expect(await shop.takenOf(shop.dear.span)).toBe(before + 1)
        ends[isCompleted(moved) ? 'moved' : 'sold'] += 1
        for (const { body } of [ordered, other])
          if (typeof body['order_token'] === 'string')
            await shop.call('DELETE', `/api/v1/orders/${body['order_token']}`)
        return bought
      })
      expect(Math.min(ends.moved, ends.sold)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of handing on against a change: a visit with a ticket in other hands stays where it is (S-10.08, S-11.15)',
    async () => {
      const ends = { moved: 0, shared: 0 }
      await race('share and change', async dice => {
        const bought = await shop.buy(2)
        const span = dice.oneOf([shop.dear.span, shop.cheap.span, shop.same.span])
        const change = await shop.changeToken(bought.token, span)
        const isUp = (await shop.read(change)).body['payment_required'] === true
        const [agreed, shared] = await atOnce(dice, [
          () => shop.agree(change, isUp ? '1112' : undefined),
          () => share(bought, [2]),
        ])
        const [row] = await rowsOf(
          shop,
          sql<{ moved: boolean; shared: boolean }>`
            select r.token_generation > 0 as moved,
                   exists (select from tickets t where t.reservation_id = r.id and t.share_id is not null) as shared
              from reservations r where r.id = ${bought.reservationId}`,
        )
        // Where the change is paid already, its tickets were handed on too early, and the money goes back.
        expect(row).toEqual({ moved: isCompleted(agreed), shared: shared.status === 201 })
        expect(row?.moved === true && row.shared).toBe(false)
        if (row?.moved === true) ends.moved += 1
        if (row?.shared === true) ends.shared += 1
        return bought
      })
      expect(Math.min(ends.moved, ends.shared)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of two acceptances of one hand-on: one of them has it (S-10.03)',
    async () => {
      await race('two acceptances', async dice => {
        const bought = await shop.buy(2)
        const token = await shareToken(bought, [2])
        const answers = await atOnce(dice, [() => accept(token), () => accept(token)])
        expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
        return bought
      })
    },
    ALL_MS,
  )

  test(
    'of taking back against an acceptance: the buyer has it in the end, and nobody else (S-10.05, S-9.04)',
    async () => {
      const ends = { accepted: 0, refused: 0 }
      await race('take back and accept', async dice => {
        const bought = await shop.buy(2)
        const token = await shareToken(bought, [2])
        const [taken, accepted] = await atOnce(dice, [
          () => shop.call('DELETE', `/api/v1/shares/${token}?reservation_token=${bought.token}`),
          () => accept(token),
        ])
        expect(taken.status).toBe(204)
        expect([200, 404]).toContain(accepted.status)
        ends[accepted.status === 200 ? 'accepted' : 'refused'] += 1
        // Nothing is left of an acceptance that came first.
        const holder = String(accepted.body['reservation_token'])
        expect(await shop.call('GET', `/api/v1/reservations/${holder}`)).toMatchObject({ status: 404 })
        expect(await statesOf(bought)).toEqual([
          ['available', false],
          ['available', false],
        ])
        return bought
      })
      expect(Math.min(ends.accepted, ends.refused)).toBeGreaterThan(0)
    },
    ALL_MS,
  )

  test(
    'of a refund by staff against an acceptance: who comes first decides, and never both (S-7.15)',
    async () => {
      const ends = { accepted: 0, refunded: 0 }
      await race('refund and accept', async dice => {
        const bought = await shop.buy(2)
        const token = await shareToken(bought, [2])
        const [refund, accepted] = await atOnce(dice, [
          () =>
            requestRefund(shop.deps, {
              siteKey: 'demo',
              reservationNumber: bought.number,
              tickets: dice.oneOf(['all', [2]] as const),
              reason: 'it rains',
            }),
          () => accept(token),
        ])
        expect([refund.kind, accepted.status]).toEqual(
          accepted.status === 200 ? ['refused', 200] : ['refund', 404],
        )
        ends[accepted.status === 200 ? 'accepted' : 'refunded'] += 1
        return bought
      })
      expect(Math.min(ends.accepted, ends.refunded)).toBeGreaterThan(0)
    },
    ALL_MS,
  )
})

const share = ({ token }: Bought, ids: readonly number[]): Promise<StoreAnswer> =>
  shop.call('POST', '/api/v1/shares', { reservation_token: token, ticket_ids: ids })

async function shareToken(bought: Bought, ids: readonly number[]): Promise<string> {
  return String((await share(bought, ids)).body['share_token'])
}

const accept = (token: string): Promise<StoreAnswer> =>
  shop.call('POST', `/api/v1/shareacceptances/${token}`, { acceptance_key: crypto.randomUUID() })

/** Status of each ticket, and whether somebody else has it, as the buyer sees them. */
async function statesOf({ token }: Bought): Promise<unknown> {
  const { body } = await shop.call('GET', `/api/v1/reservations/${token}/tickets`)
  const tickets = body as unknown as ReadonlyArray<{ readonly status: string; readonly shared: boolean }>
  return tickets.map(({ status, shared }) => [status, shared])
}
