import { getNotices } from '@kippu/contract/notices'
import type { FastifyInstance } from 'fastify'

import type { PublicReads } from '../../platform/http/public-reads.ts'
import type { SiteContent } from '../content/site-content.ts'
import type { ShownNotices } from './shown-notices.ts'

interface NoticeSources {
  readonly content: SiteContent
  readonly notices: ShownNotices
  readonly reads: PublicReads
}

/** The call of an open page when somebody comes back to it (docs/handbook.md). */
export function noticeRoutes(app: FastifyInstance, { content, notices, reads }: NoticeSources): void {
  reads.serve(app, getNotices, {
    question: async ({ query }, { key: siteKey }) => ({
      siteKey,
      lang: await content.chooseLanguage(siteKey, query.lang),
    }),
    answer: ({ siteKey, lang }) => notices.read(siteKey, lang),
  })
}
