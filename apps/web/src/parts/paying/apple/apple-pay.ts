import { validateApplePaySession } from '@kippu/contract/payments'
import * as v from 'valibot'

import { request } from '../../../api/client.ts'

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
  readonly requiredShippingContactFields?: ReadonlyArray<'name' | 'email'>
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
  /** The sheet asks its owner for name and mail address. */
  readonly asksBuyer?: boolean
  /** Validates the merchant: returns Apple's opaque session for its address. */
  readonly validate: (validationUrl: string) => Promise<unknown>
}

/** The data that a sheet gives once its owner has agreed. */
export interface Authorized {
  /** To send to checkout: base64 of the token that Apple encrypted for the provider. */
  readonly token: string
  /** '' where they were not asked for. */
  readonly name: string
  readonly email: string
}

export interface Sheet {
  /** Null when the visitor closed the sheet. */
  readonly authorized: Promise<Authorized | null>
  /** Tells the sheet how the payment ended; it then closes. */
  readonly complete: (isPaid: boolean) => void
}

/**
 * Opens the sheet of Apple Pay. The press itself has to call this, not a moment later: otherwise the browser refuses.
 *
 * @throws Error where there is no Apple Pay.
 */
export function openSheet({ amount, config, asksBuyer = false, validate }: SheetQuestion): Sheet {
  const api = applePay()
  if (api === undefined) throw new Error('there is no Apple Pay here')
  const { display_name: label = '', supported_networks: networks } = config
  const session = new api(VERSION, {
    countryCode: 'JP',
    currencyCode: 'JPY',
    supportedNetworks: networks?.split(',') ?? NETWORKS,
    merchantCapabilities: ['supports3DS'],
    total: { label, amount: String(amount), type: 'final' },
    ...(asksBuyer && { requiredShippingContactFields: ['name', 'email'] }),
  })
  let isClosed = false
  const authorized = new Promise<Authorized | null>((resolve, reject) => {
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
      const given = authorizedOf(payment)
      if (given !== null) return resolve(given)
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

const name = v.optional(v.string(), '')
const paid = v.object({
  token: v.object({ paymentData: v.record(v.string(), v.unknown()) }),
  shippingContact: v.optional(v.object({ givenName: name, familyName: name, emailAddress: name }), {}),
})

function authorizedOf(payment: unknown): Authorized | null {
  const parsed = v.safeParse(paid, payment)
  if (!parsed.success) return null
  const { token, shippingContact: contact } = parsed.output
  const bytes = new TextEncoder().encode(JSON.stringify(token.paymentData))
  return {
    token: btoa(Array.from(bytes, byte => String.fromCodePoint(byte)).join('')),
    name: nameOf(contact),
    email: contact.emailAddress,
  }
}

/** Where names are written in characters of East Asia the family comes first. */
function nameOf({
  givenName,
  familyName,
}: {
  readonly givenName: string
  readonly familyName: string
}): string {
  const isEastern = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(familyName)
  return (isEastern ? [familyName, givenName] : [givenName, familyName]).join(' ').trim()
}

function applePay(): ApplePay | undefined {
  const api: unknown = Reflect.get(window, 'ApplePaySession')
  return isApplePay(api) ? api : undefined
}

function isApplePay(value: unknown): value is ApplePay {
  return typeof value === 'function' && 'canMakePayments' in value
}

/** Has our server ask Apple for the session of the merchant. */
export function validateMerchant(validationUrl: string): Promise<unknown> {
  return request(validateApplePaySession, { body: { validation_url: validationUrl } })
}
