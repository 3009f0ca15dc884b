import {
  getCalendarColors,
  getConfigurations,
  getFieldTemplates,
  getLangs,
  getPaymentMethods,
  getTexts,
} from '@kippu/contract/site-content'
import type { FastifyInstance } from 'fastify'

import type { PaymentDeps } from '../payments/attempts/payment-deps.ts'
import { serve } from '../http/route.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import type { SiteContent } from './site-content.ts'

/** A site's texts, settings and methods, before anything is bought. */
export function siteContentRoutes(app: FastifyInstance, deps: PaymentDeps, content: SiteContent): void {
  serve(app, getLangs, (_, { site }) => content.langs(site.key))

  serve(app, getFieldTemplates, (_, { site }) => content.fieldTemplates(site.key))

  serve(app, getConfigurations, async (_, { site }) => {
    const settings = await content.settings(site.key)
    return Array.from(settings, ([key, value]) => ({ key, value }))
  })

  serve(app, getTexts, async ({ query }, { site }) => {
    const lang = await content.chooseLanguage(site.key, query.lang)
    const texts = await content.texts(site.key, lang)
    return Array.from(texts, ([key, text]) => ({ key, text }))
  })

  serve(app, getPaymentMethods, async ({ query }, { site }) => {
    const lang = await content.chooseLanguage(site.key, query.lang)
    return listPaymentMethods(deps, content, { site, lang, channel: query.channel })
  })

  serve(app, getCalendarColors, ({ query }, { site }) => content.colors(site.key, query))
}
