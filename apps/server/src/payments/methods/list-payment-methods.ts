import type { Answer } from '@kippu/contract/call'
import { paymentMethod } from '@kippu/contract/payment-method'
import type { getPaymentMethods, PaymentMethodRow } from '@kippu/contract/site-content'
import type { Language } from '@kippu/domain/language'
import { isSalesChannel } from '@kippu/domain/states/ticket'
import type { Site } from '@kippu/sites/site'
import type { Selectable } from 'kysely'
import * as v from 'valibot'

import type { Read } from '../../platform/db/database.ts'
import type { PaymentMethodsTable } from '../../platform/db/schema.ts'
import type { PaymentDeps } from '../attempts/payment-deps.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import { type OfferedMethod, offeredMethod } from '../apple-pay/offered-method.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'

export interface PaymentMethodsQuestion {
  readonly site: Site
  readonly lang: Language
  readonly channel: string
}

/**
 * The methods that a visitor may choose: those in the site's rows for the channel, in their order, whose provider is
 * configured. `free` is never among them; channels compare case-sensitively.
 */
export async function listPaymentMethods(
  deps: Pick<PaymentDeps, 'db' | 'payments'>,
  content: SiteContent,
  { site, lang, channel }: PaymentMethodsQuestion,
): Promise<Answer<typeof getPaymentMethods> | Refusal<'invalid channel'>> {
  if (!isSalesChannel(channel)) return refuse('invalid channel')
  const rows = await deps.db.read(tx => listPaymentMethodRows(tx, site.key, channel))
  const texts = await content.texts(site.key, lang)
  return rows.flatMap(({ method, discount_type, discount_amount }) => {
    if (!v.is(paymentMethod, method) || method === 'free') return []
    const offered = offeredMethod(deps.payments, site, method)
    if (offered === undefined) return []
    return [
      {
        payment_method_type: method,
        name: texts.get(`payment_method_${method}`) ?? method,
        discount_type: discount_type === 'fixed' || discount_type === 'percent' ? discount_type : null,
        discount_amount,
        least_amount: offered.leastAmount,
        client: clientOf(offered),
      },
    ]
  })
}

/** Methods of a channel in display order. */
function listPaymentMethodRows(
  read: Read,
  siteKey: string,
  channel: string,
): Promise<Pick<Selectable<PaymentMethodsTable>, 'method' | 'discount_type' | 'discount_amount'>[]> {
  return read
    .selectFrom('payment_methods')
    .select(['method', 'discount_type', 'discount_amount'])
    .where('site_key', '=', siteKey)
    .where('channel', '=', channel)
    .orderBy('position')
    .execute()
}

function clientOf({ provider, browser }: OfferedMethod): PaymentMethodRow['client'] {
  const { scripts, styles, config, isTest } = browser
  return { provider, scripts: [...scripts], styles: [...styles], config: { ...config }, is_test: isTest }
}
