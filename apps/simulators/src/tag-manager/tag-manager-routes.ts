import { readFileSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'

/** The script of a tag manager, for the store's completion page. */
export function tagManagerRoutes(app: FastifyInstance): void {
  const script = readFileSync(new URL('./browser/gtm.js', import.meta.url), 'utf8')

  app.get('/gtm.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(script),
  )
}
