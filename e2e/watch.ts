import type { Call } from '@kippu/contract/call'
import { readOrder } from '@kippu/contract/orders'
import { readSpotOrder } from '@kippu/contract/spot'
import { expect } from '@playwright/test'
import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test'

import { cardNumbersIn } from './card-numbers.ts'
import { isStore, STACK } from './stack.ts'

/** The pages to which a visitor comes back from a provider. */
const CALLBACK = /#\/(?:payment-callback\/|adyen-callback)/

/**
 * Watches everything a visitor's browser does, and fails the story on anything that must never happen: errors in the
 * console (including violations of the content policy), exceptions, unknown hosts, card numbers sent to us (S-7.11),
 * answers of 500 and above, refusals that the story does not expect.
 */
export class Watch {
  readonly #faults: string[] = []
  readonly #refusals: { readonly url: string; readonly what: string }[] = []
  readonly #expected: RegExp[] = []
  readonly #missing: string[] = []
  readonly #violations: RegExp[] = []
  /** Calls of a visitor who came back from a provider, whose webhook event may have completed the order already. */
  readonly #perhapsOver: string[] = []
  /** Calls that the store has not answered. */
  readonly #unanswered = new Set<Request>()

  over(context: BrowserContext): void {
    context.on('console', message => this.#onConsole(message))
    context.on('weberror', thrown => this.#onError(String(thrown.error())))
    context.on('request', request => this.#onRequest(request))
    context.on('requestfinished', request => this.#unanswered.delete(request))
    context.on('requestfailed', request => this.#unanswered.delete(request))
    context.on('response', response => this.#onResponse(response))
  }

  /** The story is about a refusal of this call, or about a path that does not exist. */
  mayRefuse(call: Pick<Call, 'path'>): void {
    this.#expected.push(pathOf(call))
  }

  /** The story prevents this address from loading, whatever its query. */
  mayMiss(url: string): void {
    this.#missing.push(url)
  }

  /** The story does what the content policy of its page forbids, and the console says this of it. */
  mayViolate(message: RegExp): void {
    this.#violations.push(message)
  }

  /**
   * Every page has what it asked the store for. A screen shows what it knows and reads it anew; a story that changes
   * something behind its back waits for that, so that its next press is what finds out.
   */
  async waitForAnswers(): Promise<void> {
    const waiting = (): Request[] =>
      [...this.#unanswered].filter(request => !request.frame().page().isClosed())
    await expect.poll(() => waiting().map(request => request.url())).toEqual([])
  }

  verify(): void {
    const refusals = this.#refusals.filter(({ url }) => !this.#isExpected(url)).map(({ what }) => what)
    expect([...this.#faults, ...refusals], 'what must not happen in a browser').toEqual([])
  }

  #isExpected(url: string): boolean {
    if (!URL.canParse(url)) return false
    const { origin, pathname } = new URL(url)
    if (this.#perhapsOver.includes(url)) return true
    return isStore(origin) && this.#expected.some(path => path.test(pathname))
  }

  /** Chromium: `TypeError: Failed to fetch dynamically imported module: http://…`. */
  #onError(error: string): void {
    const isMissed = this.#missing.some(url => error.endsWith(`imported module: ${url}`))
    if (!isMissed) this.#faults.push(`exception: ${error}`)
  }

  #onConsole(message: ConsoleMessage): void {
    if (message.type() !== 'error') return
    const { url } = message.location()
    const what = `console: ${message.text()} (${url})`
    if (this.#violations.some(violation => violation.test(message.text()))) return
    if (
      /net::ERR_/.test(message.text()) &&
      this.#missing.some(missed => missed === url || missed === url.replace(/[?].*/, ''))
    )
      return
    // Chromium logs every refused request to the console; the request decides whether it was expected.
    if (/responded with a status of 4\d\d/.test(message.text())) this.#refusals.push({ url, what })
    else this.#faults.push(what)
  }

  #onRequest(request: Request): void {
    const { protocol, origin, pathname } = new URL(request.url())
    if (!protocol.startsWith('http')) return
    const isOrder = [readOrder, readSpotOrder].some(call => pathOf(call).test(pathname))
    if (isOrder && CALLBACK.test(request.frame().url())) this.#perhapsOver.push(request.url())
    if (origin === STACK.simulators) return
    if (!isStore(origin)) this.#faults.push(`strange host: ${request.url()}`)
    if (pathname.startsWith('/api/')) this.#unanswered.add(request)
    const sent = `${decodeURIComponent(request.url())} ${request.postData() ?? ''}`
    if (cardNumbersIn(sent).length > 0) this.#faults.push(`card number sent to the store: ${request.url()}`)
  }

  #onResponse(response: Response): void {
    if (response.status() >= 500) this.#faults.push(`${response.status()}: ${response.url()}`)
  }
}

function pathOf({ path }: Pick<Call, 'path'>): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
