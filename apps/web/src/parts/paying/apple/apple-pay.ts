import * as v from 'valibot'

/**
 * The part of Apple Pay on the Web that the store uses (docs/payments/apple-pay.md). Its values are parsed, because it
 * is not our code.
 */
interface ApplePaySession {
  onvalidatemerchant: ((event: { readonly validationURL: string }) => void) | null
  onpaymentauthorized: ((event: { readonly payment: unknown }) => void) | null
  oncancel: (() => void) | null
  begin(): void
  abort(): void
  completeMerchantValidation(merchantSession: unknown): void
  completePayment(result: { readonly status: number }): void
}

interface ApplePay {
  new (version: number, request: PaymentRequest): ApplePaySession
  canMakePayments(): boolean
  readonly STATUS_SUCCESS: number
  readonly STATUS_FAILURE: number
}

interface PaymentRequest {
  readonly countryCode: 'JP'
  readonly currencyCode: 'JPY'
  readonly supportedNetworks: readonly string[]
  readonly merchantCapabilities: readonly string[]
  readonly total: { readonly label: string; readonly amount: string; readonly type: 'final' }
}

/** The version of the interface that the oldest phones with a supported Safari know. */
const VERSION = 3

const NETWORKS = ['visa', 'masterCard', 'jcb', 'amex'] as const

/** Whether this browser, or the script of the simulator in it, can pay with Apple Pay. */
export function canPayWithApple(): boolean {
  return applePay()?.canMakePayments() === true
}

/** Whether it can, or perhaps will once its scripts have loaded. */
export function mayPayWithApple(scripts: readonly string[]): boolean {
  return scripts.length > 0 || canPayWithApple()
}

export interface SheetQuestion {
  /** Yen. */
  readonly amount: number
  /** Public values of the method: `display_name` of the payee, `supported_networks` separated by commas. */
  readonly config: Readonly<Record<string, string>>
  /** Validates the merchant: returns Apple's opaque session for its address. */
  readonly validate: (validationUrl: string) => Promise<unknown>
}

export interface Sheet {
  /**
   * The data to send to checkout: base64 of the token that Apple encrypted for the provider. Null when the visitor
   * closed the sheet.
   */
  readonly authorized: Promise<string | null>
  /** Tells the sheet how the payment ended; it then closes. */
  readonly complete: (isPaid: boolean) => void
}

/**
 * Opens the sheet of Apple Pay. The press itself has to call this, not a moment later: otherwise the browser refuses.
 *
 * @throws Error where there is no Apple Pay.
 */
export function openSheet({ amount, config, validate }: SheetQuestion): Sheet {
  const api = applePay()
  if (api === undefined) throw new Error('there is no Apple Pay here')
  const { display_name: label = '', supported_networks: networks } = config
  const session = new api(VERSION, {
    countryCode: 'JP',
    currencyCode: 'JPY',
    supportedNetworks: networks?.split(',') ?? NETWORKS,
    merchantCapabilities: ['supports3DS'],
    total: { label, amount: String(amount), type: 'final' },
  })
  let isClosed = false
  const authorized = new Promise<string | null>((resolve, reject) => {
    session.onvalidatemerchant = ({ validationURL }) => {
      validate(validationURL).then(
        merchantSession => {
          // A sheet that the visitor has closed meanwhile accepts no answer.
          if (!isClosed) session.completeMerchantValidation(merchantSession)
        },
        (error: unknown) => {
          if (!isClosed) session.abort()
          reject(error)
        },
      )
    }
    session.onpaymentauthorized = ({ payment }) => {
      const token = tokenOf(payment)
      if (token !== null) return resolve(token)
      session.completePayment({ status: api.STATUS_FAILURE })
      reject(new Error('Apple Pay gave no payment data'))
    }
    session.oncancel = () => {
      isClosed = true
      resolve(null)
    }
  })
  session.begin()
  return {
    authorized,
    complete: isPaid => session.completePayment({ status: isPaid ? api.STATUS_SUCCESS : api.STATUS_FAILURE }),
  }
}

const paid = v.object({ token: v.object({ paymentData: v.record(v.string(), v.unknown()) }) })

function tokenOf(payment: unknown): string | null {
  const parsed = v.safeParse(paid, payment)
  if (!parsed.success) return null
  const bytes = new TextEncoder().encode(JSON.stringify(parsed.output.token.paymentData))
  return btoa(Array.from(bytes, byte => String.fromCodePoint(byte)).join(''))
}

function applePay(): ApplePay | undefined {
  const api: unknown = Reflect.get(window, 'ApplePaySession')
  return isApplePay(api) ? api : undefined
}

function isApplePay(value: unknown): value is ApplePay {
  return typeof value === 'function' && 'canMakePayments' in value
}
