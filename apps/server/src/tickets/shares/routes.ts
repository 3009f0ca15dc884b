import {
  acceptShare as acceptShareCall,
  createShare as createShareCall,
  listShares as listSharesCall,
  mailShare as mailShareCall,
  readShare as readShareCall,
  takeBackShare as takeBackShareCall,
} from '@kippu/contract/shares'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../../platform/deps.ts'
import { serve } from '../../platform/http/route.ts'
import { acceptShare } from './accept-share.ts'
import { createShare } from './create-share.ts'
import { listShares } from './list-shares.ts'
import { mailShare, type MailShareDeps } from './mail-share.ts'
import { readShare } from './read-share.ts'
import { takeBackShare } from './take-back-share.ts'
import type { ShowingDeps } from '../showing.ts'

/** Tickets of a party in other hands. */
export function shareRoutes(app: FastifyInstance, deps: Deps & ShowingDeps & MailShareDeps): void {
  serve(app, createShareCall, ({ query, body }, { site }) =>
    createShare(deps, {
      siteKey: site.key,
      token: body.reservation_token,
      lang: query.lang,
      choice:
        body.option_values === undefined
          ? { numbers: body.ticket_ids ?? [] }
          : {
              quantities: body.option_values.map(({ option_value_id: optionValueId, quantity }) => ({
                optionValueId,
                quantity,
              })),
            },
    }),
  )
  serve(app, listSharesCall, ({ query }, { site }) =>
    listShares(deps, { siteKey: site.key, token: query.reservation_token, lang: query.lang }),
  )
  serve(app, readShareCall, ({ params, query }, { site }) =>
    readShare(deps, { siteKey: site.key, token: params.share_token, lang: query.lang }),
  )
  serve(app, acceptShareCall, ({ params, body }, { site }) =>
    acceptShare(deps, { siteKey: site.key, token: params.share_token, key: body.acceptance_key }),
  )
  serve(app, takeBackShareCall, ({ params, query }, { site }) =>
    takeBackShare(deps, {
      siteKey: site.key,
      shareToken: params.share_token,
      reservationToken: query.reservation_token,
    }),
  )
  serve(app, mailShareCall, ({ params, body }, { site }) =>
    mailShare(deps, { siteKey: site.key, token: params.share_token, ...body }),
  )
}
