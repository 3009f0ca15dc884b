import {
  getMembershipPromotion,
  loginMember as loginMemberCall,
  loginMemberByToken as loginMemberByTokenCall,
  readMember as readMemberCall,
} from '@kippu/contract/membership'
import type { FastifyInstance } from 'fastify'

import type { Deps } from '../../platform/deps.ts'
import type { SiteContent } from '../../sites/content/site-content.ts'
import type { MemberTokens } from './member-tokens.ts'
import { serve } from '../../platform/http/route.ts'
import { getPromotion } from './promotions/get-promotion.ts'
import { loginMemberByToken } from './login-member-by-token.ts'
import { loginMember } from './login-member.ts'
import { readMember } from './read-member.ts'

export interface MembershipDeps extends Deps {
  readonly content: SiteContent
  readonly memberTokens: MemberTokens
}

/** Promotions of memberships, and members who log in to an order. */
export function membershipRoutes(app: FastifyInstance, deps: MembershipDeps): void {
  serve(
    app,
    getMembershipPromotion,
    async ({ query }, { site }) => {
      const pair = { siteKey: site.key, key: query.membership_key, value: query.membership_value }
      return getPromotion(deps, pair, await deps.content.chooseLanguage(site.key, query.lang))
    },
    { perMinute: 'guessesPerMinute' },
  )
  serve(
    app,
    loginMemberCall,
    ({ params, body }, { site, request }) =>
      loginMember(deps, site, {
        orderToken: params.id,
        loginId: body.email,
        password: body.password,
        address: request.ip,
      }),
    { perMinute: 'guessesPerMinute' },
  )
  serve(
    app,
    loginMemberByTokenCall,
    ({ params, body }, { site }) =>
      loginMemberByToken(deps, site, { orderToken: params.id, token: body.token }),
    { perMinute: 'guessesPerMinute' },
  )
  serve(app, readMemberCall, ({ params }, { site }) => readMember(deps, site, params.id))
}
