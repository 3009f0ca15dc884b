import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const ONE_YEAR_SECONDS = 31_536_000

/** An answer that is no document may load and frame nothing. */
const NOTHING_ALLOWED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** No device of the visitor is for us or for any frame, but payment sheets. */
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(self), usb=()'

/** Headers of every answer (S-15.04); documents widen the content policy with {@link documentPolicy}. */
export async function registerSecurityHeaders(app: FastifyInstance, production: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Stripe's frames send no CORP header, so no COEP; and its pages may open a window and answer to it.
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    hsts: production ? { maxAge: ONE_YEAR_SECONDS, includeSubDomains: false } : false,
  })
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ 'content-security-policy': NOTHING_ALLOWED, 'permissions-policy': PERMISSIONS })
  })
}

export interface DocumentPolicy {
  readonly nonce: string
  /** Hosts that the site's payment methods need (`cspHosts` of the providers). */
  readonly hosts: readonly string[]
}

/** Content policy of a document: our own scripts by nonce and what they load, and nobody but the payment hosts. */
export function documentPolicy({ nonce, hosts }: DocumentPolicy): string {
  const withHosts = ["'self'", ...hosts].join(' ')
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src ${withHosts}`,
    `frame-src ${hosts.length === 0 ? "'none'" : hosts.join(' ')}`,
    `form-action ${withHosts}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
