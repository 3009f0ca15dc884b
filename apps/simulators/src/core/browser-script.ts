import { readFileSync } from 'node:fs'

import type { FastifyReply } from 'fastify'

/**
 * Reads a script of a provider's `browser` folder.
 * @param module `import.meta.url` of the module beside that folder.
 */
export function readScript(module: string, name: string): string {
  return readFileSync(new URL(`./browser/${name}`, module), 'utf8')
}

/** Sends a script that pages of any origin may load, as the providers' scripts are. */
export function sendScript(reply: FastifyReply, script: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(script)
}
