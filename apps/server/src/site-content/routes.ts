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
import type { PublicReads } from '../http/public-reads.ts'
import { serve } from '../http/route.ts'
import { listPaymentMethods } from './list-payment-methods.ts'
import type { SiteContent } from './site-content.ts'
import { visitorSettings } from './visitor-settings.ts'

/** A site's texts, settings and methods, before anything is bought. */
export function siteContentRoutes(
  app: FastifyInstance,
  deps: PaymentDeps,
  { content, reads }: { readonly content: SiteContent; readonly reads: PublicReads },
): void {
  reads.serve(app, getLangs, { question: (_, { key }) => key, answer: key => content.langs(key) })

  reads.serve(app, getFieldTemplates, {
    question: (_, { key }) => key,
    answer: key => content.fieldTemplates(key),
  })

  reads.serve(app, getConfigurations, {
    question: (_, { key }) => key,
    answer: async siteKey => {
      const settings = visitorSettings(await content.settings(siteKey))
      return Array.from(settings, ([key, value]) => ({ key, value }))
    },
  })

  reads.serve(app, getTexts, {
    question: async ({ query }, { key: siteKey }) => ({
      siteKey,
      lang: await content.chooseLanguage(siteKey, query.lang),
    }),
    answer: async ({ siteKey, lang }) => {
      const texts = await content.texts(siteKey, lang)
      return Array.from(texts, ([key, text]) => ({ key, text }))
    },
  })

  reads.serve(app, getCalendarColors, {
    question: ({ query }, { key: siteKey }) => ({ siteKey, query }),
    answer: ({ siteKey, query }) => content.colors(siteKey, query),
  })

  serve(app, getPaymentMethods, async ({ query }, { site }) => {
    const lang = await content.chooseLanguage(site.key, query.lang)
    return listPaymentMethods(deps, content, { site, lang, channel: query.channel })
  })
}
