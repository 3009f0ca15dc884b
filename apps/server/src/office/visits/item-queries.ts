import { sql } from 'kysely'

import { afterSeconds } from '../../platform/db/after-seconds.ts'
import type { Read, Tx } from '../../platform/db/database.ts'
import { deleteWaitingJob } from '../../platform/jobs/delete-jobs.ts'
import type { JobQueue } from '../../platform/jobs/queue.ts'
import { type EndedItem, type JudgedItem, placeOfLetter, waitAfter } from './judge-item.ts'

/** A reservation of a cancellation that nobody has decided about. */
export interface WaitingItem {
  readonly id: string
  readonly siteKey: string
  readonly reservationId: string
  readonly orderId: string
  readonly spanIds: readonly number[]
  /** Null: the money goes back. */
  readonly movesUntil: Date | null
  readonly reason: string
  readonly tries: number
  /** The letter that it has had, on an earlier try. */
  readonly letter: string | null
}

/** The worker that took a reservation up has it alone for so long, in seconds; then another one does. */
const LEASE_SECONDS = 60

/** Takes waiting reservations up; of several workers each gets others. */
export async function claimItems(
  tx: Tx,
  { cancellationId, limit }: { readonly cancellationId: number; readonly limit: number },
): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`
    with due as (
      select id from visit_cancellation_items
       where cancellation_id = ${cancellationId} and state = 'waiting' and check_at <= now()
       order by check_at, id limit ${limit} for update skip locked
    )
    update visit_cancellation_items i set check_at = ${afterSeconds(LEASE_SECONDS)}, tries = i.tries + 1
      from due, visit_cancellations c where i.id = due.id and c.id = i.cancellation_id
    returning i.id, i.site_key as "siteKey", i.reservation_id as "reservationId", i.order_id as "orderId", c.span_ids as "spanIds",
              c.moves_until as "movesUntil", c.reason, i.tries, i.letter`.execute(tx)
  return rows
}

/** Writes what became of a reservation, with its letter. @throws when somebody else has decided, which undoes the transaction. */
export async function endItem(
  tx: Tx,
  { jobs }: { readonly jobs: JobQueue },
  item: Pick<WaitingItem, 'id' | 'letter'>,
  { state, code, letter, refundRequestId }: EndedItem,
): Promise<void> {
  const place = placeOfLetter(item.letter, letter)
  const { numUpdatedRows } = await tx
    .updateTable('visit_cancellation_items')
    .set({
      state,
      code,
      letter: place === null ? item.letter : letter,
      ...(refundRequestId !== undefined && { refund_request_id: refundRequestId }),
    })
    .where('id', '=', item.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('another worker has decided about this reservation')
  if (place === 'first') await jobs.enqueue(tx, { name: 'send-cancellation-mail', itemId: item.id })
  if (place !== 'second') return
  // A first one that has not gone yet would say the same as the second.
  await deleteWaitingJob('send-cancellation-mail', item.id).execute(tx)
  await jobs.enqueue(tx, { name: 'send-cancellation-mail', itemId: item.id, second: 'move' })
}

/** Writes what a judge says of a reservation: its end, or when it comes again. */
export async function writeJudged(
  tx: Tx,
  deps: { readonly jobs: JobQueue },
  item: WaitingItem,
  judged: JudgedItem,
): Promise<void> {
  if (judged.state !== 'waiting') return endItem(tx, deps, item, judged)
  await tx
    .updateTable('visit_cancellation_items')
    .set({ code: judged.code, check_at: afterSeconds(waitAfter(item.tries)) })
    .where('id', '=', item.id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Brings reservations whose money was on its way to where their refunds are. */
export async function followRefunds(tx: Tx, cancellationId: number): Promise<void> {
  await sql`
    with parts as (
      select i.id, coalesce(bool_and(f.state = 'done'), true) as is_done, coalesce(bool_or(f.state = 'failed'), false) as is_failed,
             coalesce(bool_or(f.needs_person and f.state <> 'done'), false) as is_for_person
        from visit_cancellation_items i left join refunds f on f.request_id = i.refund_request_id
       where i.cancellation_id = ${cancellationId} and i.refund_request_id is not null
         and i.state in ('refunding', 'failed', 'needs_person')
       group by i.id
    ), judged as (
      select id, case when is_done then 'done' when is_failed then 'failed' when is_for_person then 'needs_person' else 'refunding' end as state,
             case when is_done then 'refunded' when is_failed then 'the provider refused the refund'
                  when is_for_person then 'the refund needs a person' else 'refunded' end as code
        from parts
    )
    update visit_cancellation_items i set state = j.state, code = j.code from judged j where j.id = i.id and i.state <> j.state`.execute(
    tx,
  )
}

/** Whether something of a cancellation is still to be decided or on its way. */
export async function hasOpenItems(read: Read, cancellationId: number): Promise<boolean> {
  const open = await read
    .selectFrom('visit_cancellation_items')
    .select('id')
    .where('cancellation_id', '=', cancellationId)
    .where('state', 'in', ['waiting', 'refunding'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}
