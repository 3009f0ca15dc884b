import { PAYMENT_PROVIDERS } from '@kippu/domain/payment-method'
import * as v from 'valibot'

import { call } from './call.ts'
import { day, dayRange, shownName } from './fields.ts'
import { askedLanguage, isDayRange, language, yen } from './shapes.ts'
import { paymentMethod } from './payment-method.ts'

/** The content of a site that is read before anything is bought. */

const langRow = v.pipe(
  v.object({
    id: v.pipe(language, v.description('The language.')),
    is_default: v.pipe(
      v.boolean(),
      v.description('Whether a visitor reads this language unless they choose another.'),
    ),
  }),
  v.title('SiteLanguage'),
)

export const getLangs = call({
  method: 'GET',
  path: '/api/v1/langs',
  summary: 'Languages of the site',
  description: 'The languages of the site in display order; exactly one is the default.',
  response: v.array(langRow),
  status: 200,
  errors: [],
  revalidated: true,
})

export const fieldTemplateRow = v.pipe(
  v.object({
    field_name: v.pipe(v.string(), v.description('The name of a field of the buyer form.')),
    is_display: v.pipe(v.boolean(), v.description('Whether the form shows the field.')),
    is_require: v.pipe(v.boolean(), v.description('Whether the field must be filled.')),
  }),
  v.title('FieldTemplate'),
)
export type FieldTemplate = v.InferOutput<typeof fieldTemplateRow>

export const getFieldTemplates = call({
  method: 'GET',
  path: '/api/v1/field_templates',
  summary: 'Fields of the buyer form',
  description: 'The fields that the buyer form shows, and those that it requires.',
  response: v.array(fieldTemplateRow),
  status: 200,
  errors: [],
  revalidated: true,
})

const settingRow = v.pipe(
  v.object({
    key: v.pipe(v.string(), v.description('The name of the setting.')),
    value: v.pipe(v.string(), v.description('The setting, as text.')),
  }),
  v.title('Setting'),
)

export const getConfigurations = call({
  method: 'GET',
  path: '/api/v1/configurations',
  summary: 'Settings of the site',
  description: 'Settings that the operators change at run time; values are texts.',
  response: v.array(settingRow),
  status: 200,
  errors: [],
  revalidated: true,
})

const textRow = v.pipe(
  v.object({
    key: v.pipe(v.string(), v.description('The name of the text.')),
    text: v.pipe(v.string(), v.description('The words.')),
  }),
  v.title('SiteText'),
)

export const getTexts = call({
  method: 'GET',
  path: '/api/v1/texts',
  summary: 'Texts in one language',
  description: 'Every word of the site in one language.',
  query: v.strictObject({ lang: askedLanguage }),
  response: v.array(textRow),
  status: 200,
  errors: [],
  revalidated: true,
})

const paymentMethodRow = v.pipe(
  v.object({
    payment_method_type: paymentMethod,
    name: shownName,
    discount_type: v.pipe(
      v.nullable(v.picklist(['fixed', 'percent'])),
      v.description(
        'Whether the way to pay takes a fixed amount or a percentage off; null where it takes nothing off.',
      ),
    ),
    discount_amount: v.pipe(
      yen,
      v.description(
        'What the way to pay takes off: yen, or percent points where `discount_type` is `percent`.',
      ),
    ),
    least_amount: v.pipe(
      yen,
      v.description('The least that its provider takes, in yen, after what the way to pay takes off.'),
    ),
    client: v.pipe(
      v.object({
        provider: v.pipe(v.picklist(PAYMENT_PROVIDERS), v.description('Who moves the money.')),
        scripts: v.pipe(
          v.array(v.string()),
          v.description(
            'Addresses of the provider’s scripts, in the order in which they load; only once the way to pay is chosen.',
          ),
        ),
        styles: v.pipe(v.array(v.string()), v.description('Addresses of the provider’s style sheets.')),
        config: v.pipe(
          v.record(v.string(), v.string()),
          v.description('Public values by the provider’s own names: `shop_id`, `merchant_id`, `client_key`.'),
        ),
        is_test: v.pipe(v.boolean(), v.description('True where no money moves: the page must say so.')),
      }),
      v.description('What a browser needs to take the data of a payment. Public values only.'),
    ),
  }),
  v.title('PaymentMethodRow'),
)
export type PaymentMethodRow = v.InferOutput<typeof paymentMethodRow>

export const getPaymentMethods = call({
  method: 'GET',
  path: '/api/v1/paymentmethods',
  summary: 'Payment methods of a channel',
  description:
    'The ways to pay of a channel in display order. `free` is never listed: it serves what costs nothing.',
  query: v.strictObject({
    lang: askedLanguage,
    channel: v.pipe(
      v.string(),
      v.maxLength(20),
      v.description('The channel of the sale: `web`, or `spot` at the door.'),
    ),
  }),
  response: v.array(paymentMethodRow),
  status: 200,
  errors: ['invalid channel'],
})

const calendarColorRow = v.pipe(
  v.object({
    date: day,
    color_code: v.pipe(
      v.string(),
      v.regex(/^#[0-9a-f]{6}$/i, 'color'),
      v.description('A colour, `#rrggbb`.'),
    ),
  }),
  v.title('CalendarColor'),
)

export const getCalendarColors = call({
  method: 'GET',
  path: '/api/v1/calendar/colors',
  summary: 'Colours of calendar days',
  description: 'The colours of calendar days, both ends included; at most 100 days.',
  query: v.pipe(
    v.strictObject({
      ...dayRange,
    }),
    v.check(range => isDayRange(range), 'range'),
  ),
  response: v.array(calendarColorRow),
  status: 200,
  errors: [],
  revalidated: true,
})
