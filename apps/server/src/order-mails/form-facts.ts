import type { FieldTemplate } from '@kippu/domain/form/order-fields'

import type { GroupedRead } from '../db/database.ts'
import { grouped, tried } from '../db/grouped.ts'
import { ADDRESS_OF_MEMBER } from '../membership/find-member.ts'
import { type AskedOrder, findByTokens, type OrderRecord, recordOf } from '../orders/life/find-order.ts'
import { FIELD_TEMPLATES_OF_ORDER } from '../site-content/read-field-templates.ts'

/** What a buyer form is judged by. */
export interface FormFacts {
  /** Undefined: the token opens none. */
  readonly order: OrderRecord | undefined
  /** The stored address of the member who is logged in to the order. */
  readonly memberAddress: string | null
  /** The fields that the site shows. */
  readonly templates: readonly FieldTemplate[]
}

/** What the buyer form of the order that a token opens is judged by. */
export const formFactsByToken: GroupedRead<AskedOrder, FormFacts> = grouped(async (read, asked) => {
  const rows = await findByTokens(read, { kind: 'order', asked }, orders =>
    orders.select([ADDRESS_OF_MEMBER.as('member_address'), FIELD_TEMPLATES_OF_ORDER.as('templates')]),
  )
  return rows.map(row =>
    tried(() => ({
      order: row && recordOf(row),
      memberAddress: row?.member_address ?? null,
      templates: row?.templates ?? [],
    })),
  )
})
