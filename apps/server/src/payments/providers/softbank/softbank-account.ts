import * as v from 'valibot'

import { EnvError } from '../../../platform/variables/env-error.ts'
import { allOrNone, text, url } from '../../../platform/variables/account-variables.ts'

const HASH_CHARSETS = ['UTF-8', 'Shift_JIS'] as const
export type HashCharset = (typeof HASH_CHARSETS)[number]

const charset = v.picklist(HASH_CHARSETS, `must be one of ${HASH_CHARSETS.join(', ')}`)
const base64 = v.pipe(v.string(), v.base64('must be base64, as it stands in the contract’s specification'))

/** The variables of an account at SB Payment Service, for the whole deployment or for one site. */
export const softbankVariables = {
  SOFTBANK_MERCHANT_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{5}$/, 'must have 5 digits'))),
  SOFTBANK_SERVICE_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{3}$/, 'must have 3 digits'))),
  SOFTBANK_HASH_KEY: v.optional(text),
  SOFTBANK_BASIC_USER: v.optional(text),
  SOFTBANK_BASIC_PASSWORD: v.optional(text),
  SOFTBANK_ENVIRONMENT: v.optional(v.picklist(['test', 'production'], 'must be test or production')),
  SOFTBANK_CARD_SALES: v.optional(v.picklist(['separate', 'with_commit'], 'must be separate or with_commit')),
  SOFTBANK_PURCHASE_HASH_CHARSET: v.optional(charset),
  SOFTBANK_NOTICE_HASH_CHARSET: v.optional(charset),
  SOFTBANK_RETURN_HASH_CHARSET: v.optional(charset),
  SOFTBANK_ALIPAY_FREE_CSV: v.optional(base64),
  SOFTBANK_PAYPAY_FREE_CSV: v.optional(base64),
  SOFTBANK_API_URL: v.optional(url),
  SOFTBANK_LINK_URL: v.optional(url),
  SOFTBANK_TOKEN_SCRIPT_URL: v.optional(url),
  SOFTBANK_TDS2_SCRIPT_URL: v.optional(url),
}

/** Variables that point at a simulator. */
export const SOFTBANK_SIMULATOR_VARIABLES = [
  'SOFTBANK_API_URL',
  'SOFTBANK_LINK_URL',
  'SOFTBANK_TOKEN_SCRIPT_URL',
  'SOFTBANK_TDS2_SCRIPT_URL',
] as const

const KEYS = [
  'SOFTBANK_MERCHANT_ID',
  'SOFTBANK_SERVICE_ID',
  'SOFTBANK_HASH_KEY',
  'SOFTBANK_ENVIRONMENT',
] as const

/**
 * The store's account at SB Payment Service and the settings of its contract; addresses are null unless a simulator is
 * used.
 */
export interface SoftbankAccount {
  readonly merchantId: string
  readonly serviceId: string
  /** Authenticates our messages and the gateway's. */
  readonly hashKey: string
  readonly basicUser: string
  readonly basicPassword: string
  readonly environment: 'test' | 'production'
  /** Whether our sales request captures an authorised card, or the commit already does. */
  readonly cardSales: 'separate' | 'with_commit'
  /** The charset in which each message of the link type is hashed. */
  readonly hashCharset: {
    /** A01-1, which the browser sends. */
    readonly purchase: HashCharset
    /** A02-1, from server to server. */
    readonly notice: HashCharset
    /** A03-1, with which the browser comes back. */
    readonly screen: HashCharset
  }
  /** `free_csv` of the purchase request as it is sent: base64, empty when the contract asks for none. */
  readonly freeCsv: { readonly alipay: string; readonly paypay: string }
  readonly apiUrl: string | null
  readonly linkUrl: string | null
  readonly tokenScriptUrl: string | null
  readonly tds2ScriptUrl: string | null
}

type Variables = v.InferOutput<v.ObjectSchema<typeof softbankVariables, undefined>>

/**
 * Null without keys: the methods are then absent.
 * @throws EnvError when only some keys are set, or when a notice would be hashed like a message that the visitor
 * receives.
 */
export function softbankAccountOf(variables: Variables): SoftbankAccount | null {
  const keys = allOrNone(variables, KEYS)
  if (keys === null) return null
  const {
    SOFTBANK_MERCHANT_ID: merchantId,
    SOFTBANK_SERVICE_ID: serviceId,
    SOFTBANK_HASH_KEY: hashKey,
  } = keys
  return {
    merchantId,
    serviceId,
    hashKey,
    basicUser: variables.SOFTBANK_BASIC_USER ?? `${merchantId}${serviceId}`,
    basicPassword: variables.SOFTBANK_BASIC_PASSWORD ?? hashKey,
    environment: keys.SOFTBANK_ENVIRONMENT === 'production' ? 'production' : 'test',
    cardSales: variables.SOFTBANK_CARD_SALES ?? 'separate',
    hashCharset: charsetsOf(variables),
    freeCsv: {
      alipay: variables.SOFTBANK_ALIPAY_FREE_CSV ?? '',
      paypay: variables.SOFTBANK_PAYPAY_FREE_CSV ?? '',
    },
    apiUrl: variables.SOFTBANK_API_URL ?? null,
    linkUrl: variables.SOFTBANK_LINK_URL ?? null,
    tokenScriptUrl: variables.SOFTBANK_TOKEN_SCRIPT_URL ?? null,
    tds2ScriptUrl: variables.SOFTBANK_TDS2_SCRIPT_URL ?? null,
  }
}

function charsetsOf(variables: Variables): SoftbankAccount['hashCharset'] {
  const notice = variables.SOFTBANK_NOTICE_HASH_CHARSET ?? 'UTF-8'
  const screen = variables.SOFTBANK_RETURN_HASH_CHARSET ?? 'Shift_JIS'
  // The hash of a return, which the visitor sees, would prove a notice.
  if (notice === screen)
    throw new EnvError('SOFTBANK_NOTICE_HASH_CHARSET and SOFTBANK_RETURN_HASH_CHARSET must differ')
  return { purchase: variables.SOFTBANK_PURCHASE_HASH_CHARSET ?? 'UTF-8', notice, screen }
}
