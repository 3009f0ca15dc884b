import { errors, jwtVerify, type JWTVerifyOptions } from 'jose'
import * as v from 'valibot'

import type { Clock } from '../../platform/clock.ts'
import type { Env } from '../../platform/variables/env.ts'
import { EnvError } from '../../platform/variables/env-error.ts'
import type { SiteDirectory } from '../../platform/http/sites.ts'

/** Reads the tokens with which organisations send their members to a site (docs/running.md). */
export interface MemberTokens {
  /** The login id in a token; `undefined` when the token is not valid for this site now. */
  loginIdOf(siteKey: string, token: string): Promise<string | undefined>
}

/** The maximum age of a token, whatever expiry it names, because it is part of an address. Seconds. */
const MOST_AGE_SECONDS = 3_600
/** How far the clocks of two organisations may differ. Seconds. */
const CLOCK_TOLERANCE_SECONDS = 30

const claims = v.object({ sub: v.pipe(v.string(), v.minLength(1), v.maxLength(254)), aud: v.string() })

interface MemberTokenParts {
  readonly clock: Clock
  readonly sites: Pick<SiteDirectory, 'all' | 'find'>
}

/**
 * Tokens are JWTs signed with HS256, with the secret that a site shares with its organisation, or with the former one.
 * @throws EnvError for a secret of a site that does not exist, and in production when a site with token logins has no
 * secret.
 */
export function createMemberTokens(
  { membershipTokenSecrets, production }: Pick<Env, 'membershipTokenSecrets' | 'production'>,
  { clock, sites }: MemberTokenParts,
): MemberTokens {
  const stranger = Array.from(membershipTokenSecrets.keys()).find(key => sites.find(key) === undefined)
  if (stranger !== undefined) throw new EnvError(`MEMBERSHIP_TOKEN_SECRETS: there is no site ${stranger}`)
  const mute = sites.all.find(
    ({ key, membership }) =>
      membership.loginType === 'Token' && !membership.disabled && !membershipTokenSecrets.has(key),
  )
  if (production && mute !== undefined)
    throw new EnvError(`MEMBERSHIP_TOKEN_SECRETS: production needs the secret of ${mute.key}`)

  return {
    loginIdOf: async (siteKey, token) => {
      const known = membershipTokenSecrets.get(siteKey)
      if (known === undefined) return undefined
      const required: JWTVerifyOptions = {
        algorithms: ['HS256'],
        issuer: known.issuer,
        audience: siteKey,
        requiredClaims: ['exp', 'sub'],
        maxTokenAge: MOST_AGE_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(clock.now()),
      }
      const { secret, formerSecret } = known
      const loginId = await loginIdIn(token, secret, required)
      if (loginId !== undefined || formerSecret === undefined) return loginId
      return loginIdIn(token, formerSecret, required)
    },
  }
}

async function loginIdIn(
  token: string,
  secret: string,
  required: JWTVerifyOptions,
): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), required)
    const read = v.safeParse(claims, payload)
    return read.success ? read.output.sub : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
