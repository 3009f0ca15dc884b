import type { SignInView, SiteView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'

/** The fields that come from the environment, and not from the site: addresses of scripts, and wallets. */
type EnvironmentField = 'deviceFingerprintScript' | 'tagManagerScript' | 'adTrackerScript' | 'wallets'

/** The part of a site that the browser gets, in one language. */
export function siteViewOf(site: Site, lang: Language): Omit<SiteView, EnvironmentField> {
  return {
    key: site.key,
    title: site.title,
    name: site.name[lang],
    tagline: site.tagline[lang],
    look: site.look,
    currency: site.currency,
    orderLayout: site.orderLayout,
    weekOffset: site.weekOffset,
    calendarColors: site.calendarColors,
    completeButton: site.completeButton,
    footer: site.footer,
    headerLogo: site.headerLogo,
    printLogo: site.printLogo,
    heroImage: site.heroImage,
    copies: site.pictureSets,
    ticketDisplay: site.ticketDisplay,
    ticketApp: site.ticketApp && { ...site.ticketApp, name: site.ticketApp.name[lang] },
    requiresProduct: site.requiresProduct,
    membership: site.membership,
    signIn: signInViewOf(site.signIn),
  }
}

/** The labels of lists and questions are texts, so that they follow the language and are not in every document. */
function signInViewOf({
  residentArea,
  regions,
  question1,
  mailMagazine,
  teamlabMailMagazine,
}: Site['signIn']): SignInView {
  return {
    residentArea,
    regions: regions.map(({ value }) => value),
    question1: question1?.answers.map(({ value }) => value) ?? [],
    mailMagazine,
    teamlabMailMagazine,
  }
}
