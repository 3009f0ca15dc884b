import {
  createTimeChange as createTimeChangeCall,
  deleteTimeChange as deleteTimeChangeCall,
  readTimeChange as readTimeChangeCall,
  searchChangeDays,
} from '@kippu/contract/time-changes'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../../platform/deps.ts'
import { serve } from '../../platform/http/route.ts'
import { serveRepeatable } from '../../platform/idempotency/serve-repeatable.ts'
import { wordingOf } from '../../catalogue/products/wording.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import { type ChangeDeps, createTimeChange } from './create-time-change.ts'
import { deleteTimeChange } from './delete-time-change.ts'
import { readTimeChange } from './read-time-change.ts'
import { searchDays } from './search-days.ts'

/** Moving a reservation to another time, up to its payment. */
export function timeChangeRoutes(
  app: FastifyInstance,
  deps: ChangeDeps & Pick<Deps, 'log'> & { readonly content: SiteContent },
): void {
  const { content } = deps

  serve(app, searchChangeDays, async ({ query }, { site }) =>
    searchDays(deps, {
      ...query,
      siteKey: site.key,
      wording: await wordingOf(content, site.key, query.lang),
    }),
  )
  // A change that was not paid yet is replaced, so that one that is made again after a lost answer holds once.
  serveRepeatable(app, deps, createTimeChangeCall, {
    handle: async ({ body: { reservation_token: token, ...asked } }, { site }) =>
      createTimeChange(deps, {
        ...asked,
        siteKey: site.key,
        token,
        wording: await wordingOf(content, site.key, asked.lang),
      }),
    limit: { perMinute: 'ordersPerMinute' },
  })
  serve(app, readTimeChangeCall, ({ params, query }, { site }) =>
    readTimeChange(deps, {
      siteKey: site.key,
      token: params.timechange_token,
      lang: query.lang,
      reservationToken: query.reservation_token,
    }),
  )
  serve(app, deleteTimeChangeCall, ({ params }, { site }) =>
    deleteTimeChange(deps, { siteKey: site.key, token: params.timechange_token }),
  )
}
