import { afterAll, beforeAll, expect, test } from 'vitest'

import { createScriptedAttempts, type ScriptedAttempts } from '../../../test/scripted-attempts.ts'
import { refOf } from '../attempts/attempt.ts'
import { absentAccount } from './absent-account.ts'

let bench: ScriptedAttempts

beforeAll(async () => {
  bench = await createScriptedAttempts()
})
afterAll(() => bench.shop.close())

test('the stand-in of an account without keys offers nothing and waits for nothing', async () => {
  const attempt = await bench.read(await bench.open({ provider_account: 'gone' }, {}))
  const provider = absentAccount(bench.shop.deps, attempt)
  expect(provider).toMatchObject({
    id: 'stripe',
    account: 'gone',
    methods: [],
    leastAmount: 0,
    lateSeconds: 0,
  })
  expect(provider.browserSide('stripe')).toEqual({
    scripts: [],
    styles: [],
    config: {},
    isTest: false,
    hosts: [],
    formHosts: [],
  })
  expect(provider.readReturn(new URLSearchParams('paid=yes'))).toEqual({ kept: {}, hint: 'success' })
})

test.each(['query', 'capture', 'cancelAuthorization'] as const)(
  'the stand-in answers a %s with a call for a person',
  async call => {
    const attempt = await bench.read(await bench.open({}, {}))
    const answer = await absentAccount(bench.shop.deps, attempt)[call](refOf(attempt))
    expect(answer).toMatchObject({ kind: 'unknown', needsPerson: true })
  },
)
