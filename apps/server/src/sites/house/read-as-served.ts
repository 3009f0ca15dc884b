import { isLanguage, type Language } from '@kippu/domain/language'
import { SITE_PAYMENT_METHODS } from '@kippu/domain/payment-method'
import { SALES_CHANNELS } from '@kippu/domain/states/ticket'
import { definitionOf, redefine } from '@kippu/sites/define-site'
import type { Site } from '@kippu/sites/site'

import type { Database, Read } from '../../platform/db/database.ts'
import type { SiteDirectory } from '../../platform/http/sites.ts'
import { atSite } from '../../platform/staff/inputs.ts'
import { staffVerb } from '../../platform/staff/staff-verb.ts'
import { readServedSite } from './house-values.ts'

/** A site with all that its database says of what a folder may say: the house, its words, its methods of payment. */
export const readAsServed = staffVerb({
  name: 'sites export',
  permission: 'sites:write',
  reach: 'site',
  input: atSite,
  run: async (
    { db, sites }: { readonly db: Database; readonly sites: SiteDirectory },
    { siteKey }: { readonly siteKey: string },
  ): Promise<Site> => {
    const site = sites.find(siteKey)
    if (site === undefined) throw new Error(`there is no site ${siteKey}`)
    return db.read(async read => {
      const served = definitionOf(await readServedSite(read, site))
      const paymentMethods = { ...served.paymentMethods, ...(await methodsOf(read, siteKey)) }
      return redefine(site, { ...served, paymentMethods, texts: await textsOf(read, site) })
    })
  },
})

async function methodsOf(read: Read, siteKey: string): Promise<Partial<Site['paymentMethods']>> {
  const rows = await read
    .selectFrom('payment_methods')
    .select(['channel', 'method'])
    .where('site_key', '=', siteKey)
    .orderBy('position')
    .execute()
  const offered = (channel: string) =>
    rows
      .filter(row => row.channel === channel)
      .flatMap(({ method }) => SITE_PAYMENT_METHODS.filter(one => one === method))
  return Object.fromEntries(SALES_CHANNELS.map(channel => [channel, offered(channel)]))
}

async function textsOf(read: Read, { key, texts }: Site): Promise<Site['texts']> {
  const rows = await read
    .selectFrom('texts')
    .select(['lang', 'key', 'text'])
    .where('site_key', '=', key)
    .where('source', '=', 'site')
    .execute()
  const merged: Partial<Record<Language, Readonly<Record<string, string>>>> = { ...texts }
  for (const { lang, key: name, text } of rows)
    if (isLanguage(lang)) merged[lang] = { ...merged[lang], [name]: text }
  return merged
}
