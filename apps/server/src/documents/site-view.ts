import type { SiteView } from '@kippu/contract/first-view'
import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'

/** What the browser learns of a site, in one language. */
export function siteViewOf(site: Site, lang: Language): SiteView {
  return {
    key: site.key,
    title: site.title,
    name: site.name[lang],
    tagline: site.tagline[lang],
    currency: site.currency,
    orderLayout: site.orderLayout,
    weekOffset: site.weekOffset,
    calendarColors: site.calendarColors,
    completeButton: site.completeButton,
    footer: site.footer,
    headerLogo: site.headerLogo,
    heroImage: site.heroImage,
    ticketDisplay: site.ticketDisplay,
    signIn: site.signIn,
  }
}
