import { createHash } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { hangUp } from '../core/hang-up.ts'
import { isStoreOrigin } from '../core/origins.ts'
import { html } from '../core/pages/html.ts'
import { page } from '../core/pages/page.ts'
import { PAYER_PAGE_HEADERS } from '../core/pages/payer-page.ts'
import type { ProviderParts } from '../core/provider-parts.ts'
import { randomId } from '../core/random-id.ts'
import { CLIENT_ID, CLIENT_SECRET } from './account.ts'
import { type Flaw, FLAWS, makeIdToken, publicKeys } from './id-token.ts'

const CODE_MS = 5 * 60_000

/** The switches that tests may change: how ID tokens are signed, whether PKCE is announced, and the flaw of a token. */
export interface DAccountSwitches {
  readonly alg: 'RS256' | 'HS256'
  readonly pkce: boolean
  readonly flaw: Flaw
  readonly tokenFault: 'none' | 'drop'
}

interface Grant {
  readonly nonce: string
  readonly redirectUri: string
  readonly challenge: string | undefined
  readonly at: Date
}

export interface DAccountParts extends Pick<ProviderParts, 'now' | 'origin' | 'storeOrigins'> {
  readonly switches: DAccountSwitches
}

const authorizeSchema = v.object({
  response_type: v.literal('code'),
  scope: v.pipe(
    v.string(),
    v.check(scope => scope.split(' ').includes('openid')),
  ),
  client_id: v.literal(CLIENT_ID),
  redirect_uri: v.pipe(v.string(), v.url()),
  state: v.pipe(v.string(), v.nonEmpty()),
  nonce: v.pipe(v.string(), v.nonEmpty()),
  prompt: v.optional(v.string()),
  authif: v.picklist(['0', '1']),
  code_challenge: v.optional(v.string()),
  code_challenge_method: v.optional(v.literal('S256')),
})

/**
 * d ACCOUNT Connect: discovery, keys, the login page, and the exchange of codes. Codes are lost when the process ends.
 */
export function dAccountRoutes(app: FastifyInstance, parts: DAccountParts): void {
  const { now, origin, storeOrigins, switches } = parts
  const codes = new Map<string, Grant>()
  const issuer = () => `${origin()}/docomo`

  app.get('/.well-known/openid-configuration', () => ({
    issuer: issuer(),
    authorization_endpoint: `${issuer()}/oidc/authorize`,
    token_endpoint: `${issuer()}/token`,
    jwks_uri: `${issuer()}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    ...(switches.pkce && { code_challenge_methods_supported: ['S256'] }),
  }))

  app.get('/jwks', () => publicKeys())

  app.get('/oidc/authorize', (request, reply) => {
    reply.headers(PAYER_PAGE_HEADERS)
    const asked = v.parse(authorizeSchema, request.query)
    if (!isRegistered(asked.redirect_uri, storeOrigins))
      return reply.code(400).send(loginPage('redirect_uri is not registered'))
    return reply.send(loginPage())
  })

  app.post('/oidc/authorize', (request, reply) => {
    const asked = v.parse(authorizeSchema, request.query)
    const { answer } = v.parse(v.object({ answer: v.picklist(['login', 'cancel']) }), request.body)
    if (!isRegistered(asked.redirect_uri, storeOrigins))
      return reply.headers(PAYER_PAGE_HEADERS).code(400).send(loginPage('redirect_uri is not registered'))
    const back = new URL(asked.redirect_uri)
    back.searchParams.set('state', asked.state)
    if (answer === 'cancel') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomId('code')
      const { nonce, redirect_uri: redirectUri, code_challenge: challenge } = asked
      codes.set(code, { nonce, redirectUri, challenge, at: now() })
      back.searchParams.set('code', code)
    }
    return reply.headers(PAYER_PAGE_HEADERS).redirect(back.href, 303)
  })

  app.post('/token', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!isClient(request)) return reply.code(401).send({ error: 'invalid_client' })
    const grant = takeGrant(request, { codes, now: now() })
    if (grant === undefined) return reply.code(400).send({ error: 'invalid_grant' })
    if (switches.tokenFault === 'drop') return hangUp(reply)
    const { alg, flaw } = switches
    return reply.send({
      access_token: randomId('access'),
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await makeIdToken({ issuer: issuer(), nonce: grant.nonce, alg, flaw, now: new Date() }),
    })
  })
}

/** Switches of d ACCOUNT for tests: `POST /_sim/docomo/d-account`. */
export function dAccountControl(app: FastifyInstance, switches: DAccountSwitches): void {
  const schema = v.strictObject({
    alg: v.optional(v.picklist(['RS256', 'HS256'])),
    pkce: v.optional(v.boolean()),
    flaw: v.optional(v.picklist(FLAWS)),
    tokenFault: v.optional(v.picklist(['none', 'drop'])),
  })
  app.post('/d-account', (request, reply) => {
    Object.assign(switches, v.parse(schema, request.body))
    return reply.code(204).send()
  })
}

/** One static address for each of the store's sites, as it must be registered with docomo. */
function isRegistered(redirectUri: string, storeOrigins: readonly string[]): boolean {
  const { origin, pathname, search, hash } = new URL(redirectUri)
  return isStoreOrigin(origin, storeOrigins) && pathname === '/payment-return/docomo' && search + hash === ''
}

function isClient({ headers }: FastifyRequest): boolean {
  const [, encoded = ''] = /^Basic ([\w+/=]+)$/.exec(headers.authorization ?? '') ?? []
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return decodeURIComponent(id) === CLIENT_ID && decodeURIComponent(secret) === CLIENT_SECRET
}

const tokenSchema = v.object({
  grant_type: v.literal('authorization_code'),
  code: v.string(),
  redirect_uri: v.string(),
  code_verifier: v.optional(v.string()),
})

/**
 * Takes a code, which is valid once, for five minutes, with the address it was sent to and the verifier of its
 * challenge.
 */
function takeGrant(
  { body }: FastifyRequest,
  { codes, now }: { readonly codes: Map<string, Grant>; readonly now: Date },
): Grant | undefined {
  const asked = v.safeParse(tokenSchema, body)
  if (!asked.success) return undefined
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = asked.output
  const grant = codes.get(code)
  codes.delete(code)
  if (grant === undefined || grant.redirectUri !== redirectUri) return undefined
  if (now.getTime() - grant.at.getTime() > CODE_MS) return undefined
  const challenge =
    verifier === undefined ? undefined : createHash('sha256').update(verifier).digest('base64url')
  return challenge === grant.challenge ? grant : undefined
}

const STYLE = `
h1 { font-size: 1.625rem } main { max-width: 30rem; padding-top: clamp(1.5rem, 8vh, 5rem) }
form { display: grid; gap: .75rem } button { flex-direction: column; line-height: 1.35; min-height: 3.5rem }
button span { font-weight: 400; font-size: .8125rem }
`

function loginPage(problem?: string): string {
  const body = html`<p class="test">
      TEST — no real login <span lang="ja">テスト・実際のログインではありません</span>
    </p>
    <h1>Log in to d ACCOUNT<br /><span lang="ja">dアカウントでログイン</span></h1>
    <p class="soft">
      The real docomo asks for a name and a password here.<br /><span lang="ja"
        >実際にはここでドコモのログイン画面が開きます。</span
      >
    </p>
    ${
      problem === undefined
        ? html`<form method="post">
            <button class="primary" name="answer" value="login">
              Log in <span lang="ja">ログイン</span>
            </button>
            <button name="answer" value="cancel">Cancel <span lang="ja">キャンセル</span></button>
          </form>`
        : html`<p role="alert">${problem}</p>`
    }`
  return page({ title: 'TEST — d ACCOUNT / dアカウント', body, style: STYLE })
}
