import type { FieldContent } from '@kippu/domain/form/order-fields'
import type { Language } from '@kippu/domain/language'
import type { OrderStatus } from '@kippu/domain/states/order'
import { sql } from 'kysely'

import {
  type CountedMail,
  countMails,
  type BoundConditions,
  type MailBound,
} from '../address-proofs/count-mails.ts'
import { keyOfMailbox } from '../address-proofs/counted-address.ts'
import { buyerColumns, sharingDomainOf } from '../buyers/buyer.ts'
import { list, listed } from '../../platform/db/list.ts'
import type { GroupedWrite, Write } from '../../platform/db/database.ts'
import { grouped } from '../../platform/db/grouped.ts'
import { VERSION_RAISED } from '../../platform/db/version-raised.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import { insertJobs } from '../../platform/jobs/insert-jobs.ts'
import { confirmationJobId, type JobRow } from '../../platform/jobs/jobs.ts'
import { nameMailDomainOf } from '../../stock/whole-holds.ts'
import type { OrderRecord } from './find-order.ts'
import { MOST_UNPROVEN_SECONDS } from './hold-times.ts'
import { lockOrdersAsRead } from './lock-as-read.ts'
import { verifyMove } from './move-order.ts'

/** The changes that a buyer form makes to an order, decided on the order as it was read. */
export interface FormChange {
  readonly order: Pick<OrderRecord, 'id' | 'status' | 'version'>
  readonly to: OrderStatus
  readonly answers: readonly FieldContent[]
  /** The language of the order's mails from now on. */
  readonly lang: Language
  /** How long the order is held from now on, at least; null: no longer than it is. */
  readonly holdSeconds: number | null
  /** `void`: no confirmation link works any more; a new one replaces the one before. */
  readonly link: 'kept' | 'void' | ConfirmationLink
}

interface ConfirmationLink {
  readonly generation: number
  readonly tokenHash: Buffer
  /** The job that mails the link. */
  readonly job: JobRow
  /** Where it goes, which network asks for it, and how many such mails there may be. */
  readonly mail: Pick<CountedMail, 'address' | 'network' | 'bounds'>
}

/** A form is stored, or nothing of it: the mail that it asks for would be one too many. */
export type StoredForm = 'stored' | MailBound

/**
 * Stores forms, and queues the mails of their links, for orders that are as they were read, and whose hold has not ended
 * since; `undefined` for any other. Of two forms of one order one is stored. A form whose mail would be one too many changes nothing.
 */
export const storeForms = storingForms()

/** @param conditions of {@link countMails}. */
export function storingForms(conditions?: BoundConditions): GroupedWrite<FormChange, StoredForm | undefined> {
  const count = countMails(conditions)
  return grouped((write, forms) => storeFormsTogether(write, forms, count), {
    keysOf: ({ order, link }) => [
      order.id,
      ...(typeof link === 'string' ? [] : [keyOfMailbox(link.mail.address)]),
    ],
  })
}

/** The row that the statement returns for each order that was as it was read. */
interface FormRow extends MailBound {
  readonly id: string
  readonly isStored: boolean
}

async function storeFormsTogether(
  write: Write,
  forms: readonly FormChange[],
  count: ReturnType<typeof countMails>,
): Promise<Array<StoredForm | undefined>> {
  for (const { order, to } of forms) if (to !== order.status) verifyMove(order, to)
  const buyers = forms.map(({ answers }) => buyerColumns(answers))
  const mails = forms.flatMap(({ order, link }): CountedMail[] =>
    typeof link === 'string' ? [] : [{ orderId: order.id, ...link.mail }],
  )
  const links = forms.map(({ link }) => (typeof link === 'string' ? undefined : link))
  const jobs = forms.flatMap(({ order, link }) =>
    typeof link === 'string' ? [] : [{ key: order.id, row: link.job }],
  )
  const { rows } = await sql<FormRow>`
    with ${lockOrdersAsRead(
      forms.map(({ order }) => order),
      sql`o.expires_at > now()`,
    )},
    ${count(mails, sql`select id from locked_orders`)},
    stored as (
      update orders o
         set status = a.status, customer_info = a.customer_info, email = a.email, lang = a.lang,
             mail_generation = coalesce(a.generation, o.mail_generation),
             mail_token_hash = case when a.keeps_link then o.mail_token_hash else a.token_hash end,
             expires_at = greatest(o.expires_at, case
               when a.status = 'ready_checkout' then now() + make_interval(secs => a.hold_seconds)
               else least(now() + make_interval(secs => a.hold_seconds),
                          o.created_at + make_interval(secs => ${sql.lit(MOST_UNPROVEN_SECONDS)})) end),
             version = ${VERSION_RAISED}
        from ${listed('a', {
          asked_id: ['uuid', forms.map(({ order }) => order.id)],
          status: ['text', forms.map(({ to }) => to)],
          customer_info: ['jsonb', buyers.map(buyer => buyer.customer_info)],
          email: ['text', buyers.map(({ email }) => email)],
          mail_domain: ['text', buyers.map(({ email }) => sharingDomainOf(email))],
          lang: ['text', forms.map(({ lang }) => lang)],
          hold_seconds: ['int', forms.map(({ holdSeconds }) => holdSeconds)],
          generation: ['int', links.map(link => link?.generation)],
          token_hash: ['bytea', links.map(link => link?.tokenHash)],
          keeps_link: ['boolean', forms.map(({ link }) => link === 'kept')],
        })}
       where o.id = a.asked_id and o.id in (select id from locked_orders)
         and (a.generation is null or o.id in (select order_id from counted_mails))
      returning o.id, o.expires_at, a.mail_domain, a.status = 'ready_checkout' as is_proved
    ), ${nameMailDomainOf(sql`stored`)}, queued as (
      ${insertJobs(jobs, sql`select id::text from stored`)}
    )
    select l.id, s.id is not null as "isStored", b.by, b.seconds as "retryAfter"
      from locked_orders l left join stored s on s.id = l.id left join bounded_mails b on b.order_id = l.id`.execute(
    write,
  )
  const found = new Map(rows.map(row => [row.id, row]))
  return forms.map(({ order }) => storedOf(found.get(order.id)))
}

function storedOf(row: FormRow | undefined): StoredForm | undefined {
  if (row === undefined) return undefined
  return row.isStored ? 'stored' : { by: row.by, retryAfter: row.retryAfter }
}

/** The confirmation mail of one generation. */
export interface MailedLink {
  readonly orderId: string
  readonly generation: number
}

/**
 * Notes that a confirmation mail needs no further try: it was taken, or refused for good. The generation never falls back
 * to an older one. Takes the mail's job out of the queue unless it has begun.
 */
export const noteMailedLinks: GroupedWrite<MailedLink, true> = grouped(
  async (write, mails) => {
    const ids = mails.map(({ orderId }) => orderId)
    await sql`
    with locked as (
      select id from orders where id = any(${list('uuid', ids)}::uuid[]) order by id for no key update
    ), needless as (
      ${deleteJobs('send-confirmation-mail', mails.map(confirmationJobId))}
    )
    update orders o set mailed_generation = a.generation, version = ${VERSION_RAISED}
      from locked, ${listed('a', {
        asked_id: ['uuid', ids],
        generation: ['int', mails.map(({ generation }) => generation)],
      })}
     where o.id = locked.id and a.asked_id = o.id and o.mailed_generation < a.generation`.execute(write)
    return mails.map(() => true)
  },
  { keysOf: ({ orderId }) => [orderId] },
)
