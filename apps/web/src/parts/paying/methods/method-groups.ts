import { METHOD_KINDS, type PaymentProviderId } from '@kippu/domain/payment-method'
import type { PaymentMethodRow } from '@kippu/contract/site-content'

export type MethodGroupName = 'card' | 'wallet'

export interface MethodGroup {
  readonly name: MethodGroupName
  readonly methods: readonly PaymentMethodRow[]
}

/** The providers by their own names, the same in every language. */
const PROVIDER_NAMES: Readonly<Record<PaymentProviderId, string>> = {
  gmo: 'GMO-PG',
  softbank: 'SB Payment',
  adyen: 'Adyen',
  stripe: 'Stripe',
  alipay: 'Antom',
  docomo: 'docomo',
  free: '',
}

/** Cards and wallets, each in the order of the site; the group that the site names first comes first. */
export function groupMethods(methods: readonly PaymentMethodRow[]): readonly MethodGroup[] {
  const names = [...new Set(methods.map(groupOf))]
  return names.map(name => ({ name, methods: methods.filter(method => groupOf(method) === name) }))
}

/**
 * The provider's name, which distinguishes methods of the same name. Null for the usual site, which has one method for
 * each kind of card or wallet.
 */
export function distinctionOf(method: PaymentMethodRow, methods: readonly PaymentMethodRow[]): string | null {
  const namesakes = methods.filter(({ name }) => name === method.name)
  return namesakes.length > 1 ? PROVIDER_NAMES[method.client.provider] : null
}

function groupOf({ payment_method_type: type }: PaymentMethodRow): MethodGroupName {
  return METHOD_KINDS[type].mark === 'card' ? 'card' : 'wallet'
}
