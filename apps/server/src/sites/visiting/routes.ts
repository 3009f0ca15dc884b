import { getVisiting } from '@kippu/contract/visiting'
import type { FastifyInstance } from 'fastify'

import type { PublicReads } from '../../platform/http/public-reads.ts'
import type { SiteDirectory } from '../../platform/http/sites.ts'
import type { SiteContent } from '../content/site-content.ts'
import { siteWords } from '../words.ts'
import { visitingOf } from './visiting-of.ts'

interface VisitingDeps {
  readonly content: SiteContent
  readonly reads: PublicReads
  readonly sites: Pick<SiteDirectory, 'find'>
}

/** The call that tells guests of the house before they come. */
export function visitingRoutes(app: FastifyInstance, { content, reads, sites }: VisitingDeps): void {
  reads.serve(app, getVisiting, {
    question: async ({ query }, { key: siteKey }) => ({
      siteKey,
      lang: await content.chooseLanguage(siteKey, query.lang),
    }),
    answer: async ({ siteKey, lang }) => {
      const site = sites.find(siteKey)
      if (site === undefined) throw new Error(`there is no site ${siteKey}`)
      return visitingOf(await content.house(site), lang, siteWords(await content.texts(siteKey, lang), lang))
    },
  })
}
