import type { Language } from '@kippu/domain/language'

/** Payment methods that a site may list; `free` belongs to every site and is listed by none (R-7.09, D-55). */
type PaymentMethodId = 'stripe' | 'stripe_secure'

/** Words in each of the six languages. */
export type Localized = Readonly<Record<Language, string>>

/**
 * One site as data. What the browser learns of it is `SiteView` of the contract; the rest is for the server.
 * Paths are those the browser asks for: `/sites/<key>/<file>` is the file `packages/sites/src/<key>/<file>`.
 */
export interface Site {
  readonly key: string
  /** Title of the page in Japanese and in every other language. */
  readonly title: { readonly ja: string; readonly default: string }
  readonly name: Localized
  readonly tagline: Localized
  /** Where the visitor goes, as written in mails. */
  readonly address: Localized
  readonly currency: 'JPY'
  readonly orderLayout: 'product_first' | 'date_first'
  /** First weekday of the calendar: 0 Sunday, 1 Monday (D-03). */
  readonly weekOffset: 0 | 1
  readonly calendarColors: boolean
  readonly completeButton: boolean
  readonly footer: { readonly disabled: boolean; readonly showBrand: boolean }
  /** Two drawings of one size in CSS pixels: dark for light grounds, light for dark ones. */
  readonly headerLogo: {
    readonly black: string
    readonly white: string
    readonly width: number
    readonly height: number
  }
  /** Black on white, for paper. */
  readonly printLogo: { readonly url: string; readonly width: number; readonly height: number }
  /** The place, drawn as wide as the page; the subject is in the middle third, so that narrow screens may crop it. */
  readonly heroImage: string
  /** The site's mark in the browser's tab. */
  readonly icon: string
  /** Token overrides, loaded after the app's own style sheet. */
  readonly theme: string
  readonly ticketDisplay: {
    readonly help: boolean
    readonly type: 'card' | 'list'
    readonly showHeaderLogo: boolean
  }
  readonly signIn: SignIn
  /** Methods by channel, in display order. */
  readonly paymentMethods: { readonly web: readonly PaymentMethodId[] }
  /**
   * The venue accepts cards without 3-D Secure and the liability that follows; Japanese acquirers expect EMV
   * 3-D Secure of every shop. Without it a site that lists `stripe` stops the start (payments.md §0).
   */
  readonly allowsWithoutThreeDSecure: boolean
  readonly mail: {
    /** Who the mails are from, beside the address that the environment gives. */
    readonly senderName: Localized
    /** Address that answers visitors' questions; shown in mails. */
    readonly contact: string
  }
  readonly issuer: Issuer
}

/** How the buyer form behaves (R-3.45–3.57). */
interface SignIn {
  /**
   * `prefectures_and_countries`: prefectures in Japanese, countries in other languages; `japan_and_others`: those
   * two answers, and the whole list of countries in English.
   */
  readonly residentArea: 'text' | 'prefectures' | 'prefectures_and_countries' | 'japan_and_others'
  /** Whether the boxes are ticked at first. */
  readonly mailMagazine: boolean
  readonly teamlabMailMagazine: boolean
}

/** Who sells, as printed on receipts and required in mails. */
interface Issuer {
  readonly name: string
  readonly address: string
  /** `T` and 13 digits of the qualified-invoice system. */
  readonly registrationNumber: string
}
