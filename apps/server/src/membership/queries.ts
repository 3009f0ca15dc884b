import type { Language } from '@kippu/domain/language'
import { sql } from 'kysely'

import type { Tx } from '../db/database.ts'

export interface MemberRow {
  readonly id: string
  readonly password_hash: string | null
  readonly promotion_id: string | null
}

/** The member of a site with a login id, as it is stored. */
export async function findMember(
  tx: Tx,
  { siteKey, loginId }: { readonly siteKey: string; readonly loginId: string },
): Promise<MemberRow | undefined> {
  return tx
    .selectFrom('members')
    .select(['id', 'password_hash', 'promotion_id'])
    .where('site_key', '=', siteKey)
    .where('login_id', '=', loginId)
    .executeTakeFirst()
}

export interface MemberInfoRow {
  readonly name: string
  readonly resident_area: string
  readonly email: string
  readonly phone: string
  readonly age: string
  readonly gender: string
}

export async function findMemberInfo(tx: Tx, memberId: string): Promise<MemberInfoRow> {
  return tx
    .selectFrom('members')
    .select(['name', 'resident_area', 'email', 'phone', 'age', 'gender'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Binds a member to an order, with the promotion that the order has from now on. */
export async function updateMember(
  tx: Tx,
  order: { readonly orderId: string; readonly memberId: string; readonly promotionId: string | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ member_id: order.memberId, promotion_id: order.promotionId })
    .where('id', '=', order.orderId)
    .execute()
}

export interface PromotionPair {
  readonly siteKey: string
  readonly membershipKey: string
  readonly membershipValue: string
}

export interface PromotionRow {
  readonly id: string
  readonly name: string | null
  readonly promotion_type: string
  readonly promotion_amount: number
}

/** The promotion that a pair names on a site, in `lang` or, where the venue wrote nothing in it, in the site's first language. */
export async function findPromotion(
  tx: Tx,
  { siteKey, membershipKey, membershipValue }: PromotionPair,
  lang: Language,
): Promise<PromotionRow | undefined> {
  return tx
    .selectFrom('membership_promotions')
    .innerJoin('languages', join =>
      join
        .onRef('languages.site_key', '=', 'membership_promotions.site_key')
        .on('languages.is_default', '=', true),
    )
    .leftJoin('membership_promotion_texts as asked', join =>
      join.onRef('asked.promotion_id', '=', 'membership_promotions.id').on('asked.lang', '=', lang),
    )
    .leftJoin('membership_promotion_texts as fallback', join =>
      join
        .onRef('fallback.promotion_id', '=', 'membership_promotions.id')
        .onRef('fallback.lang', '=', 'languages.id'),
    )
    .select(['membership_promotions.id', 'promotion_type', 'promotion_amount'])
    .select(eb => eb.fn.coalesce('asked.name', 'fallback.name').as('name'))
    .where('membership_promotions.site_key', '=', siteKey)
    .where('membership_key', '=', membershipKey)
    .where('membership_value', '=', membershipValue)
    .executeTakeFirst()
}

/** What a failed login is counted for on a site: SHA-256 of a login id, or of the address of a client. */
export interface FailureSubject {
  readonly siteKey: string
  readonly subjectHash: Buffer
}

/** Nobody else counts or adds failures of the subject until the transaction ends. */
export async function lockFailures(tx: Tx, { siteKey, subjectHash }: FailureSubject): Promise<void> {
  const name = `login failures of ${siteKey} ${subjectHash.toString('hex')}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Failures of the subject that are younger than so many minutes. */
export async function countFailures(
  tx: Tx,
  { siteKey, subjectHash }: FailureSubject,
  minutes: number,
): Promise<number> {
  const { count } = await tx
    .selectFrom('login_failures')
    .select(eb => eb.fn.countAll<string>().as('count'))
    .where('site_key', '=', siteKey)
    .where('subject_hash', '=', subjectHash)
    .where('failed_at', '>', minutesAgo(minutes))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface Failure extends FailureSubject {
  readonly id: string
}

export async function insertFailures(tx: Tx, failures: readonly Failure[]): Promise<void> {
  const rows = failures.map(({ id, siteKey, subjectHash }) => ({
    id,
    site_key: siteKey,
    subject_hash: subjectHash,
    failed_at: sql<Date>`now()`,
  }))
  await tx.insertInto('login_failures').values(rows).execute()
}

export async function deleteFailures(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('login_failures').where('id', 'in', ids).execute()
}

/** Answers how many were older. */
export async function deleteOldFailures(tx: Tx, minutes: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('login_failures')
    .where('failed_at', '<=', minutesAgo(minutes))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** By the database's clock, so that servers whose clocks differ agree. */
function minutesAgo(minutes: number) {
  return sql<Date>`now() - make_interval(mins => ${minutes})`
}
