import type { OpeningHours, Today } from '@kippu/domain/calendar/opening-hours'
import type { Language } from '@kippu/domain/language'

import type { ShownNotice } from './notices.ts'
import type { Product, StockStatusRow } from './products.ts'
import type { Wallet } from './wallets.ts'

/** The appearance and settings of a site, written into the document by the server: the web bundle knows no site. */
export interface SiteView {
  readonly key: string
  /** Title of the page in Japanese and in every other language. */
  readonly title: { readonly ja: string; readonly default: string }
  /** Name of the venue as shown in the header and on tickets, by language. */
  readonly name: string
  readonly tagline: string
  /** Layouts that the house has chosen, and whether it is dark by day too. */
  readonly look: {
    readonly opening: 'night' | 'gallery' | 'poster' | 'paper'
    readonly products: 'cards' | 'posters' | 'rows' | 'stubs'
    readonly scheme: 'both' | 'dark'
  }
  readonly currency: 'JPY'
  readonly orderLayout: 'product_first' | 'date_first'
  /** First weekday of the calendar: 0 Sunday, 1 Monday. */
  readonly weekOffset: number
  readonly calendarColors: boolean
  readonly completeButton: boolean
  readonly footer: { readonly disabled: boolean; readonly showBrand: boolean }
  readonly headerLogo: {
    readonly black: string
    readonly white: string
    readonly width: number
    readonly height: number
  }
  /** Printed at the top of tickets. */
  readonly printLogo: { readonly url: string; readonly width: number; readonly height: number }
  /** Picture of the venue, as wide as the page (URL path). */
  readonly heroImage: string
  /** Photographs that have smaller copies, by their addresses: each as `srcset` says it. */
  readonly copies: Readonly<Record<string, string>>
  readonly ticketDisplay: {
    readonly help: boolean
    readonly type: 'card' | 'list'
    readonly showHeaderLogo: boolean
    /** Background of the header on ticket pages, by the names of the theme's backgrounds. */
    readonly headerColor: { readonly pc: string; readonly sp: string }
  }
  /** The venue's app for phones, with its pages in the two stores; null where it has none. */
  readonly ticketApp: {
    readonly name: string
    readonly appStore: string
    readonly googlePlay: string
  } | null
  /** Wallets of phones that take its tickets (decision 65). */
  readonly wallets: readonly Wallet[]
  /** Nothing is sold without a product in the address, `?product={uuid}`. */
  readonly requiresProduct: boolean
  readonly membership: MembershipView
  readonly signIn: SignInView
  /**
   * Script of the device-fingerprint service, for the payment page alone; null without one. It sets
   * `window.deviceFingerprint` to a text of up to 255 characters, or to a promise of one.
   */
  readonly deviceFingerprintScript: string | null
  /** Script of the site's tag manager, for the completion page alone; null without an id. */
  readonly tagManagerScript: string | null
  /** Script of the site's tracker of ad conversions, for the completion page alone; null without one. */
  readonly adTrackerScript: string | null
}

/** How members log in on a site. */
export interface MembershipView {
  readonly loginType: 'IdPass' | 'Token'
  readonly disabled: boolean
  /** Only members who are logged in can order. */
  readonly required: boolean
  /** A member goes from the form to the payment without a confirmation mail. */
  readonly skipMailAuthentication: boolean
}

/** How the buyer form behaves on a site. */
export interface SignInView {
  readonly residentArea:
    | 'text'
    | 'prefectures'
    | 'prefectures_and_countries'
    | 'japan_and_others'
    | 'regional'
  /** Answers of a regional list; the visitor reads the text `site_region_{value}`. Empty for every other list. */
  readonly regions: readonly string[]
  /** Answers to `site_question1`, read as `site_question1_{value}`; empty when the site does not have that question. */
  readonly question1: readonly string[]
  readonly mailMagazine: boolean
  readonly teamlabMailMagazine: boolean
}

/**
 * All data of the first screen, written into the document so that prices are readable before any script has run
 * (decision 6). `kind` names the entry it belongs to; the ticket entry carries no calendar.
 */
export type FirstView = OrderFirstView | TicketFirstView

interface FirstViewBase {
  readonly lang: Language
  readonly langs: ReadonlyArray<{ readonly id: Language; readonly is_default: boolean }>
  readonly site: SiteView
  /** Texts of the first screens of the entry; the texts call has all others. */
  readonly texts: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  /** Notices of the house, above every screen (decision 66). */
  readonly notices: readonly ShownNotice[]
  /** When the server wrote this, in ms since 1970, so that the browser knows how old the stock is. */
  readonly writtenAt: number
  /** Today in Japan, `yyyy-MM-dd`: the browser's own clock may be wrong. */
  readonly today: string
}

export interface OrderFirstView extends FirstViewBase {
  readonly kind: 'order'
  readonly products: readonly Product[]
  /**
   * The product whose month is shown first, and its stock by day from today to the end of sale. Null where the visitor
   * chooses the day before the product: the stock is then that of the whole site.
   */
  readonly productUuid: string | null
  readonly stock: readonly StockStatusRow[]
  readonly colors: ReadonlyArray<{ readonly date: string; readonly color_code: string }>
  /** When tickets are released next, a date-time in +09:00; null where nobody has said so. */
  readonly nextRelease: string | null
  /** When the house is open; null where it does not say. */
  readonly opening: OpeningHours | null
  /** Whether it is today; null where the house does not say. */
  readonly openToday: Today | null
  /** The way from the nearest stop or town, in one line; null where the house does not say. */
  readonly nearest: string | null
}

export interface TicketFirstView extends FirstViewBase {
  readonly kind: 'ticket'
  /** A map of the house. */
  readonly mapUrl: string
}

/** Shape of the module that the web app builds for the server: it renders the first view to markup, and the band of the notices above it. */
export interface FirstViewRenderer {
  renderFirstView(view: FirstView): Promise<string>
  renderNotices(view: FirstView): Promise<string>
}
