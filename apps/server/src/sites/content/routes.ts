import {
  getCalendarColors,
  getConfigurations,
  getFieldTemplates,
  getLangs,
  getTexts,
} from '@kippu/contract/site-content'
import type { FastifyInstance } from 'fastify'

import type { PublicReads } from '../../platform/http/public-reads.ts'
import type { SiteContent } from './site-content.ts'
import { visitorSettings } from './visitor-settings.ts'

/** A site's texts and settings, before anything is bought. */
export function siteContentRoutes(
  app: FastifyInstance,
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
}
