import { bcp47Of } from '@kippu/domain/language'
import { expect } from '@playwright/test'

import { inProof, test } from '../fixtures.ts'
import { wordsIn } from '../words.ts'

inProof('a change on the order page keeps the choices (R-4.14)', async ({ visitor, visit }) => {
  await visitor.openStore()
  await visitor.chooseVisit(visit)

  await visitor.chooseLanguage('th')
  const thai = visitor.as({ lang: 'th' })
  await thai.sees('order_title')
  await expect(thai.page.locator('html')).toHaveAttribute('lang', bcp47Of('th'))
  await expect(thai.day(visit.date)).toHaveAttribute('aria-pressed', 'true')
  await expect(thai.time(visit)).toBeChecked()
  await expect(thai.count(visit.product, 0)).toHaveText('2')
  await thai.goOn()
})

test('a change on the payment page keeps the page, and a reload changes nothing', async ({
  visitor,
  orderToPay,
}) => {
  await visitor.chooseLanguage('zh-hant')
  const chinese = visitor.as({ lang: 'zh-hant' })
  await chinese.sees('payment_title')
  await chinese.page.reload()
  await chinese.sees('payment_title')
  expect(orderToPay.price).toBeGreaterThan(0)
})

inProof('the language in the address wins over the one chosen earlier (R-2.69)', async ({ visitor }) => {
  await visitor.openStore()
  await visitor.page.goto('/?lang=kr')
  await visitor.as({ lang: 'kr' }).sees('order_title')
})

inProof('a stored language that is unknown falls back to Japanese (R-5.03)', async ({ visitor }) => {
  await visitor.openStore()
  await visitor.page.evaluate(() => localStorage.setItem('demo:lang', 'tlh'))
  await visitor.page.reload()
  await visitor.sees('order_title')
  expect(await visitor.page.evaluate(() => localStorage.getItem('demo:lang'))).toBe('ja')
})

test.describe('a reader of a language that the site lacks', () => {
  test.use({ locale: 'fr-FR' })

  test('gets the page by the rule of the site, and a line that offers it in English; once chosen it offers nothing', async ({
    visitor,
    visit,
  }) => {
    const { page } = visitor
    const offer = page.locator('#languages a').filter({ visible: true })
    await visitor.openStore()
    await visitor.chooseVisit(visit)
    await expect(offer).toHaveText(wordsIn('en')('common_read_in_language'))
    await expect(offer).toHaveAttribute('lang', 'en')
    await offer.click()
    const english = visitor.as({ lang: 'en' })
    await expect(english.day(visit.date)).toHaveAttribute('aria-pressed', 'true')
    await expect(offer).toHaveCount(0)
    await english.chooseLanguage('ja')
    await expect(visitor.day(visit.date)).toHaveAttribute('aria-pressed', 'true')
    await expect(offer).toHaveCount(0)
  })
})

test.describe('a reader of one of the six languages', () => {
  test.use({ locale: 'th-TH' })

  test('is offered the page in that one, and waits for no storage on a first visit: the head of a page reads it from the second on', async ({
    visitor,
  }) => {
    const { page } = visitor
    await page.addInitScript(() => {
      const asked: string[] = []
      const getItem: unknown = Reflect.get(Storage.prototype, 'getItem')
      Reflect.set(Storage.prototype, 'getItem', function getFrom(this: Storage, name: string) {
        if (document.body === null) asked.push(name)
        return typeof getItem === 'function' ? Reflect.apply(getItem, this, [name]) : null
      })
      Reflect.set(globalThis, 'askedInHead', asked)
    })
    const askedInHead = () => page.evaluate((): unknown => Reflect.get(globalThis, 'askedInHead'))
    const offer = page.locator('#languages a').filter({ visible: true })
    await visitor.openStore()
    await expect(offer).toHaveText(wordsIn('th')('common_read_in_language'))
    expect(await askedInHead()).toEqual([])
    // The app writes the cookie.
    await expect(page.locator('html')).toHaveAttribute('data-alive')
    await visitor.openStore()
    await expect(offer).toHaveText(wordsIn('th')('common_read_in_language'))
    expect(await askedInHead()).toEqual(['language-chosen'])
  })
})

inProof('a reader of the language of the page is offered nothing', async ({ visitor }) => {
  await visitor.openStore()
  await expect(visitor.page.locator('#languages')).toBeHidden()
})
