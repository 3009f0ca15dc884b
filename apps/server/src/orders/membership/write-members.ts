import { randomUUID } from 'node:crypto'

import { type Insertable, sql } from 'kysely'

import type { Tx } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import type { MembersTable } from '../../platform/db/schema.ts'

/** A member as a sheet says it; their login id names them. */
export interface WrittenMember extends Omit<Insertable<MembersTable>, 'id' | 'promotion_id'> {
  /** The pair of words of their promotion. */
  readonly promotion: { readonly key: string; readonly value: string } | null
}

/** Adds a member, or changes the one of the site that has this login id. */
export async function writeMember(tx: Tx, { promotion, ...member }: WrittenMember): Promise<void> {
  const found =
    promotion === null
      ? undefined
      : await tx
          .selectFrom('membership_promotions')
          .select('id')
          .where('site_key', '=', member.site_key)
          .where('membership_key', '=', promotion.key)
          .where('membership_value', '=', promotion.value)
          .executeTakeFirstOrThrow()
  const values = { ...member, promotion_id: found?.id ?? null }
  await tx
    .insertInto('members')
    .values({ ...values, id: randomUUID() })
    .onConflict(conflict => conflict.columns(['site_key', 'login_id']).doUpdateSet(values))
    .execute()
}

/** Removes members who have no order. */
export async function removeMembers(tx: Tx, siteKey: string, loginIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('site_key', '=', siteKey)
    .where('login_id', '=', sql<string>`any(${list('text', loginIds)}::text[])`)
    .execute()
}

/** Removes members whose orders have forgotten them. */
export async function eraseMembers(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from members where id = any(${list('uuid', ids)}::uuid[])`.execute(tx)
}
