import { randomBytes } from 'node:crypto'

import { jwtVerify } from 'jose'
import * as openid from 'openid-client'

import type { Clock } from '../../../platform/clock.ts'
import { assertNoTransaction } from '../../../platform/db/database.ts'
import { readWhole } from '../../port/provider-http.ts'
import type { DAccountClient } from './docomo-account.ts'

const TIMEOUT_SECONDS = 15
/** How long the discovery document is cached. */
const DISCOVERY_MS = 3_600_000

/** d ACCOUNT Connect, an OpenID provider with the code flow. */
export interface OpenId {
  /** Undefined while d ACCOUNT cannot be reached. */
  endpoint(): Promise<AuthorizationEndpoint | undefined>
  /**
   * Exchanges a code, once, and verifies the ID token: signature, issuer, audience, time and nonce. No data of the
   * visitor is returned or kept. False for everything that is not a proof, including a lost answer: a new login brings
   * a new code.
   */
  isLoggedIn(login: Login): Promise<boolean>
}

export interface AuthorizationEndpoint {
  readonly url: string
  /** Whether it announces PKCE with S256; otherwise PKCE is not used. */
  readonly takesPkce: boolean
}

export interface Login {
  readonly code: string
  readonly nonce: string
  /** The exact address that the code was sent to. */
  readonly redirectUri: string
  /** Undefined without PKCE. */
  readonly verifier: string | undefined
}

export function createOpenId(client: DAccountClient, clock: Clock): OpenId {
  const configuration = discoverOnce(client, clock)
  return {
    endpoint: async () => {
      const metadata = (await configuration())?.serverMetadata()
      const url = metadata?.authorization_endpoint
      if (metadata === undefined || url === undefined) return undefined
      return { url, takesPkce: metadata.code_challenge_methods_supported?.includes('S256') === true }
    },
    isLoggedIn: async login => {
      const found = await configuration()
      return found !== undefined && verifyLogin(found, client, login)
    },
  }
}

/** Asks for the configuration once an hour, and never caches a failure. */
function discoverOnce(client: DAccountClient, clock: Clock): () => Promise<openid.Configuration | undefined> {
  let known: { readonly until: number; readonly configuration: openid.Configuration } | undefined
  return async () => {
    if (known !== undefined && clock.monotonicMs() < known.until) return known.configuration
    const configuration = await discover(client)
    if (configuration !== undefined) known = { until: clock.monotonicMs() + DISCOVERY_MS, configuration }
    return configuration
  }
}

async function discover(client: DAccountClient): Promise<openid.Configuration | undefined> {
  assertNoTransaction('docomo discovery')
  const { clientId, clientSecret, issuer, idTokenAlg } = client
  // Only the simulator's issuer is without TLS.
  const insecure = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []
  // Checked although the token comes over TLS; a signature made with the client secret is checked by `verifyLogin`.
  const signed = idTokenAlg === 'RS256' ? [openid.enableNonRepudiationChecks] : []
  try {
    return await openid.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, id_token_signed_response_alg: idTokenAlg },
      openid.ClientSecretBasic(clientSecret),
      { timeout: TIMEOUT_SECONDS, execute: [...insecure, ...signed], [openid.customFetch]: fetchBounded },
    )
  } catch {
    return undefined
  }
}

async function verifyLogin(
  configuration: openid.Configuration,
  { clientId, clientSecret, idTokenAlg }: DAccountClient,
  { code, nonce, redirectUri, verifier }: Login,
): Promise<boolean> {
  assertNoTransaction('docomo code exchange')
  const address = new URL(redirectUri)
  address.searchParams.set('code', code)
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, address, {
      // The state was compared when the browser came back, and was removed then.
      expectedState: openid.skipStateCheck,
      expectedNonce: nonce,
      idTokenExpected: true,
      ...(verifier !== undefined && { pkceCodeVerifier: verifier }),
    })
    if (idTokenAlg === 'HS256') {
      const { issuer } = configuration.serverMetadata()
      const secret = Buffer.from(clientSecret, 'utf8')
      await jwtVerify(tokens.id_token ?? '', secret, { algorithms: ['HS256'], issuer, audience: clientId })
    }
    return true
  } catch {
    return false
  }
}

/** Limits the size of answers, and refuses redirects, as the library asks for. */
const fetchBounded: openid.CustomFetch = async (url, options) => {
  const { body, ...rest } = options
  const response = await fetch(url, { ...rest, ...(body !== undefined && { body }) })
  const read = await readWhole(response)
  if (read === undefined) throw new Error('the answer is too long')
  const { status, statusText, headers } = response
  return new Response(status === 204 ? null : new Uint8Array(read), { status, statusText, headers })
}

/** 256 random bits, fit for an address. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}
