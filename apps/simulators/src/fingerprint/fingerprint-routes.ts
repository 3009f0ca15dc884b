import { readFileSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'

/** The script of a service that recognises devices, for the store's payment page. */
export function fingerprintRoutes(app: FastifyInstance): void {
  const script = readFileSync(new URL('./browser/device.js', import.meta.url), 'utf8')

  app.get('/device.js', (_request, reply) =>
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
