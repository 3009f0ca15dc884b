import type { FieldTemplate } from '@kippu/domain/form/order-fields'

import type { GroupedRead } from '../db/database.ts'
import { ADDRESS_OF_MEMBER } from '../membership/find-member.ts'
import { type AskedOrder, orderFacts, type OrderRecord, recordOf } from '../orders/life/find-order.ts'
import { FIELD_TEMPLATES_OF_ORDER } from '../site-content/read-field-templates.ts'

/** What a buyer form is judged by. */
export interface FormFacts {
  readonly order: OrderRecord
  /** The stored address of the member who is logged in to the order. */
  readonly memberAddress: string | null
  /** The fields that the site shows. */
  readonly templates: readonly FieldTemplate[]
}

/** What the buyer form of the order that a token opens is judged by. */
export const formFactsByToken: GroupedRead<AskedOrder, FormFacts | undefined> = orderFacts(
  orders => orders.select([ADDRESS_OF_MEMBER.as('member_address'), FIELD_TEMPLATES_OF_ORDER.as('templates')]),
  row => ({ order: recordOf(row), memberAddress: row.member_address, templates: row.templates }),
)
