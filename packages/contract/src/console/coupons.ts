import { COUPON_KINDS } from '@kippu/domain/coupon'
import * as v from 'valibot'

import { isoDate, storableText } from '../shapes.ts'
import { staffCall } from './staff-call.ts'

const coupon = v.object({
  code: v.string(),
  kind: v.picklist(COUPON_KINDS),
  /** `fixed`: yen; `percent`. */
  discount_type: v.string(),
  discount_amount: v.number(),
  is_active: v.boolean(),
  starts_on: v.nullable(isoDate),
  ends_on: v.nullable(isoDate),
  usage_limit: v.nullable(v.number()),
  name_ja: v.string(),
  name_en: v.string(),
  /** Bought visits that had it, and the yen that it took off them. */
  uses: v.number(),
  yen: v.number(),
  /** Orders under way that have it. */
  holding: v.number(),
})
export type CouponShown = v.InferOutput<typeof coupon>

/** The beginning of a code, or a part of a name; empty: all. */
const typed = v.pipe(storableText, v.trim(), v.maxLength(100))

export const listCouponsCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/coupons',
  who: 'coupons:write',
  query: v.strictObject({ typed }),
  response: v.object({
    coupons: v.array(coupon),
    /** How many there are: the first are listed. */
    found: v.number(),
    /** Members of the staff with a mail address, to whom codes can be sent. */
    readers: v.array(v.string()),
  }),
})

/** The codes of a search as a CSV. */
export const handOutCodesCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/coupon-codes',
  who: 'coupons:write',
  fresh: true,
  body: v.strictObject({ typed }),
  response: v.object({ codes: v.number(), csv: v.string() }),
})

/** Mails the same to a member of the staff. */
export const mailCodesCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/coupon-code-mails',
  who: 'coupons:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({ typed, to: v.pipe(v.string(), v.minLength(1), v.maxLength(100)) }),
  response: v.strictObject({}),
})
