import * as v from 'valibot'

import { EnvError } from '../../../platform/variables/env-error.ts'
import { allOrNone, text, url } from '../../../platform/variables/account-variables.ts'

/** Issuer of d ACCOUNT Connect. */
const D_ACCOUNT_ISSUER = 'https://conf.uw.docomo.ne.jp/'

const hosts = v.pipe(
  v.string(),
  v.transform(value => value.split(/[\s,]+/).filter(host => host !== '')),
  v.array(
    v.pipe(v.string(), v.regex(/^[a-z0-9.-]+(:\d{1,5})?$/i, 'must be host names, separated by commas')),
  ),
)

/** The variables of d払い with docomo directly, for the whole deployment or for one site. */
export const docomoVariables = {
  DOCOMO_CLIENT_ID: v.optional(text),
  DOCOMO_CLIENT_SECRET: v.optional(text),
  DOCOMO_ISSUER: v.optional(url),
  DOCOMO_AUTHIF: v.optional(v.picklist(['0', '1'], 'must be 0 (docomo lines only) or 1 (every d account)')),
  DOCOMO_ID_TOKEN_ALG: v.optional(v.picklist(['RS256', 'HS256'], 'must be RS256 or HS256')),
  DOCOMO_REQUEST_HOSTS: v.optional(hosts),
  DOCOMO_GATEWAY: v.optional(
    v.picklist(['simulator-contract'], 'must be simulator-contract, the only one there is'),
  ),
  DOCOMO_GATEWAY_URL: v.optional(url),
  DOCOMO_GATEWAY_KEY: v.optional(text),
}

/** Variables that point at a simulator. docomo's own contract is not public, so production has no gateway yet. */
export const DOCOMO_SIMULATOR_VARIABLES = [
  'DOCOMO_GATEWAY',
  'DOCOMO_GATEWAY_URL',
  'DOCOMO_GATEWAY_KEY',
] as const

/** The store's client at d ACCOUNT. */
export interface DAccountClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  /** `0`: only customers with a docomo line; `1`: every d account. */
  readonly authif: '0' | '1'
  /** How ID tokens are signed, as agreed at the registration of the client. */
  readonly idTokenAlg: 'RS256' | 'HS256'
}

export interface DocomoAccount {
  readonly dAccount: DAccountClient
  /** Hosts, with a port unless it is the default, that the browser may send the payment form to. */
  readonly requestHosts: readonly string[]
  /** The contract through which the payment is made. */
  readonly gateway: { readonly kind: 'simulator-contract'; readonly url: string; readonly key: string }
}

type Variables = v.InferOutput<v.ObjectSchema<typeof docomoVariables, undefined>>

const CLIENT = ['DOCOMO_CLIENT_ID', 'DOCOMO_CLIENT_SECRET'] as const
const GATEWAY = ['DOCOMO_GATEWAY', 'DOCOMO_GATEWAY_URL', 'DOCOMO_GATEWAY_KEY'] as const

/**
 * Null unless a gateway is named and its client of d ACCOUNT is configured: off by default, and a client alone takes no
 * payments. @throws EnvError when only some variables of either are set.
 */
export function docomoAccountOf(variables: Variables): DocomoAccount | null {
  const client = allOrNone(variables, CLIENT)
  if (variables.DOCOMO_GATEWAY === undefined) {
    const stray = GATEWAY.find(name => variables[name] !== undefined)
    if (stray !== undefined) throw new EnvError(`DOCOMO_GATEWAY: is not set, but ${stray} is`)
    return null
  }
  const gateway = allOrNone(variables, GATEWAY)
  if (gateway === null) return null
  if (client === null) throw new EnvError('DOCOMO_CLIENT_ID: is not set, but DOCOMO_GATEWAY is')
  const { DOCOMO_REQUEST_HOSTS: requestHosts = [] } = variables
  if (requestHosts.length === 0) throw new EnvError('DOCOMO_REQUEST_HOSTS: is not set, but DOCOMO_GATEWAY is')
  return {
    dAccount: {
      clientId: client.DOCOMO_CLIENT_ID,
      clientSecret: client.DOCOMO_CLIENT_SECRET,
      issuer: variables.DOCOMO_ISSUER ?? D_ACCOUNT_ISSUER,
      authif: variables.DOCOMO_AUTHIF ?? '1',
      idTokenAlg: variables.DOCOMO_ID_TOKEN_ALG ?? 'RS256',
    },
    requestHosts,
    gateway: { kind: 'simulator-contract', url: gateway.DOCOMO_GATEWAY_URL, key: gateway.DOCOMO_GATEWAY_KEY },
  }
}
