import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Crowd, startCrowd, TICKETS } from '../crash/crowd.ts'
import { patiently } from '../crash/patient-shop.ts'
import type { Proxy } from '../neighbours/nginx.ts'
import { shopBehind } from '../neighbours/shop-behind.ts'
import type { AnyShop } from '../payment-methods/visitor.ts'
import { type NetworkRig, openNetworkRig } from './network-rig.ts'

const BUYERS = 16
/** Longer than a statement may take. */
const FAULT_MS = 8_000
/** No request waits longer for an answer. */
const MOST_ANSWER_MS = 15_000
/** Sales are back after the network is. */
const MOST_RECOVERY_MS = 10_000
const SLOW_MS = 300
const ALL_MS = 1_800_000

/** The steps of a purchase, by the request that each begins with. */
const STEPS = [
  { step: 'order', path: /^\/api\/v1\/orders$/ },
  { step: 'form', path: /^\/api\/v1\/ordermails\/ord_/ },
  { step: 'link', path: /^\/api\/v1\/ordermails\/eml_/ },
  { step: 'checkout', path: /^\/api\/v1\/orders\/checkout\// },
  { step: 'return', path: /^\/payment-return\// },
  { step: 'confirm', path: /^\/api\/v1\/orders\/confirmcheckout$/ },
] as const

/** How the network fails, and what an operator must see of it: a process that is not ready, or connections that were cut. */
const FAULTS = [
  {
    fault: 'open connections are forgotten',
    isSilent: true,
    begin: ({ network }: NetworkRig) => network.forget(),
  },
  { fault: 'the database moves', isSilent: true, begin: ({ network }: NetworkRig) => network.move() },
  { fault: 'answers are lost', isSilent: true, begin: ({ network }: NetworkRig) => network.loseAnswers() },
  { fault: 'nothing passes', isSilent: true, begin: ({ network }: NetworkRig) => network.silence() },
  { fault: 'connections are reset', isSilent: false, begin: ({ network }: NetworkRig) => network.cut() },
  { fault: 'all is slow', isSilent: false, begin: ({ network }: NetworkRig) => network.slow(SLOW_MS) },
  { fault: 'the database hangs', isSilent: true, begin: (rig: NetworkRig) => rig.hang(true) },
] as const

interface Asked {
  readonly path: string
  readonly ms: number
  /** Undefined: the connection ended without an answer. */
  readonly status: number | undefined
}

let rig: NetworkRig
let crowd: Crowd
const asked: Asked[] = []
/** Called when a request begins. */
let onRequest: (path: string) => void = () => undefined

beforeAll(async () => {
  rig = await openNetworkRig()
  crowd = startCrowd(rig, BUYERS, patiently(timed(shopBehind(askAsAnybody))))
  await crowd.untilMore(BUYERS)
}, ALL_MS)
afterAll(() => rig?.close(), ALL_MS)

let requests = 0
/** Each request comes from another visitor's address, so that no limit of an address applies. */
const askAsAnybody: Proxy['ask'] = question => {
  requests += 1
  const from = `127.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`
  return rig.ask({ ...question, from })
}

function timed({ app, call }: AnyShop): AnyShop {
  const note = async <Answer>(
    path: string,
    ask: () => Promise<Answer>,
    statusOf: (answer: Answer) => number,
  ) => {
    onRequest(path)
    const begun = performance.now()
    const end = (status: number | undefined): void =>
      void asked.push({ path, ms: performance.now() - begun, status })
    try {
      const answer = await ask()
      end(statusOf(answer))
      return answer
    } catch (error) {
      end(undefined)
      throw error
    }
  }
  return {
    app: {
      inject: request =>
        note(
          request.url,
          () => app.inject(request),
          ({ statusCode }) => statusCode,
        ),
    },
    call: (method, path, body) =>
      note(
        path,
        () => call(method, path, body),
        ({ status }) => status,
      ),
  }
}

const untilRequest = (path: RegExp): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  onRequest = began => {
    if (path.test(began)) resolve()
  }
  return promise
}

test.for(FAULTS.flatMap(fault => STEPS.map(step => ({ ...fault, ...step }))))(
  '$fault as a buyer is at: $step',
  { timeout: 120_000 },
  async ({ begin, isSilent, path }, { annotate }) => {
    const cutBefore = await rig.metric('kippu_database_connections_cut_total')
    const from = asked.length
    await untilRequest(path)
    begin(rig)
    const ready = await watchReadiness()
    rig.hang(false)
    rig.network.heal()
    const healed = performance.now()
    const { length } = crowd.bought
    while (crowd.bought.length === length) await delay(5)
    const recoveryMs = performance.now() - healed
    const slowest = asked.slice(from).reduce((most, { ms }) => Math.max(most, ms), 0)
    const cut = (await rig.metric('kippu_database_connections_cut_total')) - cutBefore
    await annotate(
      `recovery ${Math.round(recoveryMs)} ms, slowest answer ${Math.round(slowest)} ms, cut ${cut}`,
    )
    expect(slowest).toBeLessThan(MOST_ANSWER_MS)
    expect(recoveryMs).toBeLessThan(MOST_RECOVERY_MS)
    const isSeen = cut > 0 || !ready
    expect(isSeen || !isSilent).toBe(true)
  },
)

/** Whether all processes said that they were ready for as long as the fault lasted. */
async function watchReadiness(): Promise<boolean> {
  const end = performance.now() + FAULT_MS
  let ready = true
  while (performance.now() < end) {
    await delay(500)
    ready = (await rig.readiness()).every(status => status === 200) && ready
  }
  return ready
}

test(
  'nothing that was acknowledged is lost, the ledgers are equal, and no order is in doubt',
  { timeout: ALL_MS },
  async ({ annotate }) => {
    await crowd.goHome()
    await rig.settle()
    await expect.poll(() => rig.metric('kippu_orders_in_doubt'), { timeout: 30_000 }).toBe(0)
    expect(await rig.findWrongs()).toEqual([])
    const lost: string[] = []
    const shop = shopBehind(askAsAnybody)
    for (const { method, reservationToken } of crowd.bought) {
      const { body } = await shop.call('GET', `/api/v1/reservations/${reservationToken}/tickets`)
      if (Object.keys(body).length !== TICKETS) lost.push(`${method} ${reservationToken}`)
    }
    expect(lost).toEqual([])
    const unanswered = asked.filter(({ status }) => status === undefined)
    const faults = asked.filter(({ status }) => status === 500)
    await annotate(
      `${asked.length} requests, ${crowd.bought.length} purchases, ${crowd.givenUp.length} given up, ${unanswered.length} without an answer, ${faults.length} answered 500`,
    )
    expect([unanswered, faults]).toEqual([[], []])
  },
)
