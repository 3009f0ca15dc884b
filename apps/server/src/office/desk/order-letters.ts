import { sql } from 'kysely'

import type { Read } from '../../platform/db/database.ts'
import { list } from '../../platform/db/list.ts'
import { confirmationJobId } from '../../platform/jobs/jobs.ts'

/** A letter to the buyer, as the queue knows it; the queue forgets those that were sent after some days. */
export interface OrderLetter {
  /** The id of its job, the name of the job, and what lies there. */
  readonly id: string
  readonly job: string
  readonly data: unknown
  /** Stands for the words that were sent; null where nobody noted them. */
  readonly words: string | null
  readonly at: Date
  /** `completion`, `change`, `refund` … */
  readonly letter: string
  readonly state: 'waits' | 'sent' | 'failed'
  /** How often it was tried without success. */
  readonly failures: number
}

export interface LettersOf {
  readonly orderIds: readonly string[]
  readonly reservationId: string | null
}

/** The letters of a visit and of its orders. */
export async function readLetters(read: Read, of: LettersOf): Promise<readonly OrderLetter[]> {
  const confirmations = await confirmationIds(read, of.orderIds)
  const { rows } = await sql<OrderLetter>`
    with ids (name, id) as (
      select 'send-confirmation-mail', unnest(${list('uuid', confirmations)}::uuid[])
      union all select name, id from unnest(${list('uuid', of.orderIds)}::uuid[]) as id, (values ('send-change-mail'), ('send-reminder-mail')) as n (name)
      union all select name, ${of.reservationId}::uuid from (values ('send-completion-mail'), ('send-thanks-mail')) as n (name)
      union all select 'send-refund-mail', id from refund_requests where reservation_id = ${of.reservationId}::uuid
    ), found as (
      select j.* from ids join jobs.job j on j.name = ids.name and j.id = ids.id
      union all
      select j.* from jobs.job j
       where j.name in ('send-tickets-again', 'send-corrected-tickets') and j.data ->> 'reservationId' = ${of.reservationId}::text
      union all
      select j.* from visit_cancellation_items i join jobs.job j on j.data ->> 'itemId' = i.id::text
       where i.reservation_id = ${of.reservationId}::uuid and j.name = 'send-cancellation-mail'
    )
    select id, name as job, data, output ->> 'letter' as words, coalesce(completed_on, created_on) as at, regexp_replace(name, '^send-(.*?)(-mail)?$', '\\1') as letter,
           case state::text when 'completed' then 'sent' when 'failed' then 'failed' when 'cancelled' then 'failed' else 'waits' end as state,
           case when state::text in ('failed', 'retry') then greatest(retry_count, 1) else retry_count end as failures
      from found order by 1`.execute(read)
  return rows
}

/** The ids of the jobs of confirmation mails: one for each time that the form was sent. */
async function confirmationIds(read: Read, orderIds: readonly string[]): Promise<string[]> {
  const rows = await read
    .selectFrom('orders')
    .select(['id', 'mail_generation'])
    .where('id', 'in', [...orderIds])
    .execute()
  return rows.flatMap(({ id: orderId, mail_generation: newest }) =>
    Array.from({ length: newest + 1 }, (_, generation) => confirmationJobId({ orderId, generation })),
  )
}
