import * as v from 'valibot'

import { effects } from '../core/provider-store.ts'

const yen = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The statuses of a trade, under GMO's names. */
const STATUSES = [
  'UNPROCESSED',
  'AUTHENTICATED',
  'CHECK',
  'AUTH',
  'SAUTH',
  'CAPTURE',
  'SALES',
  'VOID',
  'RETURN',
  'RETURNX',
  'REQSUCCESS',
  'AUTHPROCESS',
  'CANCEL',
  'PAYFAIL',
  'EXPIRED',
] as const

/** The results of an authentication: yes, attempted, challenge required, no, unavailable, rejected. */
export const TDS2_RESULTS = ['Y', 'A', 'C', 'N', 'U', 'R'] as const

const threeDSecureSchema = v.object({
  /** The id of the authentication in addresses and returns. */
  trans_id: v.string(),
  /** The second part of the address of the first page. */
  t: v.string(),
  shape: v.picklist(['simple', 'two_phase']),
  ret_url: v.string(),
  /** 1 returns by POST, 3 by GET. */
  callback_type: v.picklist(['1', '3']),
  /** The parameter that the return brings and `Tds2Auth` must send. */
  param: v.nullable(v.string()),
  result: v.nullable(v.picklist(TDS2_RESULTS)),
  cancelled: v.boolean(),
})

const walletSchema = v.object({
  token: v.string(),
  ret_url: v.string(),
  /** The ISO time at which the start page and the wallet's page close. */
  limit: v.string(),
  shop_name: v.string(),
  settlement: v.string(),
})

const tradeSchema = v.object({
  order_id: v.string(),
  pay_type: v.picklist(['card', 'paypay', 'docomo', 'brandtoken']),
  access_id: v.string(),
  access_pass: v.string(),
  job_cd: v.picklist(['CHECK', 'AUTH', 'SAUTH', 'CAPTURE']),
  status: v.picklist(STATUSES),
  amount: yen,
  tax: yen,
  /** Yen that calls with an amount to cancel have refunded or released so far. */
  cancelled: yen,
  item_code: v.string(),
  td_flag: v.picklist(['0', '2']),
  tenant: v.string(),
  /** ISO time of the last step. The borders between void and return are counted from it. */
  processed_at: v.string(),
  forward: v.string(),
  approve: v.string(),
  tran_id: v.string(),
  method: v.string(),
  pay_times: v.string(),
  last4: v.string(),
  expire: v.string(),
  client_fields: v.array(v.string()),
  err_info: v.string(),
  three_d_secure: v.nullable(threeDSecureSchema),
  wallet: v.nullable(walletSchema),
})

/** A card token: never the number, only its last four digits. */
const cardTokenSchema = v.object({
  token: v.string(),
  last4: v.string(),
  expire: v.string(),
  /** The ISO time at which the token expires, half an hour after it was made. */
  until: v.string(),
  used: v.boolean(),
})

/** All records that one request changed: one line of the file holds all of them or none. */
export const changesSchema = v.object({
  ...effects,
  trades: v.optional(v.array(tradeSchema)),
  tokens: v.optional(v.array(cardTokenSchema)),
  /** The transactions of Apple Pay whose tokens were used. */
  spent: v.optional(v.array(v.string())),
})

export type Trade = v.InferOutput<typeof tradeSchema>
export type PayType = Trade['pay_type']
export type ThreeDSecure = v.InferOutput<typeof threeDSecureSchema>
export type Wallet = v.InferOutput<typeof walletSchema>
export type CardToken = v.InferOutput<typeof cardTokenSchema>
export type Changes = v.InferOutput<typeof changesSchema>
