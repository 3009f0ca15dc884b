/** Companies that take payments. Several methods share a provider; nobody takes an order of nothing. */
export const PAYMENT_PROVIDERS = ['gmo', 'softbank', 'adyen', 'stripe', 'alipay', 'docomo', 'free'] as const
export type PaymentProviderId = (typeof PAYMENT_PROVIDERS)[number]

/** How the visitor pays: enters a card in the fields of a provider, leaves for another page, scans a code … */
export type PaymentWay =
  | 'stripe_card'
  | 'gmo_card'
  | 'softbank_card'
  | 'softbank_3ds_card'
  | 'adyen_card'
  | 'apple_pay'
  | 'away'
  | 'code'
  | 'd_account'
  | 'nothing'

/** The drawing beside the name of a method, so that the eye finds it in a long list. */
export type MethodMark = 'card' | 'paypay' | 'd' | 'alipay' | 'we_chat' | 'apple_pay'

interface MethodKind {
  readonly provider: PaymentProviderId
  readonly way: PaymentWay
  readonly mark: MethodMark
  /** Whether the store asks for 3-D Secure, by which the issuer of the card asks who is paying. */
  readonly usesThreeDSecure: boolean
  /** The page of the app that the browser comes back to: the one of all methods, or one of its own. */
  readonly callback: 'payment_callback' | 'gmo3ds' | 'sbps3ds' | 'adyen_callback'
}

const PLAIN = { usesThreeDSecure: false, callback: 'payment_callback' } as const

/** The payment methods: these seventeen and no other, each described here alone. */
export const METHOD_KINDS = {
  gmo: { ...PLAIN, provider: 'gmo', way: 'gmo_card', mark: 'card' },
  gmo_3ds: { provider: 'gmo', way: 'gmo_card', mark: 'card', usesThreeDSecure: true, callback: 'gmo3ds' },
  gmo_paypay: { ...PLAIN, provider: 'gmo', way: 'away', mark: 'paypay' },
  gmo_d_pay: { ...PLAIN, provider: 'gmo', way: 'away', mark: 'd' },
  // Apple authenticates the visitor, so no issuer is asked.
  gmo_apple_pay: { ...PLAIN, provider: 'gmo', way: 'apple_pay', mark: 'apple_pay' },
  adyen_credit: {
    provider: 'adyen',
    way: 'adyen_card',
    mark: 'card',
    usesThreeDSecure: true,
    callback: 'adyen_callback',
  },
  adyen_alipay: { ...PLAIN, provider: 'adyen', way: 'away', mark: 'alipay', callback: 'adyen_callback' },
  adyen_we_chat_pay: {
    ...PLAIN,
    provider: 'adyen',
    way: 'code',
    mark: 'we_chat',
    callback: 'adyen_callback',
  },
  alipay: { ...PLAIN, provider: 'alipay', way: 'away', mark: 'alipay' },
  stripe: { ...PLAIN, provider: 'stripe', way: 'stripe_card', mark: 'card' },
  stripe_secure: { ...PLAIN, provider: 'stripe', way: 'stripe_card', mark: 'card', usesThreeDSecure: true },
  softbank_credit: { ...PLAIN, provider: 'softbank', way: 'softbank_card', mark: 'card' },
  softbank_3ds: {
    provider: 'softbank',
    way: 'softbank_3ds_card',
    mark: 'card',
    usesThreeDSecure: true,
    callback: 'sbps3ds',
  },
  softbank_alipay: { ...PLAIN, provider: 'softbank', way: 'away', mark: 'alipay' },
  softbank_paypay: { ...PLAIN, provider: 'softbank', way: 'away', mark: 'paypay' },
  d_pay: { ...PLAIN, provider: 'docomo', way: 'd_account', mark: 'd' },
  free: { ...PLAIN, provider: 'free', way: 'nothing', mark: 'card' },
} as const satisfies Readonly<Record<string, MethodKind>>

export type PaymentMethod = keyof typeof METHOD_KINDS

/** Identifiers of the payment methods, in the order of the requirements. */
export const PAYMENT_METHODS: readonly PaymentMethod[] = Object.keys(METHOD_KINDS).filter(name =>
  isMethod(name),
)

function isMethod(name: string): name is PaymentMethod {
  return Object.hasOwn(METHOD_KINDS, name)
}

type MethodWith<Trait> = {
  [Method in PaymentMethod]: (typeof METHOD_KINDS)[Method] extends Trait ? Method : never
}[PaymentMethod]

/** The methods of a provider. */
export type MethodOf<Provider extends PaymentProviderId> = MethodWith<{ readonly provider: Provider }>

export function isMethodOf<const Provider extends PaymentProviderId>(
  method: PaymentMethod,
  provider: Provider,
): method is MethodOf<Provider> {
  return METHOD_KINDS[method].provider === provider
}

export function methodsOf<const Provider extends PaymentProviderId>(
  provider: Provider,
): readonly MethodOf<Provider>[] {
  return PAYMENT_METHODS.filter(method => isMethodOf(method, provider))
}

/** The methods that are paid in one of these ways. */
export type MethodPaidBy<Way extends PaymentWay> = MethodWith<{ readonly way: Way }>

export function isPaidBy<const Way extends PaymentWay>(
  method: PaymentMethod,
  ways: readonly Way[],
): method is MethodPaidBy<Way> {
  return ways.some(way => way === METHOD_KINDS[method].way)
}

export function methodsPaidBy<const Way extends PaymentWay>(
  ways: readonly Way[],
): readonly MethodPaidBy<Way>[] {
  return PAYMENT_METHODS.filter(method => isPaidBy(method, ways))
}

/** Ways in which a visitor types a card into our page, or into a frame on it. */
export const CARD_WAYS = [
  'stripe_card',
  'gmo_card',
  'softbank_card',
  'softbank_3ds_card',
  'adyen_card',
] as const satisfies readonly PaymentWay[]

/** Ways that ask the visitor for nothing on the payment page: the method says everything. */
export const WAYS_WITHOUT_FORM = [
  'away',
  'code',
  'd_account',
  'nothing',
] as const satisfies readonly PaymentWay[]
export type MethodWithoutForm = MethodPaidBy<(typeof WAYS_WITHOUT_FORM)[number]>

/** Payment methods that a site may list; `free` belongs to every site and is listed by none. */
export type SitePaymentMethod = Exclude<PaymentMethod, 'free'>
/** @public The tests of the sites compare what a site lists with it. */
export const SITE_PAYMENT_METHODS: readonly SitePaymentMethod[] = PAYMENT_METHODS.filter(
  method => method !== 'free',
)

/** How a reseller pays: on account, by contract. It is not a way to pay for a visitor, and no site lists it. */
export const ON_ACCOUNT = 'reseller'

/** The method of a payment as it is stored. */
export type StoredMethod = PaymentMethod | typeof ON_ACCOUNT
export type StoredProvider = PaymentProviderId | typeof ON_ACCOUNT

/** A stored method as providers and visitors meet it: of what is on account as little is asked as of nothing. */
export function methodAsAsked(method: StoredMethod): PaymentMethod {
  return method === ON_ACCOUNT ? 'free' : method
}
