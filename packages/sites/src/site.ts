import type { OrderFieldName } from '@kippu/domain/form/order-fields'
import type { Language } from '@kippu/domain/language'
import type { OpeningHours, OpenHours } from '@kippu/domain/calendar/opening-hours'
import type { Weekday } from '@kippu/domain/jst-date'
import type { UnprovenShares } from '@kippu/domain/stock/unproven-shares'
import { BROWSER_CHANNELS, type SalesChannel } from '@kippu/domain/states/ticket'
import type { LastWay, VisitingSigns } from '@kippu/domain/visiting'
import { CARD_WAYS, METHOD_KINDS, methodsPaidBy, type SitePaymentMethod } from '@kippu/domain/payment-method'

/** Cards that are charged without 3-D Secure. Apple Pay is not among them, because it authenticates the payer itself. */
export const WITHOUT_THREE_D_SECURE = methodsPaidBy(CARD_WAYS).filter(
  method => !METHOD_KINDS[method].usesThreeDSecure,
)

/** Backgrounds of a theme that a header may use: text is readable on them in light and dark. */
export type HeaderGround = 'ground' | 'surface' | 'sunken' | 'accent-soft'

/** How the opening of the store is laid out: the picture behind the name, beside it, above a block of colour, or as a print on paper. */
export type Opening = 'night' | 'gallery' | 'poster' | 'paper'

/** How the kinds of visit are shown: cards, tall pictures, rows of large words, or stubs with a torn edge. */
export type ProductLayout = 'cards' | 'posters' | 'rows' | 'stubs'

/** The look of a house beyond its theme: a name of a layout for each slot that has several (decision 60). */
export interface Look {
  readonly opening: Opening
  readonly products: ProductLayout
  /** `dark`: the house is dark whatever the visitor's device prefers; its theme says `color-scheme: dark`. */
  readonly scheme: 'both' | 'dark'
}

/** Words in each of the six languages. */
export type Localized = Readonly<Record<Language, string>>

/** Words of a house that need not be in every language: English stands in for one that is missing. */
export type Spoken = Pick<Localized, 'ja' | 'en'> & Partial<Localized>

/** The answers to what guests ask before they come. Of what a site does not say, nothing is shown. */
export interface Visiting {
  /** Null where the site tells no hours. */
  readonly opening: OpeningHours | null
  /** A map of the house's own; null: the address is searched for. */
  readonly map: string | null
  /** The stop or town from which one gets to the house, and how long that takes. */
  readonly nearest: { readonly place: Spoken; readonly minutes: number; readonly by: LastWay } | null
  readonly ways: readonly Spoken[]
  readonly parking: Spoken | null
  /** How long most visits last, in minutes. */
  readonly minutes: number | null
  readonly signs: VisitingSigns
  /** When it is quiet on purpose: low sound, dimmed light, fewer people. */
  readonly quietHours: { readonly weekdays: readonly Weekday[]; readonly hours: readonly OpenHours[] } | null
  /** More about access, in the house's own words. */
  readonly accessNote: Spoken | null
  readonly questions: ReadonlyArray<{ readonly question: Spoken; readonly answer: Spoken }>
  /** How groups and schools book. */
  readonly groups: Spoken | null
}

/**
 * One site as data. The contract's `SiteView` is the part that the browser gets; the rest is for the server. Paths are
 * those the browser requests: `/sites/<key>/<file>` is a file of its folders.
 */
export interface Site {
  readonly key: string
  /** Title of the page in Japanese and in every other language. */
  readonly title: { readonly ja: string; readonly default: string }
  readonly name: Localized
  readonly tagline: Localized
  readonly look: Look
  /** Where the visitor goes, as written in mails. */
  readonly address: Localized
  readonly currency: 'JPY'
  readonly orderLayout: 'product_first' | 'date_first'
  /** First weekday of the calendar: 0 Sunday, 1 Monday. */
  readonly weekOffset: 0 | 1
  readonly calendarColors: boolean
  readonly completeButton: boolean
  /** Nothing is sold without a product in the address, `?product={uuid}`. */
  readonly requiresProduct: boolean
  readonly membership: Membership
  readonly footer: { readonly disabled: boolean; readonly showBrand: boolean }
  /** Two drawings of one size in CSS pixels: dark for light backgrounds, light for dark ones. */
  readonly headerLogo: {
    readonly black: string
    readonly white: string
    readonly width: number
    readonly height: number
  }
  /** Black on white, for paper. */
  readonly printLogo: { readonly url: string; readonly width: number; readonly height: number }
  /** The venue, drawn as wide as the page; the subject is in the middle third, so that narrow screens may crop it. */
  readonly heroImage: string
  /** Photographs that have smaller copies, by their addresses: each as `srcset` says it. */
  readonly pictureSets: Readonly<Record<string, string>>
  /** The site's icon in the browser's tab. */
  readonly icon: string
  /** Token overrides, loaded after the app's own style sheet. */
  readonly theme: string
  readonly ticketDisplay: {
    readonly help: boolean
    readonly type: 'card' | 'list'
    readonly showHeaderLogo: boolean
    /** Background of the header on ticket pages, on wide screens and on phones. */
    readonly headerColor: { readonly pc: HeaderGround; readonly sp: HeaderGround }
  }
  /** The venue's app for phones, offered on the ticket page; null where it has none. */
  readonly ticketApp: {
    readonly name: Localized
    /** Addresses of its pages in the two stores. */
    readonly appStore: string
    readonly googlePlay: string
  } | null
  readonly signIn: SignIn
  /**
   * Methods by channel, in display order. A buyer at the door pays in the browser of their own phone, so the site says
   * nothing of `spot` where it is as on the web; tills, kiosks and resellers have what it lists.
   */
  readonly paymentMethods: Readonly<Record<SalesChannel, readonly SitePaymentMethod[]>>
  /**
   * The venue accepts cards without 3-D Secure and the liability that follows; Japanese acquirers expect EMV 3-D Secure
   * of every shop. Without this, a site that lists `gmo`, `stripe` or `softbank_credit` stops the start.
   */
  readonly allowsWithoutThreeDSecure: boolean
  /** How much of a day orders may hold before they are paid. */
  readonly unprovenShares: UnprovenShares
  readonly mail: {
    /** The sender name of the mails; the environment gives the sender address. */
    readonly senderName: Localized
    /** The address for visitors' questions; shown in mails. */
    readonly contact: string
  }
  readonly issuer: Issuer
  readonly legal: Legal
  readonly visiting: Visiting
  /** Words in place of the product's own, by language and text key. */
  readonly texts: SiteTexts
  /** `false`: the store says that it opens soon, and takes no order. Tickets and gates go on. */
  readonly isOpen: boolean
  /** Until then it is as with `isOpen: false`; epoch ms. */
  readonly opensAt: number | null
  /** Folders with its files. A file is taken from the first that has it. */
  readonly folders: readonly string[]
}

export type SiteTexts = Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>

/** The key of the site of every host that no other site claims, where there is one of this key. */
export const FALLBACK_KEY = 'demo'

/** Whether the store of a site takes orders. */
export function isOpenAt({ isOpen, opensAt }: Pick<Site, 'isOpen' | 'opensAt'>, now: number): boolean {
  return isOpen && (opensAt === null || opensAt <= now)
}

/** How members log in. */
export interface Membership {
  /** An id and a password typed by the visitor, or a token that the venue's own pages put into the address. */
  readonly loginType: 'IdPass' | 'Token'
  readonly disabled: boolean
  /** Only members who are logged in can order. */
  readonly required: boolean
  /** A member's address is trusted: from the form straight to the payment, without a confirmation mail. */
  readonly skipMailAuthentication: boolean
}

/** How the buyer form behaves. */
interface SignIn {
  /**
   * `prefectures_and_countries`: prefectures in Japanese, countries in other languages; `japan_and_others`: those two
   * answers, and the whole list of countries in English; `regional`: the site's own `regions`.
   */
  readonly residentArea:
    | 'text'
    | 'prefectures'
    | 'prefectures_and_countries'
    | 'japan_and_others'
    | 'regional'
  /** In the order of the list; empty unless `residentArea` is `regional`. */
  readonly regions: readonly Choice[]
  /** Whether the boxes are ticked at first. */
  readonly mailMagazine: boolean
  readonly teamlabMailMagazine: boolean
  /** The fields of a new site's form; its operators may change them later, in `field_templates`. */
  readonly fields: Readonly<Record<OrderFieldName, FieldUse>>
  /** The site's questions: the first is answered from a list, the others are typed. A null question is not shown. */
  readonly question1: { readonly question: Localized; readonly answers: readonly Choice[] } | null
  readonly question2: Localized | null
  readonly question3: Localized | null
}

/** Whether the form shows a field, and whether it must be filled in. */
export type FieldUse = 'hidden' | 'optional' | 'required'

/** An entry of a list: its stored value, in letters, digits and `_`, and the words that the visitor reads. */
export interface Choice {
  readonly value: string
  readonly label: Localized
}

/**
 * The statements that the law requires of a mail-order seller (特定商取引法), beside the registration number of the issuer;
 * the legal page shows them. Each becomes a text row `site_…` of every language.
 */
interface Legal {
  readonly seller: Localized
  /** The person responsible for the sales: 代表者 or 運営責任者. */
  readonly representative: Localized
  readonly address: Localized
  readonly phone: string
  readonly phoneHours: Localized
  readonly email: string
  readonly cancellation: Localized
  /** Notes for visitors before they come. */
  readonly visitConditions: Localized
}

/** The seller, as printed on receipts and required in mails. */
interface Issuer {
  readonly name: string
  readonly address: string
  /** `T` and 13 digits of the qualified-invoice system. */
  readonly registrationNumber: string
}

/** The methods of a site by which somebody pays in a browser, each once: whom its pages may reach, and tell their visitors of. */
export function browserMethodsOf({
  paymentMethods,
}: Pick<Site, 'paymentMethods'>): readonly SitePaymentMethod[] {
  return [...new Set(BROWSER_CHANNELS.flatMap(channel => paymentMethods[channel]))]
}
