import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

import { ENTRY_POLICY, SCRIPTS_POLICY } from '@kippu/contract/trusted-types'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

const ONE_YEAR_SECONDS = 31_536_000

/** An answer that is not a document may load and frame nothing. */
const NOTHING_ALLOWED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The devices that a page may use, each for `self`, or for nobody where it is not named. */
interface PagePermissions {
  readonly camera?: 'self' | ''
  readonly payment?: 'self' | ''
  readonly newPasskeys?: 'self' | ''
  /** Also for the frames of these origins. */
  readonly passkeys?: string
}

/** Neither a page nor a frame may use what is not named here. */
export function permissionsPolicy({
  camera = '',
  payment = '',
  newPasskeys = '',
  passkeys = '',
}: PagePermissions): string {
  return `camera=(${camera}), geolocation=(), microphone=(), payment=(${payment}), publickey-credentials-create=(${newPasskeys}), publickey-credentials-get=(${passkeys}), usb=()`
}

/**
 * Only payment sheets are allowed, and the camera where a page scans. No page of a store makes a passkey or uses one: those of the staff's
 * console, perhaps under the same domain, are out of its reach. A bank may use its own in a frame of a provider.
 */
function permissionsOf(camera: 'self' | '', frames: readonly string[] = []): string {
  return permissionsPolicy({
    camera,
    payment: 'self',
    passkeys: frames.map(origin => `"${origin}"`).join(' '),
  })
}

/** Where browsers report what a content policy kept a page from. */
export const REPORTS_PATH = '/csp-reports'

const ENDPOINT = 'csp'

/** `report-uri` is for browsers that do not know `report-to`. */
const REPORTED = [`report-uri ${REPORTS_PATH}`, `report-to ${ENDPOINT}`]

/** Headers of every answer; documents widen the content policy with {@link documentHeaders}. */
export function registerSecurityHeaders(app: FastifyInstance, production: boolean): void {
  const headers = {
    ...headersOfHelmet(production),
    'content-security-policy': NOTHING_ALLOWED,
    'permissions-policy': permissionsOf(''),
  }
  app.addHook('onRequest', (_request, reply, next) => {
    void reply.headers(headers)
    next()
  })
}

/** The same for every request, so that the library is asked once. */
function headersOfHelmet(production: boolean): Record<string, number | string | readonly string[]> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  const write = helmet({
    contentSecurityPolicy: false,
    // Stripe's frames send no CORP header, so COEP is off; and its pages may open a window and answer to it.
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    hsts: production ? { maxAge: ONE_YEAR_SECONDS, includeSubDomains: true } : false,
  })
  write(answer.req, answer, error => {
    if (error !== undefined) throw error
  })
  return Object.fromEntries(
    Object.entries(answer.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

/** Origins that the pages of a site need for its payment methods and its external scripts. */
export interface DocumentHosts {
  /** May be called and framed, and pictures and styles may come from them. */
  readonly hosts: readonly string[]
  /** May receive forms from the form's own page. */
  readonly formHosts: readonly string[]
  /** May only be called and deliver pictures: the hosts of external scripts. */
  readonly reachHosts: readonly string[]
}

export interface DocumentPolicy extends DocumentHosts {
  /** Where the page's calls go; null when it is the page's own origin. */
  readonly apiOrigin: string | null
  readonly hashes: { readonly scripts: readonly string[]; readonly styles: readonly string[] }
  /** Whether the page may load scripts of others. */
  readonly hasScriptsOfOthers: boolean
  /** Makes the address of the service worker that the page may start; null where it may start none. */
  readonly workerPolicy: string | null
  /** Whether the page reads codes: with the camera, and by a program of our own build in WebAssembly. */
  readonly scansCodes: boolean
}

/** Headers that only pages have. */
export type PageHeaders = Readonly<Record<string, string>>

/**
 * Content policy of a document: our own inline blocks by hash, and the scripts that they load (a provider's script
 * among them, once its method is chosen), and the hosts of the site only. Trusted Types are enforced where all scripts are
 * ours; a script of others makes sinks of its own, so there they are only reported (decision 43).
 */
export function documentHeaders(policy: DocumentPolicy): PageHeaders {
  const { hashes, apiOrigin, hosts, formHosts, reachHosts, hasScriptsOfOthers, workerPolicy, scansCodes } =
    policy
  const trustedTypes = typesOnlyOf([
    ENTRY_POLICY,
    ...(hasScriptsOfOthers ? [SCRIPTS_POLICY] : []),
    ...(workerPolicy === null ? [] : [workerPolicy]),
  ])
  return {
    'content-security-policy': [
      "default-src 'none'",
      [
        'script-src',
        ...hashes.scripts,
        "'strict-dynamic'",
        ...(scansCodes ? ["'wasm-unsafe-eval'"] : []),
      ].join(' '),
      ["style-src 'self'", ...hashes.styles, ...hosts].join(' '),
      ["img-src 'self' data:", ...hosts, ...reachHosts].join(' '),
      "font-src 'self' data:",
      ["connect-src 'self'", ...(apiOrigin === null ? [] : [apiOrigin]), ...hosts, ...reachHosts].join(' '),
      `frame-src ${hosts.length === 0 ? "'none'" : hosts.join(' ')}`,
      ...(workerPolicy === null ? [] : ["worker-src 'self'"]),
      ["form-action 'self'", ...formHosts].join(' '),
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...(hasScriptsOfOthers ? [] : trustedTypes),
      ...REPORTED,
    ].join('; '),
    ...((scansCodes || hosts.length > 0) && {
      'permissions-policy': permissionsOf(scansCodes ? 'self' : '', hosts),
    }),
    ...(hasScriptsOfOthers && {
      'content-security-policy-report-only': [...trustedTypes, ...REPORTED].join('; '),
    }),
    'reporting-endpoints': `${ENDPOINT}="${REPORTS_PATH}"`,
  }
}

/** Content policy of a service worker: it asks for what its pages ask for, and loads no script. */
export function workerHeaders({ apiOrigin }: Pick<DocumentPolicy, 'apiOrigin'>): PageHeaders {
  return {
    'content-security-policy': [
      "default-src 'none'",
      ["connect-src 'self'", ...(apiOrigin === null ? [] : [apiOrigin])].join(' '),
      ...typesOnlyOf([]),
      ...REPORTED,
    ].join('; '),
    'reporting-endpoints': `${ENDPOINT}="${REPORTS_PATH}"`,
  }
}

/**
 * Content policy of a page that sends one form and loads nothing: the form may be redirected anywhere, because nobody
 * can list those addresses.
 * @param address of the form; a simulator's is not https.
 */
export function formHeaders({
  nonce,
  address,
}: {
  readonly nonce: string
  readonly address: string
}): PageHeaders {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      `form-action https: ${new URL(address).origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...typesOnlyOf([]),
      ...REPORTED,
    ].join('; '),
    'reporting-endpoints': `${ENDPOINT}="${REPORTS_PATH}"`,
  }
}

/** Content policy of a page that loads nothing and asks its own origin alone. */
export function stillPageHeaders({
  script,
  style,
}: {
  readonly script: string
  readonly style: string
}): PageHeaders {
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${script}`,
      `style-src ${style}`,
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...typesOnlyOf([]),
      ...REPORTED,
    ].join('; '),
    'reporting-endpoints': `${ENDPOINT}="${REPORTS_PATH}"`,
  }
}

/** No text becomes markup or a script, except through these policies. */
function typesOnlyOf(policies: readonly string[]): readonly string[] {
  const names = policies.length === 0 ? "'none'" : policies.join(' ')
  return ["require-trusted-types-for 'script'", `trusted-types ${names}`]
}
