import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

import { getLangs, getPaymentMethods, getTexts } from '@kippu/contract/site-content'
import { siteOf } from '@kippu/demo/demo-sites'
import compress from '@fastify/compress'
import { fastify, type FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'

import { createPublicReads } from './public-reads.ts'
import { refuse } from './refusal.ts'
import { serve } from './route.ts'

let app: FastifyInstance
let now: number
let site: string
/** The questions that were answered anew. */
let asked: string[]
let texts: { key: string; text: string }[]

beforeEach(async () => {
  app = fastify()
  now = 0
  site = 'demo'
  asked = []
  texts = [{ key: 'title', text: 'long '.repeat(1000) }]
  app.decorateRequest('site', { getter: () => siteOf(site === 'mori' ? 'mori' : 'demo') })
  await app.register(compress)
  createPublicReads({ monotonicMs: () => now }).serve(app, getTexts, {
    question: ({ query }, { key }) => `${key} ${query.lang === 'en' ? 'en' : 'ja'}`,
    answer: async question => {
      asked.push(question)
      if (texts.length === 0) return refuse('busy')
      return texts
    },
  })
})

const read = (query = '', headers = {}) =>
  app.inject({ url: `/api/v1/texts${query}`, headers: { 'accept-encoding': 'br', ...headers } })

describe('requests with one question', () => {
  test('share one answer within a second, whatever else they contain', async () => {
    const answers = await Promise.all([
      read('?lang=xx'),
      read('?lang=ja'),
      read('', { cookie: 'a=b' }),
      read(),
    ])
    now = 999
    expect((await read()).rawPayload).toEqual(answers[0].rawPayload)
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(asked).toEqual(['demo ja'])
  })

  test('of another language or another site have their own', async () => {
    await read()
    await read('?lang=en')
    site = 'mori'
    await read()
    expect(asked).toEqual(['demo ja', 'demo en', 'mori ja'])
  })

  test('get what is true in the next second', async () => {
    const before = await read()
    texts = [{ key: 'title', text: 'other '.repeat(1000) }]
    now = 1000
    const after = await read('', { 'if-none-match': before.headers.etag })
    expect(after.statusCode).toBe(200)
    expect(JSON.parse(String(await promisify(brotliDecompress)(after.rawPayload)))).toEqual(texts)
  })

  test('are refused alike, until the next second', async () => {
    texts = []
    expect([(await read()).statusCode, (await read()).statusCode]).toEqual([503, 503])
    texts = [{ key: 'title', text: 'x' }]
    now = 1000
    expect((await read()).json()).toEqual(texts)
    expect(asked).toHaveLength(2)
  })
})

test('a request that breaks the schema of its call asks nothing', async () => {
  const { statusCode, body } = await read('?colour=red')
  expect([statusCode, JSON.parse(body)]).toMatchObject([400, { error: 'invalid_request' }])
  expect(asked).toEqual([])
})

test('each call is served in the way that its contract says', () => {
  const never = () => Promise.reject(new Error('never called'))
  expect(() => serve(app, getLangs, never)).toThrow('is the same for everybody')
  const reads = createPublicReads({ monotonicMs: () => now })
  const question = () => ''
  expect(() => reads.serve(app, getPaymentMethods, { question, answer: never })).toThrow('is not the same')
})
