import path from 'node:path'

import { epochMsOf } from '@kippu/domain/jst-date'

import { checkSite } from './check-site.ts'
import type { FieldUse, Site } from './site.ts'
import { visitingOf, type VisitingDefinition } from './visiting.ts'
import { STANDARD_CANCELLATION, STANDARD_PHONE_HOURS, STANDARD_VISIT_CONDITIONS } from './standard-terms.ts'

interface LogoSize {
  readonly width: number
  readonly height: number
}

/** The values that a site must give; all others have a default (docs/sites.md). */
export type SiteDefinition = Pick<
  Site,
  'key' | 'title' | 'name' | 'tagline' | 'address' | 'mail' | 'issuer'
> &
  Partial<
    Pick<
      Site,
      | 'orderLayout'
      | 'weekOffset'
      | 'calendarColors'
      | 'completeButton'
      | 'requiresProduct'
      | 'allowsWithoutThreeDSecure'
      | 'ticketApp'
      | 'texts'
      | 'isOpen'
    >
  > & {
    /** A date-time such as `2027-03-20T10:00:00+09:00`. */
    readonly opensAt?: string
    readonly paymentMethods: Pick<Site['paymentMethods'], 'web'> & Partial<Site['paymentMethods']>
    readonly look?: Partial<Site['look']>
    readonly footer?: Partial<Site['footer']>
    readonly unprovenShares?: Partial<Site['unprovenShares']>
    readonly ticketDisplay?: Partial<Site['ticketDisplay']>
    readonly membership?: Partial<Site['membership']>
    readonly signIn?: Partial<Omit<Site['signIn'], 'fields'>> & {
      readonly fields?: Partial<Site['signIn']['fields']>
    }
    /** The address defaults to that of the venue, the e-mail to the contact of its mails. */
    readonly legal: Pick<Site['legal'], 'seller' | 'representative' | 'phone'> & Partial<Site['legal']>
    readonly visiting?: VisitingDefinition
    /** Sizes in CSS pixels; the drawings have fixed names in the site's folder. */
    readonly logo: { readonly header: LogoSize; readonly print: LogoSize }
  }

/**
 * The fields of the form unless the site says otherwise: only two are required, because every further one loses
 * visitors.
 */
const FIELDS: Site['signIn']['fields'] = {
  fullname: 'required',
  email: 'required',
  phone: 'optional',
  resident_area: 'optional',
  age: 'optional',
  gender: 'optional',
  mail_magazine: 'optional',
  teamlab_mail_magazine: 'optional',
  address: 'hidden',
  questionnaire1: 'hidden',
  questionnaire2: 'hidden',
  questionnaire3: 'hidden',
}

/**
 * Shares of a day unless the site says otherwise. A school class of forty fits wherever it comes from; decision 41 has the figures of
 * openings, hotels and carriers. On a small day one order is always taken.
 */
const UNPROVEN_SHARES: Site['unprovenShares'] = {
  day: { part: 0.6, least: 10 },
  network: { part: 0.1, least: 40 },
  mailDomain: { part: 0.1, least: 40 },
  unpaidNetwork: { part: 0.2, least: 80 },
  unpaidMailDomain: { part: 0.2, least: 80 },
  doorCode: { part: 0.1, least: 40 },
}

/** Where a site's files are, and whose it is. */
export interface SitePlace extends Pick<Site, 'folders'> {
  /** Name of its picture, `hero.svg` unless a venue has a photograph. */
  readonly hero: string
  /** Its photographs with their smaller copies, as `srcset` says them. */
  readonly pictureSets?: Site['pictureSets']
}

const definitions = new WeakMap<Site, SiteDefinition>()

/** The definition that a site was made of. @throws for one that `defineSite` did not make. */
export function definitionOf(site: Site): SiteDefinition {
  const definition = definitions.get(site)
  if (definition === undefined) throw new Error(`nobody defined the site ${site.key}`)
  return definition
}

/** The site of the same files, made of another definition. @throws IncompleteSite */
export function redefine(site: Site, definition: SiteDefinition): Site {
  const { folders, heroImage, pictureSets } = site
  return defineSite(definition, { folders, hero: path.posix.basename(heroImage), pictureSets })
}

/**
 * Fills in the defaults of a site. Its folder holds `theme.css`, `hero.svg`, `icon.svg`, `mark.svg`, `logo-black.svg`, `logo-white.svg`,
 * `logo-print.svg` and a display face for each language, `face-<language>.woff2`. Throws when anything that the law, the form or the payments need is missing,
 * naming the site and the item.
 */
export function defineSite(defined: SiteDefinition, { folders, hero, pictureSets = {} }: SitePlace): Site {
  const { logo, opensAt, ...definition } = defined
  const url = (file: string): string => `/sites/${definition.key}/${file}`
  const site: Site = {
    currency: 'JPY',
    orderLayout: 'product_first',
    weekOffset: 1,
    calendarColors: false,
    completeButton: true,
    requiresProduct: false,
    allowsWithoutThreeDSecure: false,
    ticketApp: null,
    texts: {},
    isOpen: true,
    ...definition,
    opensAt: opensAt === undefined ? null : epochMsOf(opensAt),
    folders,
    paymentMethods: {
      spot: definition.paymentMethods.web,
      pos: [],
      kiosk: [],
      OTA: [],
      ...definition.paymentMethods,
    },
    look: { opening: 'gallery', products: 'cards', scheme: 'both', ...definition.look },
    footer: { disabled: false, showBrand: true, ...definition.footer },
    headerLogo: { black: url('logo-black.svg'), white: url('logo-white.svg'), ...logo.header },
    printLogo: { url: url('logo-print.svg'), ...logo.print },
    heroImage: url(hero),
    pictureSets,
    icon: url('icon.svg'),
    theme: url('theme.css'),
    ticketDisplay: {
      help: true,
      type: 'card',
      showHeaderLogo: true,
      headerColor: { pc: 'ground', sp: 'ground' },
      ...definition.ticketDisplay,
    },
    unprovenShares: { ...UNPROVEN_SHARES, ...definition.unprovenShares },
    membership: {
      loginType: 'IdPass',
      disabled: false,
      required: false,
      skipMailAuthentication: false,
      ...definition.membership,
    },
    signIn: signInOf(definition.signIn ?? {}),
    visiting: visitingOf(definition.visiting ?? {}),
    legal: {
      address: definition.address,
      phoneHours: STANDARD_PHONE_HOURS,
      email: definition.mail.contact,
      cancellation: STANDARD_CANCELLATION,
      visitConditions: STANDARD_VISIT_CONDITIONS,
      ...definition.legal,
    },
  }
  checkSite(site)
  definitions.set(site, defined)
  return site
}

/** A question that the site has is shown, without being required, unless `fields` say otherwise. */
function signInOf({ fields, ...signIn }: NonNullable<SiteDefinition['signIn']>): Site['signIn'] {
  const asked = (question: unknown): FieldUse => (question ? 'optional' : 'hidden')
  return {
    residentArea: 'text',
    regions: [],
    mailMagazine: true,
    teamlabMailMagazine: false,
    question1: null,
    question2: null,
    question3: null,
    ...signIn,
    fields: {
      ...FIELDS,
      questionnaire1: asked(signIn.question1),
      questionnaire2: asked(signIn.question2),
      questionnaire3: asked(signIn.question3),
      ...fields,
    },
  }
}
