import { randomUUID } from 'node:crypto'

import { SignJWT } from 'jose'

import type { Database } from '../src/platform/db/database.ts'
import { logIn } from '../src/orders/membership/log-in.ts'
import { hashPassword } from '../src/orders/membership/password.ts'

const MEMBER_ISSUER = 'https://members.example'
const MEMBER_SECRET = 'what only the tests and their servers share'

/** MEMBERSHIP_TOKEN_SECRETS for these sites, all with one issuer and one secret. */
export function memberTokenSecrets(siteKeys: readonly string[]): string {
  return JSON.stringify(
    Object.fromEntries(siteKeys.map(key => [key, { issuer: MEMBER_ISSUER, secret: MEMBER_SECRET }])),
  )
}

/** The flaw of a token, if any; times are seconds since 1970. */
export interface TokenOptions {
  readonly audience: string | string[]
  readonly loginId?: string
  readonly issuedAt?: number
  readonly expiresAt?: number | null
  readonly issuer?: string
  readonly secret?: string
  readonly algorithm?: string
}

/**
 * A token as an organisation issues it for one of its members. By default it is valid for five minutes from `issuedAt`.
 */
export function memberToken({
  audience,
  loginId,
  issuedAt = Math.floor(Date.now() / 1000),
  expiresAt = issuedAt + 300,
  issuer = MEMBER_ISSUER,
  secret = MEMBER_SECRET,
  algorithm = 'HS256',
}: TokenOptions): Promise<string> {
  const token = new SignJWT({
    ...(loginId !== undefined && { sub: loginId }),
    ...(expiresAt !== null && { exp: expiresAt }),
  })
  return token
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .sign(new TextEncoder().encode(secret))
}

export interface TestPromotion {
  readonly siteKey?: string
  readonly key?: string
  readonly value?: string
  readonly type?: 'percent' | 'fixed'
  readonly amount?: number
  readonly names?: Readonly<Record<string, string>>
}

/** Returns the promotion's id. */
export async function insertPromotion(db: Database, promotion: TestPromotion = {}): Promise<string> {
  const { siteKey = 'demo', key = 'club', value = randomUUID(), type = 'percent', amount = 10 } = promotion
  const names = promotion.names ?? { ja: 'ゴールド会員', en: 'Gold' }
  const id = randomUUID()
  await db.transaction(async tx => {
    const row = {
      membership_key: key,
      membership_value: value,
      promotion_type: type,
      promotion_amount: amount,
    }
    await tx
      .insertInto('membership_promotions')
      .values({ id, site_key: siteKey, ...row })
      .execute()
    const texts = Object.entries(names).map(([lang, name]) => ({ promotion_id: id, lang, name }))
    await tx.insertInto('membership_promotion_texts').values(texts).execute()
  })
  return id
}

export interface TestMember {
  readonly siteKey?: string
  readonly loginId?: string
  /** Null: the member can log in only with a token. */
  readonly password?: string | null
  readonly promotionId?: string | null
  readonly name?: string
}

/** Returns the login id. */
export async function insertMember(db: Database, member: TestMember = {}): Promise<string> {
  const { siteKey = 'demo', loginId = `${randomUUID()}@example.com`, promotionId = null } = member
  const { password = 'correct horse' } = member
  const row = {
    id: randomUUID(),
    site_key: siteKey,
    login_id: loginId,
    password_hash: password === null ? null : await hashPassword(password),
    promotion_id: promotionId,
    name: member.name ?? '灯 花',
    resident_area: '長野県',
    email: 'hana@example.com',
    phone: '090-1234-5678',
    age: '30-34',
    gender: 'female',
  }
  await db.transaction(tx => tx.insertInto('members').values(row).execute())
  return loginId
}

/** Logs a new member of `demo` in to an order, whose price is computed anew then. */
export async function logInMember(db: Database, token: string, promotion?: TestPromotion): Promise<void> {
  const promotionId = promotion === undefined ? null : await insertPromotion(db, promotion)
  const loginId = await insertMember(db, { promotionId, password: null })
  const answer = await logIn({ db }, { siteKey: 'demo', token, loginId })
  if (!('result' in answer)) throw new Error(`the login is refused: ${answer.code}`)
}
