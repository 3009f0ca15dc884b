import { PAYMENT_PROVIDERS } from '@kippu/domain/payment-method'
import * as v from 'valibot'

import { call } from './call.ts'
import { askedLanguage, isDayRange, isoDate, language, yen } from './shapes.ts'
import { paymentMethod } from './payment-method.ts'

/** The content of a site that is read before anything is bought. */

const langRow = v.object({ id: language, is_default: v.boolean() })

/** Languages of the site in display order, exactly one of them the default. */
export const getLangs = call({
  method: 'GET',
  path: '/api/v1/langs',
  summary: 'Languages of the site',
  response: v.array(langRow),
  status: 200,
  errors: [],
  revalidated: true,
})

const fieldTemplateRow = v.object({
  field_name: v.string(),
  is_display: v.boolean(),
  is_require: v.boolean(),
})
export type FieldTemplate = v.InferOutput<typeof fieldTemplateRow>

/** The fields that the buyer form shows and those it requires. */
export const getFieldTemplates = call({
  method: 'GET',
  path: '/api/v1/field_templates',
  summary: 'Fields of the buyer form',
  response: v.array(fieldTemplateRow),
  status: 200,
  errors: [],
  revalidated: true,
})

const settingRow = v.object({ key: v.string(), value: v.string() })

/** Settings that operators change at run time; values are strings. */
export const getConfigurations = call({
  method: 'GET',
  path: '/api/v1/configurations',
  summary: 'Settings of the site',
  response: v.array(settingRow),
  status: 200,
  errors: [],
  revalidated: true,
})

const textRow = v.object({ key: v.string(), text: v.string() })

/** Every word of the site in one language. */
export const getTexts = call({
  method: 'GET',
  path: '/api/v1/texts',
  summary: 'Texts in one language',
  query: v.strictObject({ lang: askedLanguage }),
  response: v.array(textRow),
  status: 200,
  errors: [],
  revalidated: true,
})

const paymentMethodRow = v.object({
  payment_method_type: paymentMethod,
  name: v.string(),
  /** `fixed` or `percent` when the method carries a discount, else null. */
  discount_type: v.nullable(v.picklist(['fixed', 'percent'])),
  discount_amount: yen,
  /** The values that the browser needs to take the payment data: public values only. */
  client: v.object({
    provider: v.picklist(PAYMENT_PROVIDERS),
    /** Scripts of the provider in the order in which they must load; only when the method is chosen (R-7.74–75). */
    scripts: v.array(v.string()),
    /** The provider's style sheets. */
    styles: v.array(v.string()),
    /** Public values by the provider's own names: `shop_id`, `merchant_id`, `client_key` … */
    config: v.record(v.string(), v.string()),
    /** True when no money moves: the page must say so. */
    is_test: v.boolean(),
  }),
})
export type PaymentMethodRow = v.InferOutput<typeof paymentMethodRow>

/** Payment methods of a channel in display order; `free` is never listed (R-7.09, D-45, D-55). */
export const getPaymentMethods = call({
  method: 'GET',
  path: '/api/v1/paymentmethods',
  summary: 'Payment methods of a channel',
  query: v.strictObject({ lang: askedLanguage, channel: v.pipe(v.string(), v.maxLength(20)) }),
  response: v.array(paymentMethodRow),
  status: 200,
  errors: ['invalid channel'],
})

const calendarColorRow = v.object({
  date: isoDate,
  color_code: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, 'color')),
})

/** Colours of calendar days, both ends included. */
export const getCalendarColors = call({
  method: 'GET',
  path: '/api/v1/calendar/colors',
  summary: 'Colours of calendar days',
  query: v.pipe(
    v.strictObject({ from: isoDate, to: isoDate }),
    v.check(range => isDayRange(range), 'range'),
  ),
  response: v.array(calendarColorRow),
  status: 200,
  errors: [],
  revalidated: true,
})
