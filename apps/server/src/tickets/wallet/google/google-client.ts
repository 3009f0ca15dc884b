import { importPKCS8, SignJWT } from 'jose'
import * as v from 'valibot'

import type { Clock } from '../../../platform/clock.ts'
import { assertNoTransaction } from '../../../platform/db/database.ts'
import type { GoogleWalletAccount } from '../accounts/google-wallet-account.ts'

/** Google's wallet interface, for one issuer. Every call throws where the interface does not do what it was asked. */
export interface GoogleClient {
  /** Writes what is new; what is there already stays. */
  insert(kind: 'eventTicketClass' | 'eventTicketObject', value: object): Promise<'new' | 'known'>
  /** Writes over what is there. */
  change(id: string, value: object): Promise<'changed' | 'unknown'>
  /** A link that puts tickets, which the interface knows, into the wallet of the person who follows it. */
  linkOf(objectIds: readonly string[], origin: string): Promise<string>
}

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TIMEOUT_MS = 10_000
const TOKEN_SECONDS = 3_600
/** A token is not used in its last minute. */
const MARGIN_MS = 60_000

const granted = v.object({ access_token: v.string(), expires_in: v.number() })

interface Token {
  readonly value: string
  /** In ms of the clock. */
  readonly until: number
}

export function createGoogleClient(
  account: GoogleWalletAccount,
  clock: Pick<Clock, 'now'>,
  timeoutMs = TIMEOUT_MS,
): GoogleClient {
  let token: Token | undefined

  const sign = async (claims: Readonly<Record<string, unknown>>): Promise<string> => {
    const issuedAt = Math.floor(clock.now() / 1_000)
    return new SignJWT({ iss: account.email, iat: issuedAt, ...claims })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .sign(await importPKCS8(account.key, 'RS256'))
  }

  const tokenNow = async (): Promise<string> => {
    const now = clock.now()
    if (token !== undefined && token.until > now) return token.value
    const expires = Math.floor(now / 1_000) + TOKEN_SECONDS
    const assertion = await sign({ scope: SCOPE, aud: account.tokenUrl, exp: expires })
    const answer = await fetch(account.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) throw new Error(`no token of Google: status ${answer.status}`)
    const { access_token: value, expires_in: seconds } = v.parse(granted, await answer.json())
    token = { value, until: now + seconds * 1_000 - MARGIN_MS }
    return value
  }

  const call = async (method: 'POST' | 'PATCH', path: string, value: object): Promise<number> => {
    assertNoTransaction('a call of Google Wallet')
    const answer = await fetch(`${account.apiUrl}/walletobjects/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${await tokenNow()}`, 'content-type': 'application/json' },
      body: JSON.stringify(value),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    // The next call asks for another one.
    if (answer.status === 401) token = undefined
    return answer.status
  }

  return {
    insert: async (kind, value) => {
      const status = await call('POST', kind, value)
      if (status === 200) return 'new'
      if (status === 409) return 'known'
      throw new Error(`Google Wallet took no ${kind}: status ${status}`)
    },
    change: async (id, value) => {
      const status = await call('PATCH', `eventTicketObject/${encodeURIComponent(id)}`, value)
      if (status === 200) return 'changed'
      if (status === 404) return 'unknown'
      throw new Error(`Google Wallet changed no ticket: status ${status}`)
    },
    linkOf: async (objectIds, origin) => {
      const payload = { eventTicketObjects: objectIds.map(id => ({ id })) }
      const jwt = await sign({ aud: 'google', typ: 'savetowallet', origins: [origin], payload })
      return `${account.saveUrl}/gp/v/save/${jwt}`
    },
  }
}
