import { passesQuery } from '@kippu/contract/wallet-service'
import { type Wallet, WALLET_PAGES } from '@kippu/contract/wallets'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { isRefusal, refuse } from '../../platform/http/refusal.ts'
import { sendRefusal, urlOf } from '../../platform/http/route.ts'
import { walletsOf } from './accounts/wallet-accounts.ts'
import { createMakePasses } from './apple/apple-passes.ts'
import { bundlePasses } from './apple/pack-pass.ts'
import { phoneRoutes } from './apple/phone-routes.ts'
import { createGoogleTickets } from './google/google-tickets.ts'
import { type AskedPasses, putIntoWallet } from './passes/put-into-wallet.ts'
import type { PassRow } from './passes/queries.ts'
import type { WalletDeps } from './passes/wallet-deps.ts'

/** Tickets that one network may put into wallets in a minute: a signature costs some milliseconds of a processor. */
const PER_MINUTE = 60

const params = v.object({ reservation_token: v.string() })

/** Tickets in the wallets of phones (decision 65). */
export function walletRoutes(app: FastifyInstance, deps: WalletDeps): void {
  const makePasses = createMakePasses(deps)
  app.get(urlOf({ path: WALLET_PAGES.apple }), { config: { perMinute: PER_MINUTE } }, (request, reply) =>
    put(deps, 'apple', { request, reply }, async (rows, { lang }) => {
      const { site } = request
      const account = walletsOf(deps.env.wallets, site.key).apple
      if (account === null) return sendRefusal(reply, refuse('record not found'))
      const tokenOf = (row: PassRow): string => deps.tokens.deriveStored('wallet', row.id, row.tokenHash)
      const passes = await makePasses({ account, site, lang, rows, tokenOf })
      const [first] = passes
      if (first === undefined) return sendRefusal(reply, refuse('record not found'))
      return passes.length === 1
        ? sendFile(reply, first, 'pkpass')
        : sendFile(reply, bundlePasses(passes), 'pkpasses')
    }),
  )
  phoneRoutes(app, { ...deps, makePasses })
  const google = createGoogleTickets(deps)
  app.get(urlOf({ path: WALLET_PAGES.google }), { config: { perMinute: PER_MINUTE } }, (request, reply) =>
    put(deps, 'google', { request, reply }, async (rows, { lang }) => {
      const { site } = request
      const account = walletsOf(deps.env.wallets, site.key).google
      if (account === null) return sendRefusal(reply, refuse('record not found'))
      try {
        return await reply.redirect(await google.save({ account, site, lang, rows }), 303)
      } catch (error) {
        deps.log.error({ err: error, site: site.key }, 'tickets could not be put into Google Wallet')
        return sendRefusal(reply, refuse('busy'))
      }
    }),
  )
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Puts the tickets that are asked for into a wallet, and answers with them. */
async function put(
  deps: WalletDeps,
  wallet: Wallet,
  { request, reply }: Exchange,
  answer: (rows: readonly PassRow[], asked: AskedPasses) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { reservation_token: token } = v.parse(params, request.params)
  const query = v.safeParse(passesQuery, request.query)
  if (!query.success) return sendRefusal(reply, refuse('invalid_request'))
  const siteKey = request.site.key
  const lang = await deps.content.chooseLanguage(siteKey, query.output.lang)
  const asked = { siteKey, token, from: query.output.from, lang }
  const rows = await putIntoWallet(deps, wallet, asked)
  return isRefusal(rows) ? sendRefusal(reply, rows) : answer(rows, asked)
}

function sendFile(reply: FastifyReply, bytes: Buffer, kind: 'pkpass' | 'pkpasses'): FastifyReply {
  return reply
    .type(`application/vnd.apple.${kind}`)
    .header('content-disposition', `attachment; filename="tickets.${kind}"`)
    .send(bytes)
}
