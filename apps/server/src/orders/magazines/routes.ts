import {
  readMailMagazines as readMailMagazinesCall,
  releaseMailMagazine as releaseMailMagazineCall,
} from '@kippu/contract/mail-magazines'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../../platform/deps.ts'
import { serve } from '../../platform/http/route.ts'
import { readMailMagazines } from './read-mail-magazines.ts'
import { releaseMailMagazine } from './release-mail-magazine.ts'

/** The magazines of an address, by the token in its mails. */
export function mailMagazineRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readMailMagazinesCall, ({ params }, { site }) =>
    readMailMagazines(deps, { siteKey: site.key, token: params.token }),
  )
  serve(app, releaseMailMagazineCall, ({ params, body }, { site }) =>
    releaseMailMagazine(deps, { siteKey: site.key, token: params.token }, body.field_name),
  )
}
