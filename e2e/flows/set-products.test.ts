import { createOrder } from '@kippu/contract/orders'
import type { IsoDate } from '@kippu/domain/jst-date'
import { expect } from '@playwright/test'

import { callStore } from '../call-store.ts'
import { inProof, test } from '../fixtures.ts'
import { expectOneCharge } from '../ledger.ts'
import {
  addSet,
  answersCaution,
  chooseSetTime,
  countOf,
  moreOf,
  PICTURE_BOOK,
  TEA,
} from '../order-choices.ts'
import { readQrCode } from '../qr-code.ts'
import type { Visitor } from '../visitor.ts'
import { DIGITAL_FOREST, lonelyVisit, spanOf, visitOn } from '../visits.ts'
import type { SeenVisit } from '../visits.ts'

/** One adult's visit to the forest, up to the choice of set products. */
async function chooseVisit(visitor: Visitor, visit: SeenVisit, tickets = 1): Promise<void> {
  await visitor.openStore()
  await visitor.chooseVisit(visit, tickets)
}

test('tea, a book and an audio guide are bought with the ticket: price, confirmation and mail; tea and book have a code each, and the guide admits nobody (R-3.116, R-7.07, R-9.01, S-8.04)', async ({
  visitor,
  database,
}) => {
  const { t } = visitor
  const visit = lonelyVisit(1)
  const guide = DIGITAL_FOREST.extras[0]!.values[0]!
  const price = visit.adultPrice + TEA.basePrice + PICTURE_BOOK.basePrice + guide.addCost
  await visitor.openStore()
  await visitor.chooseDay(visit.date)
  await visitor.chooseTime(visit)
  // An extra goes with a person: nobody is chosen yet.
  await expect(moreOf(visitor, guide)).toHaveAttribute('aria-disabled', 'true')
  await visitor.chooseTickets(visit.product, 1)
  await moreOf(visitor, guide).click()
  await answersCaution(visitor, guide, 'order_caution_accept')
  await expect(countOf(visitor, guide)).toHaveText('1')
  await addSet(visitor, TEA, 1)
  await visitor.button('common_next').click()
  await expect(visitor.page.getByRole('alert')).toHaveText(t('order_missing_sets'))
  await chooseSetTime(visitor, TEA, spanOf(TEA, visit.date))
  await addSet(visitor, PICTURE_BOOK, 1)
  await expect(visitor.page.getByText(t.price(price)).first()).toBeVisible()
  await visitor.goOn()
  const orderToken = await visitor.orderToken()
  await visitor.signInByMail()
  await visitor.choosePayment('stripe_secure')
  await visitor.enterCard('1112')
  const lines = visitor.page.getByRole('region', { name: t('order_summary_title'), exact: true })
  for (const { name, basePrice } of [TEA, PICTURE_BOOK])
    await expect(lines.getByRole('listitem').filter({ hasText: name.ja })).toContainText(t.price(basePrice))
  await expect(lines).toContainText(guide.name.ja)
  await expect(visitor.button('confirm_pay')).toHaveText(t('confirm_pay', { price: t.price(price) }))
  await visitor.pay()
  await visitor.seesCompletionPage()
  await expectOneCharge(database, { orderToken, price })

  const { text } = await visitor.readMail('completion')
  for (const { name } of [TEA, PICTURE_BOOK, guide]) expect(text).toContain(`${name.ja} × 1`)
  await visitor.followMailLink('completion')
  await expect(visitor.page.getByText(`${guide.name.ja} × 1`, { exact: true }).first()).toBeVisible()
  const params = { reservation_token: /\/id\/([\w-]+)/.exec(visitor.page.url())?.[1] ?? '' }
  const tickets = await callStore('readTickets', { params, query: { lang: 'ja' } })
  expect(tickets.map(({ type, product_name: name }) => [type, name])).toEqual([
    ['gate', DIGITAL_FOREST.name.ja],
    ['set', TEA.name.ja],
    ['set', PICTURE_BOOK.name.ja],
  ])
  expect(new Set(tickets.map(({ code }) => code)).size).toBe(3)
  await visitor.button('ticket_next').click()
  const position = t('ticket_position', { current: 2, total: 3 })
  const code = visitor.page.getByLabel(t('ticket_qr_label', { position }), { exact: true })
  expect(await readQrCode(code)).toBe(tickets[1]?.signed_code)
  await expect(visitor.page.getByText(t('ticket_set_note')).first()).toBeVisible()
})

test('once tea is chosen, days without tea are sold out, and are on sale again when it is removed (D-06, R-4.29)', async ({
  visitor,
  database,
}) => {
  const visit = lonelyVisit(2)
  const other = lonelyVisit(6)
  await database.closeDay(TEA.uuid, other.date)
  await chooseVisit(visitor, visit)
  await visitor.turnTo(other.date)
  const day = visitor.day(other.date)
  await expect(day).toBeEnabled()
  await addSet(visitor, TEA, 1)
  await expect(day).toHaveAccessibleName(new RegExp(visitor.t('calendar_state_sold_out')))
  await expect(day).toBeDisabled()
  const name = visitor.t('order_set_fewer', { name: TEA.name.ja })
  await visitor.page.getByRole('button', { name, exact: true }).click()
  await expect(day).toBeEnabled()
})

inProof(
  'a book that is sold out says so and cannot be added; its visit can be bought all the same (R-7.07)',
  async ({ visitor, database }) => {
    const { t } = visitor
    const visit = lonelyVisit(3)
    await database.sellOut(PICTURE_BOOK.uuid, visit.date)
    await chooseVisit(visitor, visit)
    const more = visitor.page.getByRole('button', {
      name: t('order_set_more', { name: PICTURE_BOOK.name.ja }),
      exact: true,
    })
    await expect(visitor.page.getByText(t('calendar_state_sold_out'), { exact: true }).last()).toBeVisible()
    await expect(more).toHaveAttribute('aria-disabled', 'true')
    await visitor.goOn()
  },
)

test('a book that sells out after it was chosen is pointed out to the visitor (D-05, R-4.30)', async ({
  visitor,
  database,
}) => {
  const visit = lonelyVisit(4)
  await chooseVisit(visitor, visit)
  await addSet(visitor, PICTURE_BOOK, 1)
  await database.sellOut(PICTURE_BOOK.uuid, visit.date)
  // Stock on the page may be a second old.
  await expect.poll(() => unitsLeft(PICTURE_BOOK, visit.date)).toBe(0)
  await visitor.button('common_next').click()
  await expect(visitor.page.getByRole('alert')).toHaveText(visitor.t('order_missing_sets'))
  await visitor.sees('order_title')
})

inProof(
  'a book that sells out between the last read and the button is out of stock, and nothing is held (S-2.02, R-8.33)',
  async ({ visitor, watch, database }) => {
    watch.mayRefuse(createOrder)
    const visit = lonelyVisit(5)
    await chooseVisit(visitor, visit, 2)
    await addSet(visitor, PICTURE_BOOK, 2)
    await visitor.page.route('**/api/v1/orders', async route => {
      await database.sellOut(PICTURE_BOOK.uuid, visit.date)
      await route.continue()
    })
    await visitor.button('common_next').click()
    await visitor.readsRefusal('out of stock')
    await visitor.sees('order_title')
    for (const { uuid } of [DIGITAL_FOREST, PICTURE_BOOK])
      expect(await database.takenOn(uuid, visit.date)).toBe(0)
    // The choices are still there.
    await expect(countOf(visitor, PICTURE_BOOK)).toHaveText('2')
    expect(await visitor.storedPieces()).toEqual(['demo:orderDraft'])
  },
)

/** Units of a set product that the store offers with the forest on a day. */
async function unitsLeft({ uuid }: { readonly uuid: string }, date: IsoDate): Promise<number | undefined> {
  const { timeSpanId } = await visitOn(date, DIGITAL_FOREST)
  const query = { lang: 'ja', main_product_time_span_ids: String(timeSpanId), from: date, to: date }
  const offers = await callStore('searchSetProducts', { query })
  return offers.find(offer => offer.uuid === uuid)?.time_spans[0]?.stock_count
}
