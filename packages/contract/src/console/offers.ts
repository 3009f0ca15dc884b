import { LANGUAGES } from '@kippu/domain/language'
import { SITE_PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import * as v from 'valibot'

import { jstDateTime } from '../shapes.ts'
import { reasonText } from './refunds.ts'
import { staffCall } from './staff-call.ts'

const changed = v.nullable(v.object({ by: v.string(), at: jstDateTime }))
const method = v.picklist(SITE_PAYMENT_METHODS)
const lang = v.picklist(LANGUAGES)

const methodsOfChannel = v.object({
  channel: v.picklist(SALES_CHANNELS),
  /** Those that are offered in their order, then the others that the site lists. */
  methods: v.array(
    v.object({
      method,
      is_offered: v.boolean(),
      /** Without an account of its provider, visitors do not see it. */
      has_account: v.boolean(),
      discount: v.nullable(v.object({ type: v.picklist(['fixed', 'percent']), amount: v.number() })),
      /** Visitors who are paying by it at this moment. */
      paying: v.number(),
    }),
  ),
  /** As the folder of the site lists them. */
  usual: v.array(method),
  changed,
})
export type MethodsShown = v.InferOutput<typeof methodsOfChannel>

const languageShown = v.object({
  id: lang,
  is_offered: v.boolean(),
  is_default: v.boolean(),
  /** Orders under way whose visitors read it. */
  orders: v.number(),
  /** Bought visits to come whose visitors get their mails in it. */
  visits: v.number(),
})
export type LanguageShown = v.InferOutput<typeof languageShown>

/** The methods of payment and the languages of a site: value, default, since when, by whom, and whom each touches. */
export const readOffersCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/offers',
  who: 'sites:write',
  response: v.object({
    channels: v.array(methodsOfChannel),
    languages: v.array(languageShown),
    /** The product's own, in the order of the menu. */
    usual_languages: v.array(lang),
    languages_changed: changed,
  }),
})
export type OffersShown = v.InferOutput<(typeof readOffersCall)['response']>

const some = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.maxLength(30))

/** All methods that a channel offers from now on, in their order. Nothing is done where they are not as they were seen. */
export const putMethodsCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/methods/{channel}',
  who: 'sites:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({ before: some(method), after: some(method), reason: reasonText }),
  response: v.strictObject({}),
})

/** All languages that the site offers from now on, in their order. Nothing is done where they are not as they were seen. */
export const putLanguagesCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/languages',
  who: 'sites:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({ before: some(lang), after: some(lang), reason: reasonText }),
  response: v.strictObject({}),
})
