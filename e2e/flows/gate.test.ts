import { readDevice, readOfflineGate, reportScans, scanTicket } from '@kippu/contract/gate'
import { LANGUAGES, type Language } from '@kippu/domain/language'
import { fillTemplate, type TextParams } from '@kippu/domain/text-template'
import { gateTexts } from '@kippu/texts/gate'
import { expect } from '@playwright/test'
import type { BrowserContext, Locator, Page } from '@playwright/test'

import { IS_WHOLE_PROOF } from '../../tools/test/proof-choice.ts'
import { expectAccessible } from '../axe.ts'
import { buyAhead } from '../bought-ahead.ts'
import { callStore } from '../call-store.ts'
import { giveCamera } from '../live-camera.ts'
import type { StoreDatabase } from '../database.ts'
import { test } from '../fixtures.ts'
import { expectFits } from '../good-screen.ts'
import { newGateDevice, revokeGateDevice } from '../gate-device.ts'
import { STACK } from '../stack.ts'
import { DIGITAL_FOREST, lonelyVisit, visitAside } from '../visits.ts'

// Each takes a time slot away from the same day.
test.describe.configure({ mode: 'default' })

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 1024, height: 768 }
/** The least length of a side of whatever is pressed, in CSS pixels. */
const TARGET = 64

type Key = keyof typeof gateTexts

const wordsIn =
  (lang: Language) =>
  (key: Key, params: TextParams = {}): string =>
    fillTemplate(gateTexts[key][lang], params)

/** Tickets of a party of two, who may enter now. */
async function ticketsOfNow(database: StoreDatabase) {
  const visit = await visitAside(lonelyVisit(9).date, DIGITAL_FOREST)
  const buyer = { lang: 'ja', email: `gate-${crypto.randomUUID()}@example.com` } as const
  const { reservationToken, reservationNumber } = await buyAhead(visit, buyer)
  await database.openNow(visit.timeSpanId)
  const params = { reservation_token: reservationToken }
  const [first, second] = await callStore('readTickets', { params, query: { lang: 'ja' } })
  if (first === undefined || second === undefined) throw new Error('two tickets were bought')
  return { first, second, reservationNumber, timeSpanId: visit.timeSpanId }
}

class Staff {
  readonly page: Page
  readonly t: ReturnType<typeof wordsIn>

  constructor(page: Page, lang: Language) {
    this.page = page
    this.t = wordsIn(lang)
  }

  button(key: Key, params?: TextParams): Locator {
    return this.page.getByRole('button', { name: this.t(key, params), exact: true })
  }

  outcome(mark: 'go' | 'stop' | 'wait' | 'ask'): Locator {
    return this.page.locator(`section[data-outcome="${mark}"]`)
  }

  async opens(tab: 'scan' | 'list' | 'arrivals' | 'device'): Promise<void> {
    await this.button(`gate_tab_${tab}`).click()
  }

  async types(code: string): Promise<void> {
    await this.button('gate_hand').click()
    await this.page.getByRole('textbox', { name: this.t('gate_hand_label') }).fill(code)
    await this.button('gate_hand_send').click()
  }

  /** Enrols this browser by the address that the operator got. */
  async enrols(name: string): Promise<string> {
    const { token, device } = await newGateDevice(`${name} ${crypto.randomUUID().slice(0, 8)}`)
    await this.page.goto(`/gate#${token}`)
    await expect(this.button('gate_tab_scan')).toBeVisible()
    return device
  }
}

async function staffOf(page: Page, lang: Language = 'ja'): Promise<Staff> {
  await page.addInitScript(chosen => localStorage.setItem('demo:gate-lang', chosen), lang)
  return new Staff(page, lang)
}

/** Until the device has all that it needs without a connection. */
async function isReadyForOffline({ page, t }: Staff): Promise<void> {
  await expect(page.getByText(t('gate_lists_none'))).toBeHidden()
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).some(name => name.startsWith('kippu-gate-'))))
    .toBe(true)
  await page.evaluate(() => navigator.serviceWorker.ready)
}

/** The key that a page keeps. */
function keyOf(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('kippu-gate')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('there is no database')))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('device').objectStore('device').get('only')
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(String(reading.result.key))
          })
        })
      }),
  )
}

async function goOffline(context: BrowserContext, watch: { mayMiss(url: string): void }): Promise<void> {
  for (const { path } of [readOfflineGate, reportScans, scanTicket]) watch.mayMiss(`${STACK.store}${path}`)
  await context.setOffline(true)
}

test('a device is enrolled, and its code is in no address; a ticket enters once, by the camera, and is undone; without a connection it is admitted, and reported afterwards', async ({
  page,
  context,
  database,
  watch,
}) => {
  const { first, second } = await ticketsOfNow(database)
  const camera = await giveCamera(page)
  const staff = await staffOf(page)
  await staff.enrols('Camera')
  expect(page.url()).toBe(`${STACK.store}/gate`)
  await isReadyForOffline(staff)

  await camera.show(first.signed_code)
  await expect(staff.outcome('go')).toContainText('大人')
  const scans: string[] = []
  page.on('request', request => {
    if (request.url().includes('/gate/scans')) scans.push(request.url())
  })
  // The code that is still held to the camera is not asked for again.
  await expect(staff.outcome('go')).toBeVisible()
  expect(scans).toEqual([])
  await camera.show(null)
  await staff.types(first.short_code)
  await expect(staff.outcome('stop')).toContainText(staff.t('gate_reason_already_in'))
  await staff.button('gate_next').click()

  await page.getByRole('button', { name: /取り消す（あと/ }).click()
  await staff.button('gate_undo_stayed').click()
  await expect(page.getByRole('status').filter({ hasText: staff.t('gate_undone') })).toBeVisible()
  await staff.button('gate_close').click()

  await goOffline(context, watch)
  // The page opens again without a connection, from its worker.
  await page.reload()
  await expect(page.getByText(staff.t('gate_offline'), { exact: true })).toBeVisible()
  await camera.show(second.signed_code)
  await expect(staff.outcome('go')).toContainText(staff.t('gate_offline_decided'))
  await expect(page.getByText(staff.t('gate_waiting', { count: 1 }))).toBeVisible()
  await camera.show(null)
  await staff.types(second.short_code)
  await expect(staff.outcome('ask')).toContainText(staff.t('gate_store_short'))
  await staff.button('gate_next').click()
  await staff.types(second.signed_code)
  await expect(staff.outcome('stop')).toContainText(staff.t('gate_reason_already_in'))

  await context.setOffline(false)
  await expect(page.getByText(staff.t('gate_online'), { exact: true })).toBeVisible()
  await expect(page.getByText(/未報告/)).toBeHidden()
  await staff.button('gate_next').click()
  await staff.types(second.short_code)
  await expect(staff.outcome('stop')).toContainText(staff.t('gate_reason_already_in'))
  await staff.button('gate_next').click()
  await staff.types(first.signed_code)
  await expect(staff.outcome('go')).toBeVisible()
})

test('a revoked device is asked to be enrolled anew, and what it had not reported is reported then', async ({
  page,
  context,
  database,
  watch,
}) => {
  const { first, second } = await ticketsOfNow(database)
  await giveCamera(page)
  const staff = await staffOf(page)
  const device = await staff.enrols('Revoked')
  await isReadyForOffline(staff)
  await goOffline(context, watch)
  await staff.types(first.signed_code)
  await expect(staff.outcome('go')).toBeVisible()
  await revokeGateDevice(device)
  for (const call of [readOfflineGate, reportScans, scanTicket]) watch.mayRefuse(call)
  // Processes know for five seconds at most who is enrolled.
  const headers = { authorization: `Bearer ${await keyOf(page)}` }
  await expect.poll(async () => (await fetch(STACK.store + readDevice.path, { headers })).status).toBe(401)
  await context.setOffline(false)
  await expect(page.getByText(staff.t('gate_enrol_lost'))).toBeVisible()
  await expect(page.getByText(staff.t('gate_enrol_kept', { count: 1 }))).toBeVisible()
  await staff.enrols('Enrolled anew')
  await expect(page.getByText(/未報告/)).toBeHidden()
  await staff.types(first.short_code)
  await expect(staff.outcome('stop')).toContainText(staff.t('gate_reason_already_in'))
  await staff.button('gate_next').click()
  await staff.types(second.signed_code)
  await expect(staff.outcome('go')).toBeVisible()
})

test('who has no code is found by name, admitted by hand without the rest of the party, and counted among the arrivals', async ({
  page,
  database,
}) => {
  const { reservationNumber, timeSpanId } = await ticketsOfNow(database)
  await giveCamera(page)
  const staff = await staffOf(page)
  await staff.enrols('Door list')
  await staff.opens('list')
  await page.getByRole('combobox', { name: staff.t('gate_list_slot') }).selectOption(String(timeSpanId))
  await page.getByRole('textbox', { name: staff.t('gate_list_search') }).fill(reservationNumber.toLowerCase())
  await staff.button('gate_list_find').click()
  const party = page.getByRole('article').filter({ hasText: reservationNumber })
  await party.getByRole('checkbox').first().uncheck()
  await party.getByRole('button', { name: staff.t('gate_list_admit', { count: 1 }) }).click()
  await expect(staff.outcome('go')).toContainText('大人')
  await staff.button('gate_next').click()
  await expect(party.getByText(/に入場$/)).toHaveCount(1)
  await expect(party.getByRole('button', { name: staff.t('gate_list_admit', { count: 0 }) })).toBeVisible()
  await staff.opens('arrivals')
  const slots = page.getByRole('listitem').filter({ hasText: 'デジタルフォレスト' })
  await expect(slots.first()).toContainText(staff.t('gate_inside'))

  // Whoever is inside is let out from the same list.
  await staff.opens('list')
  await page.getByRole('combobox', { name: staff.t('gate_list_slot') }).selectOption(String(timeSpanId))
  await staff.button('gate_out').click()
  await page
    .getByRole('article')
    .filter({ hasText: reservationNumber })
    .getByRole('button', { name: staff.t('gate_list_let_out', { count: 1 }) })
    .click()
  await expect(staff.outcome('go')).toContainText(staff.t('gate_ok_out'))
})

/** Whatever is pressed, on this screen: what is smaller than a glove. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(least => {
    const pressed = document.querySelectorAll(
      'button, a, select, input:not([type="checkbox"]), label:has(input[type="checkbox"])',
    )
    return [...pressed].flatMap(element => {
      const { width, height } = element.getBoundingClientRect()
      if (width === 0 || (width >= least && height >= least)) return []
      return [`${element.textContent.trim()}: ${Math.round(width)} × ${Math.round(height)}`]
    })
  }, TARGET)
}

const LOOKS = [
  [PHONE, 'light'],
  [TABLET, 'dark'],
] as const

for (const [turn, lang] of LANGUAGES.filter(each => IS_WHOLE_PROOF || each === 'th').entries()) {
  test(`every screen in ${lang}: targets of ${TARGET} px, no sideways scrolling, no breach of WCAG 2.2`, async ({
    page,
    database,
  }) => {
    const { first, second, reservationNumber, timeSpanId } = await ticketsOfNow(database)
    await giveCamera(page)
    const staff = await staffOf(page, lang)
    const isGood = async (name: string): Promise<void> => {
      await expectFits(page, `${name} in ${lang}`)
      for (const [size, colorScheme] of turn % 2 === 0
        ? LOOKS
        : ([
            [PHONE, 'dark'],
            [TABLET, 'light'],
          ] as const)) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await smallTargets(page), `${name} in ${lang}`).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(overflow, `${name} in ${lang} is wider than ${size.width}`).toBeLessThanOrEqual(0)
        await expectAccessible(page, size === PHONE ? 'all rules' : 'layout')
        const folder = process.env['SCREENS_DIR']
        if (folder !== undefined)
          await page.screenshot({ path: `${folder}/gate-${name}-${lang}-${size.width}.png` })
      }
      await page.setViewportSize(PHONE)
    }
    /** What is left of an outcome where the system's colours take the place of ours. */
    const edgeOf = async (mark: 'go' | 'stop'): Promise<string> => {
      await page.emulateMedia({ forcedColors: 'active' })
      const edge = await staff.outcome(mark).evaluate(element => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(element)
        return `${borderTopStyle} ${borderTopWidth}`
      })
      await page.emulateMedia({ forcedColors: 'none' })
      return edge
    }
    await page.goto('/gate')
    await expect(page.getByRole('heading', { level: 1, name: staff.t('gate_enrol_title') })).toBeVisible()
    await isGood('enrol')
    await staff.enrols(`Screens ${lang}`)
    await isReadyForOffline(staff)
    await isGood('scan')
    await staff.button('gate_hand').click()
    await isGood('hand')
    await staff.button('gate_close').click()
    await staff.types(first.signed_code)
    await expect(staff.outcome('go')).toBeVisible()
    await isGood('go')
    expect(await edgeOf('go')).toBe('solid 12px')
    await staff.types(first.signed_code)
    await expect(staff.outcome('stop')).toBeVisible()
    await isGood('stop')
    expect(await edgeOf('stop')).toBe('double 12px')
    await staff.types(`party:${first.code}.${second.code.slice(-6)}`)
    await expect(staff.outcome('go')).toBeVisible()
    await isGood('party')
    await staff.opens('list')
    await page.getByRole('combobox', { name: staff.t('gate_list_slot') }).selectOption(String(timeSpanId))
    await expect(page.getByText(reservationNumber)).toBeVisible()
    await isGood('list')
    await staff.opens('arrivals')
    await expect(page.getByText(staff.t('gate_expected')).first()).toBeVisible()
    await isGood('arrivals')
    await staff.opens('device')
    await expect(page.getByText(staff.t('gate_conflicts_none'))).toBeVisible()
    await isGood('device')
  })
}
