import { sql } from 'kysely'
import * as v from 'valibot'

import { removeMembers } from '../../orders/membership/write-members.ts'
import type { Database } from '../../platform/db/database.ts'
import { site, uuid } from '../../platform/staff/inputs.ts'
import { recordAction, recordAlone } from '../../platform/staff/record-action.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { forgetImportedMembers } from '../catalogue/forget-members.ts'

export interface FoundMember {
  readonly id: string
  readonly loginId: string
  readonly name: string
  readonly email: string
  readonly phone: string
  /** The two words of their promotion: `club:gold`. */
  readonly promotion: string | null
  readonly hasOrder: boolean
}

interface Parts {
  readonly db: Database
}

const MOST_FOUND = 50

/** Members by a part of their login id, name or mail address; the log keeps who looked, and not for whom. */
export const findMembers = staffVerb({
  name: 'members find',
  permission: 'members:write',
  reach: 'site',
  input: v.object({ ...site, typed: v.pipe(v.string(), v.minLength(2)) }),
  run: async (
    { db }: Parts,
    { siteKey, typed }: { readonly siteKey: string; readonly typed: string },
    act: Act,
  ): Promise<readonly FoundMember[]> => {
    const word = typed.normalize('NFKC').toLowerCase()
    const { rows } = await db.read(read =>
      sql<FoundMember>`
        select m.id, m.login_id as "loginId", m.name, m.email, m.phone,
               p.membership_key || ':' || p.membership_value as promotion,
               exists (select from orders o where o.member_id = m.id) as "hasOrder"
          from members m left join membership_promotions p on p.id = m.promotion_id
         where m.site_key = ${siteKey}
           and position(${word} in lower(concat_ws(chr(10), m.login_id, normalize(m.name, nfkc), m.email))) > 0
         order by m.login_id limit ${MOST_FOUND}`.execute(read),
    )
    await recordAlone(db, act, { subject: 'members', details: { found: rows.length } })
    return rows
  },
})

export type Withdrawn = 'done' | 'unknown' | 'they have an order'

/** Takes somebody off the list of members, and out of the imports that could be taken back. Who has an order is erased with it, or stays. */
export const withdrawMember = staffVerb({
  name: 'members withdraw',
  permission: 'members:write',
  reach: 'site',
  input: v.object({ ...site, id: uuid }),
  run: (
    { db }: Parts,
    { siteKey, id }: { readonly siteKey: string; readonly id: string },
    act: Act,
  ): Promise<Withdrawn> =>
    db.transaction(async tx => {
      const member = await tx
        .selectFrom('members')
        .select(['login_id', 'email'])
        .where('site_key', '=', siteKey)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (member === undefined) return 'unknown'
      // Asked once nobody can get an order any more: one who got it meanwhile was waited for.
      const order = await tx.selectFrom('orders').select('id').where('member_id', '=', id).executeTakeFirst()
      if (order !== undefined) return 'they have an order'
      const { login_id: login, email } = member
      await removeMembers(tx, siteKey, [login])
      await forgetImportedMembers(tx, { siteKey, addresses: [email.toLowerCase()], logins: [login] })
      await recordAction(tx, act, { subject: id })
      return 'done'
    }),
})
