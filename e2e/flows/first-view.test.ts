import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { inProof, test, WITH_MOTION } from '../fixtures.ts'
import { originOf } from '../stack.ts'
import { NIGHT_GARDEN, seededVisit } from '../visits.ts'

test.use(WITH_MOTION)

/** Everything that a document may ask for: its code, and pictures and faces of the house. */
const FILES = /\/(?:assets|sites)\//
/** Bytes of the document as it is sent, at most 6,000 of which are a face: each kilobyte takes a slow line 5 ms. */
const MOST_SENT = 26_000
const CODE = /\/assets\/.*\.js/
const REST = /\/assets\/order-rest-/

/** Adds up how far the page moves by itself. */
async function countShifts(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(globalThis, { seen })
    const note = (entry: PerformanceEntry): void => {
      const isOwn = Reflect.get(entry, 'hadRecentInput') === false
      if (isOwn) seen.shift += Number(Reflect.get(entry, 'value'))
    }
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'seen'))
}

test('the first day and the prices of the days are in the document: nothing else has come when they are read', async ({
  visitor,
}) => {
  const { page, t } = visitor
  // They are never answered.
  await page.route(FILES, () => undefined)
  const document = await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: t('order_first_day') })).toContainText(/\d,\d{3}/)
  await expect(page.locator('[data-date][aria-disabled="false"]').first()).toContainText(/\d,\d{3}/)
  const sizes = await document?.request().sizes()
  expect(sizes?.responseBodySize).toBeLessThan(MOST_SENT)
})

test('the answer names the picture and the code before the page, which is drawn once, when all of its first screen is there; its scripts are sent as the build compressed them, and begin with the hint to compile them', async ({
  visitor,
}) => {
  const { page } = visitor
  const document = await page.goto('/')
  const named = [...((await document?.headerValue('link')) ?? '').matchAll(/<([^>]+)>/g)].map(
    ([, file]) => file,
  )
  const written = await page
    .locator('head :is(link[rel="preload"], link[rel="modulepreload"])[href^="/"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')))
  expect(named).toEqual(written)
  for (const file of [/hero/, /\/order-/, /\/start-/])
    expect(named).toContainEqual(expect.stringMatching(file))
  // A browser that draws what it has of a page lays it out again for each part that it reads afterwards.
  const isAfterAll = await page.locator('link[rel="expect"][blocking="render"]').evaluate(link => {
    const last = globalThis.document.querySelector(link.getAttribute('href') ?? '')
    const root = globalThis.document.querySelector('#root')
    return last !== null && root?.compareDocumentPosition(last) === Node.DOCUMENT_POSITION_FOLLOWING
  })
  expect(isAfterAll).toBe(true)
  const early = named.filter(file => /\/(?:order|start)-[^/]+\.js$/.test(file ?? ''))
  expect(early).toHaveLength(2)
  for (const file of early) {
    const answer = await page.request.get(file ?? '', { headers: { 'accept-encoding': 'br, gzip' } })
    // An answer that the server compresses itself has no content-length.
    expect(answer.headers()).toMatchObject({
      'content-encoding': 'br',
      'content-length': expect.stringMatching(/^\d+$/),
    })
    expect(await answer.text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
})

test('a phone asks for a photograph once, in the size of its screen, before it asks for the code', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 412, height: 915 },
    deviceScaleFactor: 2.625,
  })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const document = await page.goto(originOf('ruins'))
  expect(await document?.headerValue('link')).toMatch(
    /^<\/sites\/ruins\/hero\.webp>; rel=preload; as=image; imagesrcset="[^"]*hero\.webp 1200w"; fetchpriority=high,/,
  )
  const shown = await page
    .locator('main img')
    .first()
    .evaluate(async image => {
      if (!(image instanceof HTMLImageElement)) return null
      await image.decode()
      return [new URL(image.currentSrc).pathname, image.naturalWidth]
    })
  expect(shown).toEqual(['/sites/ruins/hero.webp', 412])
  expect(asked.filter(path => path.includes('hero'))).toEqual(['/sites/ruins/hero.webp'])
  await context.close()
})

test('the entry is allowed by the content policy itself, and not because the document has preloaded it', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.route('/', async route => {
    const response = await route.fetch()
    const { link: _link, ...headers } = response.headers()
    const body = (await response.text()).replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    await route.fulfill({ response, headers, body })
  })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-alive')
})

test('a day that is pressed before the code has come is marked at once, and chosen when it is there', async ({
  visitor,
}) => {
  const { page } = visitor
  const code = Promise.withResolvers<void>()
  await page.route(CODE, async route => {
    await code.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const [first, second] = [0, 1].map(index => page.locator('[data-date][aria-disabled="false"]').nth(index))
  await first?.tap()
  await second?.tap()
  await expect(page.locator('[data-date][aria-pressed="true"]')).toHaveCount(1)
  await expect(page.locator('td[aria-selected="true"]')).toHaveCount(0)
  code.resolve()
  await expect(page.locator('td[aria-selected="true"]').locator('[data-date]')).toHaveAttribute(
    'data-date',
    (await second?.getAttribute('data-date')) ?? '',
  )
})

inProof(
  'a product and a language that are chosen before the code has come are chosen when it is there',
  async ({ visitor }) => {
    const { page } = visitor
    const { date } = seededVisit('before the code', NIGHT_GARDEN)
    let code = Promise.withResolvers<void>()
    await page.route(CODE, async route => {
      await code.promise
      await route.continue()
    })
    const chooses = async (choose: () => Promise<unknown>): Promise<void> => {
      code = Promise.withResolvers()
      await page.goto('/', { waitUntil: 'commit' })
      await choose()
      code.resolve()
    }
    await chooses(() => page.locator('label').filter({ hasText: NIGHT_GARDEN.name.ja }).tap())
    await visitor.isAlive()
    await visitor.turnTo(date)
    await visitor.day(date).tap()
    await expect(visitor.count(NIGHT_GARDEN, 0)).toHaveText('0')
    await chooses(() => page.locator('header').getByRole('combobox').selectOption('en'))
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  },
)

test('a page whose code is lost on the way is loaded anew by itself, once a minute at most, and answers when its code has come', async ({
  visitor,
  watch,
}) => {
  const { page } = visitor
  const documents: string[] = []
  page.on('domcontentloaded', () => documents.push(page.url()))
  // What would wait for two seconds runs at once, and is counted in each document.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis
    const soon = (run: () => void, delay?: number): unknown => {
      if (delay !== 2000) return setTimeout(run, delay)
      Object.assign(globalThis, { tries: Number(Reflect.get(globalThis, 'tries') ?? 0) + 1 })
      return setTimeout(run, 0)
    }
    Object.assign(globalThis, { setTimeout: soon })
  })
  await page.route(CODE, async (route, request) => {
    watch.mayMiss(request.url())
    await route.abort()
  })
  const lost: Error[] = []
  page.on('pageerror', error => lost.push(error))
  await page.goto('/')
  await expect.poll(() => lost.length).toBe(2)
  // From now on it is the visitor who loads it anew.
  expect(await page.evaluate(() => Reflect.get(globalThis, 'tries'))).toBeUndefined()
  await page.unroute(CODE)
  await page.reload()
  await expect(page.locator('[data-loading]')).toHaveAttribute('data-loading', 'false')
  expect(documents).toHaveLength(3)
})

test('nothing on the page moves while its code arrives, part by part', async ({ visitor }) => {
  const { page } = visitor
  const shifts = await countShifts(page)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const rest = Promise.withResolvers<void>()
  await page.route(REST, async route => {
    await rest.promise
    await route.continue()
  })
  // The words of later screens have come, and the parts that the server wrote are as they were.
  const words = page.waitForResponse(response => response.url().includes('/api/v1/texts'))
  await page.goto('/')
  await words
  await expect(page.locator('[data-loading]')).toHaveAttribute('data-loading', 'false')
  rest.resolve()
  await page.waitForResponse(response => REST.test(response.url()))
  const day = page.getByRole('button', { name: visitor.t('order_first_day') })
  await expect(day).toBeVisible()
  await expect
    .poll(() => day.evaluate(button => Object.keys(button).some(key => key.startsWith('__react'))))
    .toBe(true)
  expect(await shifts()).toEqual({ shift: 0 })
  // The document has the styles of all its parts.
  expect(asked.filter(path => /\/assets\/(?:start|order)-[^/]+\.css$/.test(path))).toEqual([])
})

/** The first page's words and headings as they are drawn, and the later face while it is on its way. */
async function holdFace(page: Page): Promise<{ readonly release: () => void }> {
  const face = Promise.withResolvers<void>()
  await page.route(/\/face-[\w-]+\.woff2$/, async route => {
    await face.promise
    await route.continue()
  })
  return { release: face.resolve }
}

/** An element as it is drawn at this moment: a screenshot of Playwright would wait for all faces. */
async function drawn(page: Page, element: string): Promise<string> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const box = await page.locator(element).boundingBox()
  const browser = await page.context().newCDPSession(page)
  const { data } = await browser.send('Page.captureScreenshot', {
    ...(box !== null && { clip: { ...box, scale: 1 } }),
  })
  await browser.detach()
  return data
}

test('the words of the first page have the face of the house at once, and no frame of them changes when the rest of it comes', async ({
  visitor,
}) => {
  const { page } = visitor
  const { release } = await holdFace(page)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-alive')
  await expect(page.locator('html')).not.toHaveAttribute('data-face')
  const early = await drawn(page, 'h1')
  const familyOf = (family: string): Promise<string | undefined> =>
    page.evaluate(asked => [...document.fonts].find(face => face.family === asked)?.status, family)
  expect(await familyOf('House')).toBe('loaded')
  release()
  await expect(page.locator('html')).toHaveAttribute('data-face')
  expect(await drawn(page, 'h1')).toEqual(early)
  await page.goto('/#/specified')
  await expect(page.locator('h1.title')).toHaveCSS('font-family', /^HousePages/)
})

test('a title that was there before its face keeps the font of the device', async ({ visitor }) => {
  const { page } = visitor
  const { release } = await holdFace(page)
  await page.goto('/#/specified', { waitUntil: 'commit' })
  await expect(page.locator('h1.title')).toBeVisible()
  const early = await drawn(page, 'h1.title')
  const loaded = page.waitForResponse(/\/face-[\w-]+\.woff2$/)
  release()
  await (await loaded).finished()
  await page.evaluate(() => document.fonts.load('1em HousePages'))
  await expect(page.locator('html')).not.toHaveAttribute('data-face')
  expect(await drawn(page, 'h1.title')).toEqual(early)
})

inProof(
  'a month that is turned before the code is there is turned when it comes, and the first day waits for it',
  async ({ visitor }) => {
    const { page, t } = visitor
    const code = Promise.withResolvers<void>()
    await page.route(CODE, async route => {
      await code.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const title = page.locator('[data-month] h3').first()
    const before = await title.innerText()
    await visitor.button('calendar_next_month').click()
    await expect(page.getByRole('button', { name: t('order_first_day') })).toBeDisabled()
    code.resolve()
    await expect(title).not.toHaveText(before)
    await page.getByRole('button', { name: t('order_first_day') }).click()
    await expect(page.locator('[data-date][aria-pressed="true"]')).toHaveCount(1)
  },
)
