import { SignJWT } from 'jose'

/** What an organisation and a site share: who issues tokens, and the secret that signs them. */
export interface TokenSecret {
  readonly issuer: string
  readonly secret: string
}

/** By site key. */
export type TokenSecrets = Readonly<Record<string, TokenSecret>>

/** Whose token for which site, and how many seconds from now it is good; a negative number is over already. */
export interface TokenQuestion {
  readonly site: string
  readonly member: string
  readonly seconds: number
}

/** A token as an organisation gives it to its member: a JWT signed with HS256. */
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
