import type { FastifyReply } from 'fastify'

/** Answers with a mail as a page that the console frames: nothing of it runs, and it loads the pictures of its house alone. */
export function asMail(reply: FastifyReply, page: string, house: string): string {
  void reply.type('text/html; charset=utf-8').headers({
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data: ${house}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox`,
    'x-frame-options': 'SAMEORIGIN',
  })
  return page
}
