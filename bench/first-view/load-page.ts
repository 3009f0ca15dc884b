import path from 'node:path'

import type { Browser } from '@playwright/test'
import * as v from 'valibot'

/** A cheap phone on a slow network, with the throttling of Lighthouse: latency is added to every request. */
export const CONDITIONS = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  latencyMs: 562.5,
  downKbps: 1474.56,
  upKbps: 675,
  cpuSlowdown: 4,
} as const

/** Time to wait for late shifts and tasks after the network has become idle, in ms. */
const AFTERMATH = 1_500

const looked = v.object({
  firstPaint: v.number(),
  largestPaint: v.number(),
  /** A price inside the screen as it opens; null where all are further down. */
  priceOnScreen: v.nullable(v.number()),
  /** The prices of the calendar's days, which may need scrolling. */
  dayPrices: v.number(),
  shift: v.number(),
  /** Time of tasks beyond 50 ms each. */
  blocked: v.number(),
})
const chosen = v.object({ dayChosen: v.number() })

export interface Look extends v.InferOutput<typeof looked> {
  /** Requests that were answered before prices were visible, including the document. */
  readonly requests: number
  /** Bytes over the network until it became idle. */
  readonly bytes: number
  /** Processor time of the page's main thread until it is quiet, slowed down like the rest: what else runs on the machine hardly changes it. */
  readonly mainThread: number
}

/** Loads the store once and does nothing else. */
export async function look(browser: Browser, url: string): Promise<Look> {
  return withPage(browser, 'watch.js', async ({ page, bytes, mainThread }) => {
    await page.goto(url, { waitUntil: 'networkidle' })
    // A slow processor may leave the network idle before it asks for the days.
    await page.waitForFunction(
      () => Reflect.get(Object(Reflect.get(globalThis, 'firstView')), 'dayPrices') !== null,
    )
    await page.waitForTimeout(AFTERMATH)
    const seen = v.parse(looked, await page.evaluate('firstView'))
    const until = Math.max(seen.priceOnScreen ?? 0, seen.dayPrices)
    const files = await page.evaluate(
      // Chromium's look ahead may not load modules under our content policy: what it tried was never sent, and starts as 0.
      `performance.getEntriesByType('resource').filter(file => file.responseStart > 0 && file.responseEnd <= ${until}).length`,
    )
    return {
      ...seen,
      requests: 1 + v.parse(v.number(), files),
      bytes: bytes(),
      mainThread: await mainThread(),
    }
  })
}

/** Loads the store once more and presses a day until it is chosen. Times in ms since navigation. */
export async function choose(browser: Browser, url: string): Promise<number> {
  return withPage(browser, 'choose.js', async ({ page }) => {
    await page.goto(url)
    // A function, because the content policy lets no page evaluate a string.
    await page.waitForFunction(
      () => Reflect.get(Object(Reflect.get(globalThis, 'firstView')), 'dayChosen') !== null,
    )
    return v.parse(chosen, await page.evaluate('firstView')).dayChosen
  })
}

interface OpenPage {
  readonly page: Awaited<ReturnType<Browser['newPage']>>
  readonly bytes: () => number
  readonly mainThread: () => Promise<number>
}

/** A new visitor: no cache, no cookies. */
async function withPage<T>(
  browser: Browser,
  script: string,
  work: (open: OpenPage) => Promise<T>,
): Promise<T> {
  const { viewport, deviceScaleFactor, latencyMs, downKbps, upKbps, cpuSlowdown } = CONDITIONS
  const context = await browser.newContext({ viewport, deviceScaleFactor, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    let bytes = 0
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await devTools.send('Network.enable')
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const mainThread = async (): Promise<number> => {
      const { metrics } = await devTools.send('Performance.getMetrics')
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
    }
    await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: (downKbps * 1000) / 8,
      uploadThroughput: (upKbps * 1000) / 8,
    })
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.addInitScript({ path: path.join(import.meta.dirname, script) })
    return await work({ page, bytes: () => bytes, mainThread })
  } finally {
    await context.close()
  }
}
