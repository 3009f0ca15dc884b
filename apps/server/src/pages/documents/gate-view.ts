import type { GateView } from '@kippu/contract/gate-page'
import type { Language } from '@kippu/domain/language'
import type { Site } from '@kippu/sites/site'
import { staffTextsOf } from '@kippu/texts/texts'

import type { SiteContent } from '../../sites/content/site-content.ts'

/**
 * The facts that the page of the staff's gate needs before it asks for anything: also what it shows without a
 * connection.
 */
export async function readGateView(content: SiteContent, site: Site, lang: Language): Promise<GateView> {
  return {
    site: { key: site.key, title: site.title, name: site.name },
    lang,
    langs: (await content.langs(site.key)).map(({ id }) => id),
    texts: byLanguage(staffTextsOf),
  }
}

function byLanguage<Value>(valueOf: (lang: Language) => Value): Readonly<Record<Language, Value>> {
  return {
    ja: valueOf('ja'),
    en: valueOf('en'),
    kr: valueOf('kr'),
    'zh-hans': valueOf('zh-hans'),
    'zh-hant': valueOf('zh-hant'),
    th: valueOf('th'),
  }
}
