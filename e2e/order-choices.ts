import { formatTimeRange } from '@kippu/domain/date-format'
import type { DemoOptionValue, DemoProduct } from '@kippu/demo/products'
import { DEMO_SET_PRODUCTS } from '@kippu/demo/products'
import { expect } from '@playwright/test'
import type { Locator } from '@playwright/test'

import type { Visitor } from './visitor.ts'
import type { Visit } from './visits.ts'

/** A set product by its English name. */
function setProduct(name: string): DemoProduct {
  const found = DEMO_SET_PRODUCTS.find(one => one.name.en === name)
  if (found === undefined) throw new Error(`no set product: ${name}`)
  return found
}

/** Goes with the forest, at a time of its own. */
export const TEA = setProduct('Tea in the Forest')
/** Goes with every visit of the demo, by day and without times. */
export const PICTURE_BOOK = setProduct('Picture Book')
/** Goes with the visits of the tower. */
export const POSTCARDS = setProduct('Five Cloud Postcards')

type Named = Pick<DemoOptionValue, 'name' | 'caution'>

/** The number of units that the screen shows as chosen. */
export function countOf({ page, lang }: Visitor, { name }: Pick<Named, 'name'>): Locator {
  return page.getByRole('group', { name: name[lang], exact: true }).getByRole('status')
}

/** The button for one more of an extra or a set product. */
export function moreOf({ page, lang, t }: Visitor, { name }: Pick<Named, 'name'>): Locator {
  return page.getByRole('button', { name: t('order_more', { name: name[lang] }), exact: true })
}

/** Acknowledges the caution of a kind that is chosen for the first time. */
export async function answersCaution(
  { page, lang, t }: Visitor,
  { name, caution }: Named,
  answer: 'order_caution_accept' | 'common_cancel',
): Promise<void> {
  const dialog = page.getByRole('dialog', {
    name: t('order_caution_title', { name: name[lang] }),
    exact: true,
  })
  await expect(dialog).toContainText(caution?.[lang] ?? '')
  await dialog.getByRole('button', { name: t(answer), exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Adds units of a set product to the visit. */
export async function addSet(visitor: Visitor, set: DemoProduct, count: number): Promise<void> {
  const { page, lang, t } = visitor
  const more = page.getByRole('button', { name: t('order_set_more', { name: set.name[lang] }), exact: true })
  for (let i = 0; i < count; i += 1) await more.click()
  await expect(countOf(visitor, set)).toHaveText(String(count))
}

/** Chooses the time of a set product. */
export async function chooseSetTime(
  { page, lang, t }: Visitor,
  set: DemoProduct,
  { from, to }: Pick<Visit, 'from' | 'to'>,
): Promise<void> {
  const times = page.getByRole('group', { name: t('order_set_time', { name: set.name[lang] }), exact: true })
  const name = formatTimeRange(from, to, lang)
  await times
    .locator('label')
    .filter({ has: page.getByRole('radio', { name }) })
    .click()
  await expect(times.getByRole('radio', { name })).toBeChecked()
}
