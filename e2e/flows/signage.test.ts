import type { Calls } from '@kippu/client/calls'
import { issueSpotQrToken, readTodayTicketInfo } from '@kippu/contract/signage'
import type { Language } from '@kippu/domain/language'
import { TIME_SPAN_STATES } from '@kippu/domain/stock/signage-state'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { expectAccessible } from '../axe.ts'
import { callStore } from '../call-store.ts'
import { test } from '../fixtures.ts'
import { readQrCode } from '../qr-code.ts'
import { STACK } from '../stack.ts'
import { DIGITAL_FOREST } from '../visits.ts'
import { wordsIn } from '../words.ts'

/** The displays of the house, as they hang there. */
const PORTRAIT = { width: 1080, height: 1920 }
const LANDSCAPE = { width: 1920, height: 1080 }
/** In pixels: read from five metres on 55 inches. */
const CAPITALS = 40
const KEY = 'demo-signage-key'

const LANGUAGES: readonly Language[] = IS_WHOLE_PROOF
  ? ['ja', 'en', 'kr', 'zh-hans', 'zh-hant', 'th']
  : ['th']

type Today = Calls['readTodayTicketInfo']['answer']

/** A day with many times, whatever the hour at which the story is told. */
function fullDay(today: Today): Today {
  const at = (minutes: number): string =>
    `${today.date}T${[Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')}:00+09:00`
  const spans = Array.from({ length: 18 }, (_, index) => ({
    time_span_id: index + 1,
    from: at(600 + index * 30),
    to: at(630 + index * 30),
    state: TIME_SPAN_STATES[index % 3] ?? 'normal',
    remaining_stock: [120, 10, 0][index % 3] ?? 0,
    price: 3_200,
    sold_until: `${today.date}T23:59:59+09:00`,
  }))
  const [first, ...others] = today.products
  if (first === undefined) throw new Error('the demo sells nothing')
  return {
    ...today,
    // By this a display sets its clock.
    generated_at: at(720),
    products: [
      { ...first, state: 'normal', sale_type: 'time', time_spans: spans },
      ...others.map(product => ({ ...product, state: 'sold_out' as const, time_spans: spans.slice(2, 3) })),
    ],
  }
}

/** It is noon there, at whatever hour the story is told: a display forgets at midnight what was told of the day. */
async function showsFullDay(page: Page, lang: Language): Promise<void> {
  const day = fullDay(await callStore('readTodayTicketInfo', { query: { lang } }))
  await page.clock.install({ time: new Date(`${day.date}T12:00:00+09:00`) })
  await page.route(`**${readTodayTicketInfo.path}*`, route => route.fulfill({ json: day }))
}

/** Texts on the display that are too small, or cut off at an edge. */
async function unreadableOn(page: Page): Promise<string[]> {
  return page.evaluate(least => {
    const pen = document.createElement('canvas').getContext('2d')
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    const found: string[] = []
    while (walker.nextNode()) {
      const { parentElement: element, textContent } = walker.currentNode
      if (element === null || pen === null || !textContent?.trim() || element.closest('.visually-hidden'))
        continue
      const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element)
      pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
      const capital = pen.measureText('H').actualBoundingBoxAscent
      const range = document.createRange()
      range.selectNode(walker.currentNode)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      const isCut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight
      if (capital < least || isCut)
        found.push(`${textContent} ${capital} ${[left, right, top, bottom].join(' ')}`)
    }
    return found
  }, CAPITALS)
}

test.describe('today on a display', () => {
  for (const lang of LANGUAGES)
    test(`${lang}: everything is read from five metres, upright and across, and nothing is cut or scrolled (R-1.20, R-2.55)`, async ({
      page,
    }) => {
      await showsFullDay(page, lang)
      const t = wordsIn(lang)
      const words = [t('signage_normal'), t('signage_few', { count: 10 }), t('signage_sold_out')]
      const rows = Array.from({ length: 18 }, (_, index) => {
        const [from, to] = [600, 630].map(
          minute => `${Math.floor((minute + index * 30) / 60)}:${(index * 30 + minute) % 60 || '00'}`,
        )
        return `${from}–${to}\n${words[index % 3]}`
      })
      for (const size of [PORTRAIT, LANDSCAPE]) {
        await page.setViewportSize(size)
        await page.goto(`/?${size.width}#/signage/today-ticket-info?lang=${lang}`)
        await expect(page.locator('li').first()).toBeVisible()
        await page.emulateMedia({ reducedMotion: 'reduce' })
        const seen = new Set<string>()
        // More turns than there are pages.
        for (let turn = 0; turn < 5; turn += 1) {
          await page.clock.runFor(10_000)
          // In one step: the clock goes on, and a row of the page before has another text.
          const texts = await page.evaluate(() =>
            Array.from(document.querySelectorAll('li'), row => row.innerText),
          )
          for (const text of texts) seen.add(text)
          expect(await unreadableOn(page)).toEqual([])
        }
        expect([...seen].toSorted()).toEqual(rows)
        await expect(page.locator('header nav, footer, button')).toHaveCount(0)
        await expectAccessible(page)
      }
    })

  test('what was told last stays when the store is gone, says its age, and asks for nothing (S-14.04)', async ({
    page,
    watch,
  }) => {
    await page.setViewportSize(PORTRAIT)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await showsFullDay(page, 'ja')
    await page.goto('/#/signage/today-ticket-info')
    await expect(page.locator('li').first()).toBeVisible()
    watch.mayMiss(STACK.store + readTodayTicketInfo.path)
    await page.unroute(`**${readTodayTicketInfo.path}*`)
    await page.route(`**${readTodayTicketInfo.path}*`, route => route.abort())
    await page.clock.runFor(6 * 60_000)
    await expect(page.getByText(/現在の情報（[56]分前）/)).toBeVisible()
    await expect(page.locator('li').first()).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await unreadableOn(page)).toEqual([])
    await expectAccessible(page)
  })
})

test('a display gets its key once, and shows the code that opens the sale at the door (R-2.59, S-12.03, E-23)', async ({
  page,
  watch,
}) => {
  const t = wordsIn('ja')
  watch.mayRefuse(issueSpotQrToken)
  await page.setViewportSize(PORTRAIT)
  await page.goto(`/#/spot/qr/${DIGITAL_FOREST.uuid}`)
  const field = page.getByLabel(t('spot_qr_key'), { exact: true })
  await field.fill('a-key-that-is-not-ours')
  await page.getByRole('button', { name: t('spot_qr_key_save') }).click()
  await expect(page.getByText(t('error_signage_key_not_accepted_message'))).toBeVisible()
  await expectAccessible(page)
  await field.fill(KEY)
  await page.keyboard.press('Enter')
  const code = page.getByRole('figure', { name: t('spot_qr_label') })
  await expect(code).toBeVisible()
  const read = () => readQrCode(code)
  await expect
    .poll(read)
    .toMatch(new RegExp(`^${RegExp.escape(STACK.store)}/to/spot\\?qr_token=spq_[\\w-]+$`))
  await expectAccessible(page)
  // Restarted, across: it has its key, and is removed from it in two presses.
  await page.setViewportSize(LANDSCAPE)
  await page.reload()
  await expect.poll(read).toContain('/to/spot?qr_token=spq_')
  await page.getByRole('button', { name: t('spot_qr_key_title') }).click()
  await page.getByRole('button', { name: t('spot_qr_key_remove') }).click()
  await page.reload()
  await expect(field).toBeVisible()
})
