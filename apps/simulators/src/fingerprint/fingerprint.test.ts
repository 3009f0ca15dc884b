import { createContext, runInContext } from 'node:vm'

import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { fingerprintRoutes } from './fingerprint-routes.ts'

async function scriptText(): Promise<string> {
  const app = Fastify()
  fingerprintRoutes(app)
  const { body, headers } = await app.inject('/device.js')
  expect(headers['content-type']).toMatch(/^application\/javascript/)
  return body
}

/** Runs the script as a page in such a browser does, and gives the text that it leaves. */
async function fingerprintOf(browser: {
  readonly userAgent: string
  readonly crypto: object
}): Promise<unknown> {
  const window: { deviceFingerprint?: unknown } = {}
  const { userAgent, crypto } = browser
  const page = {
    window,
    crypto,
    TextEncoder,
    navigator: { userAgent, language: 'ja' },
    screen: { width: 390, height: 844 },
  }
  runInContext(await scriptText(), createContext(page))
  return window.deviceFingerprint
}

test('leaves a text that is the same for the same browser and another for another one (R-7.73)', async () => {
  const one = await fingerprintOf({ userAgent: 'one', crypto })
  expect(one).toMatch(/^simulated-[0-9a-f]{32}$/)
  expect(await fingerprintOf({ userAgent: 'one', crypto })).toBe(one)
  expect(await fingerprintOf({ userAgent: 'another', crypto })).not.toBe(one)
})

test('leaves a text where pages may not digest', async () => {
  expect(await fingerprintOf({ userAgent: 'one', crypto: {} })).toBe('simulated-device')
})
