import path from 'node:path'

import { type CalendarEvent, readCalendarCall } from '@kippu/contract/console/calendar'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import * as v from 'valibot'

import { prepareHeadlessChromium } from '../../tools/test/chromium.ts'
import type { Door } from './door.ts'
import type { FilledCalendar } from './fill-calendar.ts'
import type { Measured } from './measured.ts'

/** The costs of the console in a browser: the answer to a press, and memory over a day of work. */

export interface BrowserOptions {
  readonly door: Door
  readonly calendar: FilledCalendar
  /** Hours of work that are played. */
  readonly hours: number
}

export async function measureBrowser(options: BrowserOptions): Promise<readonly Measured[]> {
  return [
    await inBrowser([], browser => measurePresses(browser, options)),
    await inBrowser([ONLY_INTERPRETED], browser => measureHeap(browser, options)),
  ]
}

/** V8 compiles more as a page is used longer, 120 kB from the third hour to the seventh: that is not a leak of the page. */
const ONLY_INTERPRETED = '--js-flags=--no-opt --no-maglev --no-sparkplug'

async function inBrowser<T>(flags: readonly string[], measure: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: prepareHeadlessChromium(),
    args: ['--no-sandbox', ...flags],
  })
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}

/** One of so many presses may take longer, as the web's own measure has it. */
const PRESSES_OF_ONE = 50

/** Presses in a grid of a row each minute for seven products: arrows, a range, a choice, all, the pointer. */
async function measurePresses(browser: Browser, { door, calendar }: BrowserOptions): Promise<Measured> {
  const context = await signedIn(browser, door)
  const page = await context.newPage()
  await page.addInitScript({ path: path.join(import.meta.dirname, 'presses.js') })
  await page.goto(`http://${door.host}/sites/demo/calendar/${calendar.wideDay}`)
  const cells = page.getByRole('gridcell')
  await cells.first().click()
  const keys = [
    ...Array.from({ length: 20 }, () => 'ArrowDown'),
    ...Array.from({ length: 20 }, () => 'Shift+ArrowDown'),
    'PageDown',
    'Control+End',
    'Control+Home',
    'Control+a',
    'Escape',
    ...Array.from({ length: 20 }, (_, place) => (place % 2 === 0 ? ' ' : 'ArrowRight')),
    ...Array.from({ length: 10 }, () => 'PageDown'),
  ]
  for (const key of keys) {
    await page.keyboard.press(key)
    await painted(page)
  }
  const pressed = Math.min(20, await cells.count())
  for (let place = 0; place < pressed; place += 1) {
    await cells.nth(place).click()
    await painted(page)
  }
  const took = v.parse(v.array(v.number()), await page.evaluate('[...presses.values()]'))
  const all = 1 + keys.length + pressed
  const measured = took.toSorted((a, b) => b - a)[Math.floor(all / PRESSES_OF_ONE)] ?? 0
  await context.close()
  return { what: `${all} presses in a grid of 10,080 times (INP)`, unit: 'ms', measured, limit: 100 }
}

/** The frame of a press is on the screen, and the one after it: a person presses later than that. */
async function painted(page: Page): Promise<void> {
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

const CHANGES_AN_HOUR = 360
const MINUTES = 60
const ROOMS = ['Today', 'Door list', 'Approvals', 'House', 'Products', 'Sheets'] as const

/**
 * The heap after each hour beside that after the first one. In an hour somebody goes through the rooms, finds an order, and leaves a month
 * open that changes each ten seconds. The changes are played, and the page's clock is moved.
 */
async function measureHeap(browser: Browser, { door, calendar, hours }: BrowserOptions): Promise<Measured> {
  const context = await signedIn(browser, door)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await page.clock.install()
  const month = await readMonth(door, calendar)
  let hour = 0
  await page.route('**/calendar/live?*', route =>
    route.fulfill({ contentType: 'text/event-stream', body: month.changesOf(hour) }),
  )
  await page.goto(`http://${door.host}/sites/demo/today`)
  const enter = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  const heaps: number[] = []
  for (hour = 0; hour <= hours; hour += 1) {
    // It takes seconds: limits of a minute are not what is measured.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': `10.7.0.${1 + hour}` })
    for (const room of ROOMS) {
      await enter(room)
      await page.getByRole('heading', { name: room, level: 1 }).waitFor()
    }
    await enter('Find an order')
    const searchbox = page.getByRole('searchbox')
    await searchbox.fill(`hana${hour * 100 + 50}@example.com`)
    // The room may have moved the focus when it came.
    await searchbox.press('Enter')
    await page.getByRole('region', { name: 'Find an order' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Show contact' }).waitFor()
    await enter('Calendar')
    await page.getByLabel('Month', { exact: true }).fill(calendar.month.from.slice(0, 7))
    await page.getByText(month.lastOf(hour)).waitFor()
    for (let minute = 0; minute < MINUTES; minute += 1) await page.clock.runFor(60_000)
    await devTools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devTools.send('Runtime.getHeapUsage')
    heaps.push(usedSize)
    console.log(`  hour ${hour}: ${usedSize}`)
  }
  await context.close()
  const [first = Number.NaN, ...later] = heaps
  const most = Math.max(...later.map(heap => Math.abs(heap / first - 1)))
  const measured = Math.round(most * 1_000) / 10
  return { what: `change of the heap over ${hours} hours`, unit: '% of the heap', measured, limit: 10 }
}

interface PlayedMonth {
  /** Server-sent events. */
  readonly changesOf: (hour: number) => string
  /** Stands in the page after the last of them. */
  readonly lastOf: (hour: number) => string
}

async function readMonth(door: Door, { month }: FilledCalendar): Promise<PlayedMonth> {
  const visitor = await door.visitor()
  const { body } = await visitor.call(readCalendarCall, { params: { site: 'demo' }, query: { ...month } })
  const { days } = v.parse(readCalendarCall.response, body)
  const times = days.flatMap(day => day.times)
  const [first, ...others] = days[0]?.times ?? []
  if (first === undefined) throw new Error('the month has no times')
  const capacityAt = (hour: number, place: number): number => 10_000 * (hour + 1) + place
  const eventAt = (hour: number, place: number): string => {
    const changed = times[(hour * CHANGES_AN_HOUR + place) % times.length] ?? first
    const event: CalendarEvent = {
      kind: 'times',
      version: `${hour} ${place}`,
      times: [
        { ...changed, taken: place % changed.capacity },
        { ...first, capacity: capacityAt(hour, place) },
      ],
    }
    return `data: ${JSON.stringify(event)}\n\n`
  }
  const ofOthers = others.reduce((sum, { capacity }) => sum + capacity, 0)
  return {
    // The stream ends with its last event, and the browser comes again much later.
    changesOf: hour =>
      [
        'retry: 86400000\n\n',
        ...Array.from({ length: CHANGES_AN_HOUR }, (_, place) => eventAt(hour, place)),
      ].join(''),
    lastOf: hour => `/${capacityAt(hour, CHANGES_AN_HOUR - 1) + ofOthers}`,
  }
}

async function signedIn(browser: Browser, door: Door): Promise<BrowserContext> {
  const [name = '', value = ''] = (await door.signIn()).split('=')
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
  await context.addCookies([{ name, value, url: `https://${door.host}`, secure: true, httpOnly: true }])
  return context
}
