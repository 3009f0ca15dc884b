import type { Site } from './site.ts'

interface LogoSize {
  readonly width: number
  readonly height: number
}

/** What a site says of itself; all else has a default (requirements, appendix A). */
export type SiteDefinition = Pick<
  Site,
  'key' | 'title' | 'name' | 'tagline' | 'address' | 'paymentMethods' | 'mail' | 'issuer'
> &
  Partial<
    Pick<
      Site,
      'orderLayout' | 'weekOffset' | 'calendarColors' | 'completeButton' | 'allowsWithoutThreeDSecure'
    >
  > & {
    readonly footer?: Partial<Site['footer']>
    readonly ticketDisplay?: Partial<Site['ticketDisplay']>
    readonly signIn?: Partial<Site['signIn']>
    /** Sizes in CSS pixels; the drawings have fixed names in the site's folder. */
    readonly logo: { readonly header: LogoSize; readonly print: LogoSize }
  }

/**
 * Fills the defaults of a site. Its folder holds `theme.css`, `hero.svg`, `icon.svg`, `logo-black.svg`, `logo-white.svg` and
 * `logo-print.svg`. Throws when `stripe` is listed without the acknowledgement that it takes cards without 3-D Secure.
 */
export function defineSite({ logo, ...site }: SiteDefinition): Site {
  const url = (file: string): string => `/sites/${site.key}/${file}`
  const allowsWithoutThreeDSecure = site.allowsWithoutThreeDSecure ?? false
  if (site.paymentMethods.web.includes('stripe') && !allowsWithoutThreeDSecure) {
    throw new Error(`site ${site.key} lists stripe, which needs allowsWithoutThreeDSecure: true`)
  }
  return {
    currency: 'JPY',
    orderLayout: 'product_first',
    weekOffset: 1,
    calendarColors: false,
    completeButton: true,
    ...site,
    allowsWithoutThreeDSecure,
    footer: { disabled: false, showBrand: true, ...site.footer },
    headerLogo: { black: url('logo-black.svg'), white: url('logo-white.svg'), ...logo.header },
    printLogo: { url: url('logo-print.svg'), ...logo.print },
    heroImage: url('hero.svg'),
    icon: url('icon.svg'),
    theme: url('theme.css'),
    ticketDisplay: { help: true, type: 'card', showHeaderLogo: true, ...site.ticketDisplay },
    signIn: { residentArea: 'text', mailMagazine: true, teamlabMailMagazine: false, ...site.signIn },
  }
}
