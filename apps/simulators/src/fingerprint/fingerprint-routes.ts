import type { FastifyInstance } from 'fastify'

import { readScript, sendScript } from '../core/browser-script.ts'

/** The script of a service that recognises devices, for the store's payment page. */
export function fingerprintRoutes(app: FastifyInstance): void {
  const script = readScript(import.meta.url, 'device.js')

  app.get('/device.js', (_request, reply) => sendScript(reply, script))
}
