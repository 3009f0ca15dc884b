import type { FieldTemplate } from '@kippu/domain/form/order-fields'

import type { GroupedRead } from '../../platform/db/database.ts'
import { ADDRESS_OF_MEMBER } from '../../orders/membership/find-member.ts'
import {
  type AskedOrder,
  askedWithToken,
  orderFacts,
  type OrderRecord,
  recordOf,
} from '../../orders/life/find-order.ts'
import { type DomainDay, domainDaysOfOrder } from '../../stock/domain-days.ts'
import { FIELD_TEMPLATES_OF_ORDER } from '../../sites/content/read-field-templates.ts'

/** The facts by which a buyer form is judged. */
export interface FormFacts {
  readonly order: OrderRecord
  /** The stored address of the member who is logged in to the order. */
  readonly memberAddress: string | null
  /** The fields that the site shows. */
  readonly templates: readonly FieldTemplate[]
  /** The days of which the order holds something while its address is not proved, as the share of the mail domain needs them. */
  readonly domainDays: readonly DomainDay[]
}

/** A form, and the domain of the address that it gives. */
export interface AskedForm extends AskedOrder {
  readonly mailDomain: string | undefined
}

/** Reads the facts by which the buyer form of the order that a token opens is judged. */
export const formFactsByToken: GroupedRead<AskedForm, FormFacts | undefined> = orderFacts(
  (orders, hashes, asked: readonly AskedForm[]) =>
    orders.select([
      ADDRESS_OF_MEMBER.as('member_address'),
      FIELD_TEMPLATES_OF_ORDER.as('templates'),
      domainDaysOfOrder(
        askedWithToken(
          hashes,
          asked.map(({ mailDomain }) => mailDomain),
        ),
      ).as('domain_days'),
    ]),
  row => ({
    order: recordOf(row),
    memberAddress: row.member_address,
    templates: row.templates,
    domainDays: row.domain_days,
  }),
)
