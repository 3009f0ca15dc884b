import { METHOD_KINDS } from '@kippu/domain/payment-method'
import type { MethodMark, PaymentMethod, PaymentProviderId } from '@kippu/domain/payment-method'
import type { PaymentMethodRow } from '@kippu/contract/site-content'

/** The methods of a site as a visitor sees them (decision 62). */
export interface ArrangedMethods {
  /** One of each wallet, in the order of the site. */
  readonly wallets: readonly PaymentMethodRow[]
  /** The one card; null on a site without. */
  readonly card: PaymentMethodRow | null
  /** Every further way, cards and wallets, in the order of the site. */
  readonly more: readonly PaymentMethodRow[]
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

/**
 * One method of each kind is in sight, and its twins are among the further ways: a visitor pays by credit card or by
 * PayPay, and does not choose a provider. Every method of the site is in exactly one place.
 */
export function arrangeMethods(methods: readonly PaymentMethodRow[]): ArrangedMethods {
  const marks = [...new Set(methods.map(markOf))]
  const inSight = marks.flatMap(mark => preferredOf(methods.filter(method => markOf(method) === mark)))
  return {
    wallets: inSight.filter(method => markOf(method) !== 'card'),
    card: inSight.find(method => markOf(method) === 'card') ?? null,
    more: methods.filter(method => !inSight.includes(method)),
  }
}

/**
 * Which of several methods of one kind the site prefers: one with a discount, so that none is hidden behind a dearer twin; else the
 * first that it lists. Where that provider also takes the card with 3-D Secure, at the same price, it is paid with 3-D Secure.
 */
function preferredOf(twins: readonly PaymentMethodRow[]): PaymentMethodRow[] {
  const first = twins.find(({ discount_type: discount }) => discount !== null) ?? twins[0]
  if (first === undefined) return []
  const secure = twins.find(twin => isSecure(twin) && isEqual(twin, first))
  return [isSecure(first) ? first : (secure ?? first)]
}

/** Whether the two differ in 3-D Secure alone. */
function isEqual(one: PaymentMethodRow, other: PaymentMethodRow): boolean {
  return (
    METHOD_KINDS[one.payment_method_type].provider === METHOD_KINDS[other.payment_method_type].provider &&
    one.discount_type === other.discount_type &&
    one.discount_amount === other.discount_amount
  )
}

/**
 * The method that is chosen when the page opens: the one that the visitor chose before, in this order or the last one, else the card, else the only method. Null
 * where the visitor has to choose a wallet.
 */
export function firstChosen(
  methods: readonly PaymentMethodRow[],
  before: PaymentMethod | undefined,
): PaymentMethod | null {
  const types = methods.map(method => method.payment_method_type)
  const { card } = arrangeMethods(methods)
  return (
    types.find(type => type === before) ??
    card?.payment_method_type ??
    (types.length === 1 ? (types[0] ?? null) : null)
  )
}

/** A way to pay by the name that visitors know it by. */
export interface WayToPay {
  readonly name: string
  readonly isCard: boolean
}

/** The ways to pay of a site, each once, in its order: twins have one name, unless the site gave them others. */
export function waysOf(methods: readonly PaymentMethodRow[]): readonly WayToPay[] {
  const names = [...new Set(methods.map(({ name }) => name))]
  return names.map(name => ({
    name,
    isCard: methods.some(method => method.name === name && markOf(method) === 'card'),
  }))
}

/** The provider's name, by which the further ways are told from their twins in sight. */
export function providerName({ client }: PaymentMethodRow): string {
  return PROVIDER_NAMES[client.provider]
}

function markOf({ payment_method_type: type }: PaymentMethodRow): MethodMark {
  return METHOD_KINDS[type].mark
}

function isSecure({ payment_method_type: type }: PaymentMethodRow): boolean {
  return METHOD_KINDS[type].usesThreeDSecure
}
