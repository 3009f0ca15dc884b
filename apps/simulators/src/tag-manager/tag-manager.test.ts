import { createContext, runInContext } from 'node:vm'

import Fastify from 'fastify'
import { expect, test } from 'vitest'

import { tagManagerRoutes } from './tag-manager-routes.ts'

test('keeps what was pushed before it came and what is pushed later, in order (R-7.71)', async () => {
  const app = Fastify()
  tagManagerRoutes(app)
  const { body, headers } = await app.inject('/gtm.js?id=GTM-TEST1')
  expect(headers['content-type']).toMatch(/^application\/javascript/)
  const window: { dataLayer: object[]; simulatedTags?: object[] } = { dataLayer: [{ event: 'gtm.js' }] }
  runInContext(body, createContext({ window }))
  window.dataLayer.push({ event: 'purchase' }, { event: 'later' })
  expect(window.simulatedTags).toEqual([{ event: 'gtm.js' }, { event: 'purchase' }, { event: 'later' }])
  expect(window.dataLayer).toHaveLength(3)
})
