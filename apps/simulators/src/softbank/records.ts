import * as v from 'valibot'

import { effects } from '../core/provider-store.ts'

const yen = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * A token that the script gave for digits: never the number, only its last four digits. It is valid for one request.
 */
const tokenSchema = v.object({
  token: v.string(),
  key: v.string(),
  kind: v.picklist(['card', 'tds2_info']),
  last4: v.string(),
  until: v.string(),
  used: v.boolean(),
})

/** A 3-D Secure authentication, opened by TA02. */
const authenticationSchema = v.object({
  id: v.string(),
  /** Last part of the address of the issuer's page. */
  page: v.string(),
  cust_code: v.string(),
  amount: yen,
  last4: v.string(),
  ok_url: v.string(),
  ng_url: v.string(),
  state: v.picklist(['open', 'passed', 'failed', 'used']),
})

/** A card that was authorised, or a wallet's purchase. */
const paymentSchema = v.object({
  tracking_id: v.string(),
  transaction_id: v.string(),
  order_id: v.string(),
  method: v.picklist(['card', 'paypay', 'alipay']),
  /** The authorised amount in yen. */
  amount: yen,
  state: v.picklist(['authorized', 'sales_accepted', 'sold', 'cancelled', 'refunded', 'partially_refunded']),
  /** For cards: 0 not committed, 1 committed, 2 cancelled after the commit, 3 cancelled before it. */
  commit: v.picklist(['0', '1', '2', '3']),
  captured: yen,
  refunded: yen,
  last4: v.string(),
  /** The number of inquiries until an accepted sale becomes a sale. */
  accept_left: v.number(),
  accepted_amount: yen,
})

/** A purchase request of the link type, and its result on the page. */
const purchaseSchema = v.object({
  /** Last part of the page's address. */
  page: v.string(),
  order_id: v.string(),
  method: v.picklist(['paypay', 'alipay']),
  /** The amount in yen that the page asks for. */
  amount: yen,
  fields: v.record(v.string(), v.string()),
  state: v.picklist(['open', 'paid', 'failed', 'cancelled']),
  tracking_id: v.string(),
  /** The ISO time of the visitor's answer, or of the request before it. */
  at: v.string(),
})

export const changesSchema = v.object({
  ...effects,
  tokens: v.optional(v.array(tokenSchema)),
  authentications: v.optional(v.array(authenticationSchema)),
  payments: v.optional(v.array(paymentSchema)),
  purchases: v.optional(v.array(purchaseSchema)),
})

export type Token = v.InferOutput<typeof tokenSchema>
export type Authentication = v.InferOutput<typeof authenticationSchema>
export type Payment = v.InferOutput<typeof paymentSchema>
export type Purchase = v.InferOutput<typeof purchaseSchema>
export type Changes = v.InferOutput<typeof changesSchema>
