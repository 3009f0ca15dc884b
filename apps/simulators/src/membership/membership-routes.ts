import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { LIFETIMES, membershipPage } from './membership-page.ts'
import { mintToken, type TokenSecrets } from './mint-token.ts'

const MOST_SECONDS = 86_400

const question = v.object({
  site: v.string(),
  member: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
  seconds: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^-?\d{1,6}$/, 'must be whole seconds'),
      v.transform(Number),
      v.maxValue(MOST_SECONDS),
    ),
    String(LIFETIMES[0].seconds),
  ),
})

export interface MembershipParts {
  readonly secrets: TokenSecrets
  /** Origins of the store; one with `*` stands for every site. */
  readonly storeOrigins: readonly string[]
}

/** The organisation that issues tokens for members: a page for people, and the same as JSON for tests. */
export function membershipRoutes(app: FastifyInstance, { secrets, storeOrigins }: MembershipParts): void {
  const sites = Object.keys(secrets)
  const mint = async (asked: v.InferOutput<typeof question>) => {
    const secret = Object.hasOwn(secrets, asked.site) ? secrets[asked.site] : undefined
    if (secret === undefined) return undefined
    const token = await mintToken(secret, asked)
    return { token, url: `${storeOf(asked.site, storeOrigins)}/#/order?token=${token}` }
  }

  app.get('/', async (request, reply) => {
    const asked = v.safeParse(question, request.query)
    const [first = ''] = sites
    const shown = asked.success
      ? asked.output
      : { site: first, member: `${first}-1001`, seconds: LIFETIMES[0].seconds }
    const minted = asked.success ? await mint(asked.output) : undefined
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(membershipPage({ sites, ...shown, minted }))
  })

  app.get('/api/token', async (request, reply) => {
    const minted = await mint(v.parse(question, request.query))
    return minted ?? reply.code(404).send({ error: 'this site takes no tokens' })
  })
}

function storeOf(site: string, origins: readonly string[]): string {
  const pattern = origins.find(origin => origin.includes('*')) ?? origins[0] ?? 'http://*.localhost:3000'
  return pattern.replace('*', site)
}
