import type { FastifyRequest } from 'fastify'

/** The language that the visitor chose, from the cookie of the web app. */
export function languageCookieOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /(?:^|;\s*)lang=([\w-]{1,20})(?:;|$)/.exec(headers.cookie ?? '')?.[1]
}
