import { MOST_WRONG_MAIL_CODES } from '@kippu/domain/form/mail-code'
import { sql } from 'kysely'

import type { GroupedWrite, Write } from '../../platform/db/database.ts'
import { grouped } from '../../platform/db/grouped.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { lockOrdersAsRead, type OrderAsRead, writtenOnes } from './lock-as-read.ts'

/** A wrong code was typed of the newest mail of an order, judged as it was read. */
export interface WrongMailCode {
  readonly order: OrderAsRead
}

/**
 * Counts wrong codes, for orders that are as they were read; `undefined` for any other, which is read and judged again. So of many
 * codes at once each is judged by a count that has all before it, and no more than {@link MOST_WRONG_MAIL_CODES} are wrong of one mail.
 */
export const countWrongMailCodes: GroupedWrite<WrongMailCode, true | undefined> = grouped(countTogether, {
  keysOf: ({ order }) => [order.id],
})

async function countTogether(
  write: Write,
  codes: readonly WrongMailCode[],
): Promise<Array<true | undefined>> {
  const orders = codes.map(({ order }) => order)
  const mayCount = sql`(o.mail_code_generation <> o.mail_generation
                        or o.wrong_mail_codes < ${sql.lit(MOST_WRONG_MAIL_CODES)})`
  const { rows } = await sql<{ id: string }>`
    with ${lockOrdersAsRead(orders, mayCount)}
    update orders o
       set wrong_mail_codes = case when o.mail_code_generation = o.mail_generation then o.wrong_mail_codes + 1 else 1 end,
           mail_code_generation = o.mail_generation, version = ${VERSION_RAISED}
     where o.id in (select id from locked_orders)
    returning o.id`.execute(write)
  return writtenOnes(codes, rows)
}
