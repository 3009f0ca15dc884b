import { createHash } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { type ProviderSimulators, startProviderSimulators } from '../../../../test/provider-simulators.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { DAccountClient } from './docomo-account.ts'
import { createOpenId, type OpenId, randomSecret } from './open-id.ts'

const REDIRECT_URI = 'http://localhost:3000/payment-return/docomo'

interface Bench {
  readonly simulators: ProviderSimulators
  readonly openId: OpenId
  /** Logs in, and returns the code that comes back. */
  readonly logIn: (nonce: string, more?: Readonly<Record<string, string>>) => Promise<string>
}

async function openBench(more: Partial<DAccountClient> = {}): Promise<Bench> {
  const simulators = await startProviderSimulators()
  const variables = simulators.variablesOf('docomo')
  const client: DAccountClient = {
    clientId: variables['DOCOMO_CLIENT_ID'] ?? '',
    clientSecret: variables['DOCOMO_CLIENT_SECRET'] ?? '',
    issuer: variables['DOCOMO_ISSUER'] ?? '',
    authif: '1',
    idTokenAlg: 'RS256',
    ...more,
  }
  const openId = createOpenId(client, systemClock)
  return {
    simulators,
    openId,
    logIn: async (nonce, fields = {}) => {
      const address = new URL((await openId.endpoint())!.url)
      const asked = {
        response_type: 'code',
        scope: 'openid',
        client_id: client.clientId,
        redirect_uri: REDIRECT_URI,
        state: 'any',
        nonce,
        prompt: 'login',
        authif: '1',
        ...fields,
      }
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
      const body = new URLSearchParams({ answer: 'login' })
      const response = await fetch(address, { method: 'POST', body, redirect: 'manual' })
      return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
    },
  }
}

describe('a login to d ACCOUNT (S-13.03)', () => {
  test.each(['RS256', 'HS256'] as const)('is proved by a code and an ID token signed with %s', async alg => {
    const { simulators, openId, logIn } = await openBench({ idTokenAlg: alg })
    await simulators.turn('docomo', 'd-account', { alg })
    const nonce = randomSecret()
    const code = await logIn(nonce)
    const login = { code, nonce, redirectUri: REDIRECT_URI, verifier: undefined }
    expect(await openId.isLoggedIn(login)).toBe(true)
    expect(await openId.isLoggedIn(login)).toBe(false)
  })

  const FLAWS = ['iss', 'aud', 'exp', 'nonce', 'signature'].flatMap(flaw => [
    { flaw, alg: 'RS256' as const },
    { flaw, alg: 'HS256' as const },
  ])
  test.each(FLAWS)('is not proved by an ID token whose $flaw is wrong, $alg', async ({ flaw, alg }) => {
    const { simulators, openId, logIn } = await openBench({ idTokenAlg: alg })
    await simulators.turn('docomo', 'd-account', { flaw, alg })
    const nonce = randomSecret()
    const code = await logIn(nonce)
    expect(await openId.isLoggedIn({ code, nonce, redirectUri: REDIRECT_URI, verifier: undefined })).toBe(
      false,
    )
  })

  test('is not proved by a token signed in another way than agreed', async () => {
    const { simulators, openId, logIn } = await openBench({ idTokenAlg: 'RS256' })
    await simulators.turn('docomo', 'd-account', { alg: 'HS256' })
    const nonce = randomSecret()
    const code = await logIn(nonce)
    expect(await openId.isLoggedIn({ code, nonce, redirectUri: REDIRECT_URI, verifier: undefined })).toBe(
      false,
    )
  })

  test('is not proved by a made-up code, another address, another secret, or a lost answer', async () => {
    const { simulators, openId, logIn } = await openBench()
    const nonce = randomSecret()
    const login = { nonce, redirectUri: REDIRECT_URI, verifier: undefined }
    expect(await openId.isLoggedIn({ ...login, code: 'code_made_up' })).toBe(false)
    const elsewhere = { ...login, code: await logIn(nonce), redirectUri: `${REDIRECT_URI}/x` }
    expect(await openId.isLoggedIn(elsewhere)).toBe(false)
    await simulators.turn('docomo', 'd-account', { tokenFault: 'drop' })
    expect(await openId.isLoggedIn({ ...login, code: await logIn(nonce) })).toBe(false)
    const other = await openBench({ clientSecret: 'wrong' })
    expect(await other.openId.isLoggedIn({ ...login, code: await other.logIn(nonce) })).toBe(false)
  })

  test('uses PKCE where it is announced', async () => {
    const { simulators, openId, logIn } = await openBench()
    await simulators.turn('docomo', 'd-account', { pkce: true })
    expect(await openId.endpoint()).toMatchObject({ takesPkce: true })
    const [nonce, verifier] = [randomSecret(), randomSecret()]
    const challenge = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }
    const login = { nonce, redirectUri: REDIRECT_URI }
    expect(await openId.isLoggedIn({ ...login, code: await logIn(nonce, challenge), verifier })).toBe(true)
    const stolen = { ...login, code: await logIn(nonce, challenge), verifier: randomSecret() }
    expect(await openId.isLoggedIn(stolen)).toBe(false)
  })

  test('is not begun while d ACCOUNT is unreachable, and is once it is back', async () => {
    const { simulators, openId } = await openBench()
    await simulators.close()
    expect(await openId.endpoint()).toBeUndefined()
    expect(
      await openId.isLoggedIn({ code: 'x', nonce: 'x', redirectUri: REDIRECT_URI, verifier: undefined }),
    ).toBe(false)
  })

  test('trusts no other issuer than the configured one', async () => {
    const { simulators } = await openBench()
    const elsewhere = createOpenId(
      {
        clientId: 'x',
        clientSecret: 'x',
        // The same documents at another address.
        issuer: simulators.variablesOf('docomo')['DOCOMO_ISSUER']!.replace('127.0.0.1', 'localhost'),
        authif: '1',
        idTokenAlg: 'RS256',
      },
      systemClock,
    )
    expect(await elsewhere.endpoint()).toBeUndefined()
  })
})
