import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { DemoProduct } from '@kippu/demo/products'
import { demoBasePrice, demoDay } from '@kippu/demo/stock'

import type { Visitor } from './visitor.ts'
import { daysOf, DIGITAL_FOREST, pick, visitOn } from './visits.ts'
import type { Visit } from './visits.ts'
import type { WayToPay } from './ways-to-pay.ts'

/** Opens the calendar that moves a visit, by the link of its ticket page. */
export async function opensChange(visitor: Visitor, reservationToken: string): Promise<void> {
  const { page, t, lang } = visitor
  await page.goto(`/tickets/?lang=${lang}#/id/${reservationToken}`)
  await page.getByRole('link', { name: t('change_title') }).click()
  await visitor.sees('change_title')
  await expect(page.getByRole('grid')).toBeVisible()
}

/** Times of the chosen day that can be chosen. */
export function openTimes({ page, t }: Visitor): Locator {
  return page.getByRole('group', { name: t('change_time') }).locator('label[data-open="true"]')
}

/** Chooses the first time of a day that has room, and goes on to what changes. */
export async function choosesTimeOn(visitor: Visitor, date: IsoDate): Promise<void> {
  await visitor.chooseDay(date)
  await openTimes(visitor).first().click()
  await goesOn(visitor)
}

/** Goes on from the calendar to what changes. */
export async function goesOn(visitor: Visitor): Promise<void> {
  await visitor.button('change_next').click()
  await visitor.sees('change_confirm_title')
}

/** From the side-by-side page through the payment of the difference. The result depends on the answers given there. */
export async function paysDifference(
  visitor: Visitor,
  { method, fill, press, answer }: WayToPay,
): Promise<void> {
  await visitor.page.getByRole('link', { name: visitor.t('change_to_payment') }).click()
  await visitor.sees('change_payment_title')
  await visitor.choosePayment(method)
  await fill?.(visitor)
  await visitor.goOnToConfirm('change_payment_confirm_title')
  await (press === undefined ? visitor.button('change_pay').click() : press(visitor))
  await answer?.(visitor)
}

/** The change and the reservation that the address names. */
export function placeOf({ page }: Visitor): { readonly oldToken: string; readonly token: string } {
  const [, oldToken = '', token = ''] = /\/([\w-]+)\/timechange\/([\w-]+)/.exec(page.url()) ?? []
  return { oldToken, token }
}

/** Expects the last page. @returns the new token of the reservation. */
export async function seesMoved(visitor: Visitor): Promise<string> {
  await visitor.sees('change_complete_title')
  const link = visitor.page.getByRole('link', { name: visitor.t('change_to_new_tickets') })
  return /\/id\/([\w-]+)/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? ''
}

/** A visit, and days that cost more and less than its own; the difference for two adults in yen. */
export interface PricedVisit {
  readonly visit: Visit
  readonly other: IsoDate
  readonly difference: number
}

/** A visit on a cheap day and a dear day to move to, or the other way round; each name has days of its own, as far as they last. */
export async function movingVisit(
  name: string,
  direction: 'up' | 'down',
  along: readonly DemoProduct[] = [],
): Promise<PricedVisit> {
  const all = await daysOf(DIGITAL_FOREST, 'normal')
  const days = all.filter(date => along.every(({ uuid }) => demoDay(uuid, date) === 'normal'))
  const priceOf = (date: IsoDate): number => demoBasePrice(DIGITAL_FOREST, date)
  const least = Math.min(...days.map(priceOf))
  const cheap = pick(
    name,
    days.filter(date => priceOf(date) === least),
  )
  const dear = pick(
    name,
    days.filter(date => priceOf(date) > least),
  )
  const [from, to] = direction === 'up' ? [cheap, dear] : [dear, cheap]
  return {
    visit: await visitOn(from, DIGITAL_FOREST),
    other: to,
    difference: (priceOf(to) - priceOf(from)) * 2,
  }
}
