import type { FastifyInstance } from 'fastify'

import { readScript, sendScript } from '../core/browser-script.ts'

/** The script of a tag manager, for the store's completion page. */
export function tagManagerRoutes(app: FastifyInstance): void {
  const script = readScript(import.meta.url, 'gtm.js')

  app.get('/gtm.js', (_request, reply) => sendScript(reply, script))
}
