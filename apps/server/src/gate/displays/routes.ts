import { issueSpotQrToken, readTodayTicketInfo } from '@kippu/contract/signage'
import type { FastifyInstance } from 'fastify'

import { serve } from '../../platform/http/route.ts'
import { issueSpotQr, type SpotQrDeps } from './issue-spot-qr.ts'
import { readToday } from './read-today.ts'
import { serveSignage } from './serve-signage.ts'

/** The calls of the displays of the house (docs/signage.md). */
export function signageRoutes(app: FastifyInstance, deps: SpotQrDeps): void {
  serve(app, readTodayTicketInfo, ({ query }, { site }) =>
    readToday(deps, { siteKey: site.key, lang: query.lang, productUuid: query.product_uuid }),
  )
  serveSignage(app, deps, issueSpotQrToken, ({ body }, { site }) =>
    issueSpotQr(deps, { site, productUuid: body.product_uuid, lang: body.lang }),
  )
}
