import { SignJWT } from 'jose'

/** The values that an organisation and a site share: the issuer of tokens, and the secret that signs them. */
export interface TokenSecret {
  readonly issuer: string
  readonly secret: string
}

/** The secrets by site key. */
export type TokenSecrets = Readonly<Record<string, TokenSecret>>

/** The member, the site, and the seconds from now until the token expires. A negative number makes an expired token. */
export interface TokenQuestion {
  readonly site: string
  readonly member: string
  readonly seconds: number
}

/** Makes a token as an organisation gives it to its member: a JWT signed with HS256. */
export function mintToken({ issuer, secret }: TokenSecret, question: TokenQuestion): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const end = now + question.seconds
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(question.site)
    .setSubject(question.member)
    .setIssuedAt(Math.min(now, end))
    .setExpirationTime(end)
    .sign(new TextEncoder().encode(secret))
}
