import { sql } from 'kysely'

import { list } from '../../platform/db/list.ts'
import type { GroupedRead, Read } from '../../platform/db/database.ts'
import { grouped, tried } from '../../platform/db/grouped.ts'
import { type Attempt, ATTEMPT_COLUMNS, attemptOf } from './attempt.ts'
import { hashOfName, type PaymentName } from './payment-name.ts'

/** The names that attempts are asked for by: ids of ours, and the provider's intents. */
export interface AskedAttempts {
  readonly ids: readonly string[]
  readonly intents: readonly string[]
}

/** The attempts that have one of the ids or intents. Locks nothing. */
export const namedAttempts: GroupedRead<AskedAttempts, readonly Attempt[]> = grouped(async (read, asked) => {
  const found = await findNamed(read, {
    ids: asked.flatMap(({ ids }) => ids),
    intents: asked.flatMap(({ intents }) => intents),
  })
  return asked.map(({ ids, intents }) =>
    tried(() =>
      found.filter(({ id, intent }) => ids.includes(id) || intents.includes(intent ?? '')).map(attemptOf),
    ),
  )
})

/** Rows for {@link attemptOf}. */
async function findNamed(
  read: Read,
  { ids, intents }: AskedAttempts,
): Promise<ReadonlyArray<{ readonly id: string; readonly intent: string | null }>> {
  if (ids.length === 0 && intents.length === 0) return []
  return read
    .selectFrom('payment_attempts')
    .select(ATTEMPT_COLUMNS)
    .select(sql<string | null>`provider_refs ->> 'intent'`.as('intent'))
    .where(
      'id',
      '=',
      sql<string>`any(array(select unnest(${list('uuid', ids)}) union all
        select id from payment_attempts where provider_refs ->> 'intent' = any(${list('text', intents)}::text[])))`,
    )
    .execute()
}

/** The name of a payment and the site at which it came. */
export interface AskedPayment {
  readonly siteKey: string
  readonly name: PaymentName
}

export interface FoundPayment {
  readonly attempt: Attempt
  /** The version of the attempt: raised by every change of it. */
  readonly version: number
  /** The returns and webhook events that are stored of it. */
  readonly events: number
}

/** The facts of the payment of a site that a number or a reference names. */
export const paymentByName: GroupedRead<AskedPayment, FoundPayment | undefined> = grouped(
  async (read, asked) => {
    const hashes = asked.map(({ name }) => hashOfName(name))
    const rows = await read
      .selectFrom('payment_attempts')
      .select(ATTEMPT_COLUMNS)
      .select([
        'payment_number_hash as hash',
        'version',
        sql<number>`(select count(*)::integer from provider_events
          where provider_events.attempt_id = payment_attempts.id)`.as('events'),
      ])
      .where(
        'payment_number_hash',
        '=',
        sql<Buffer>`any(${list(
          'bytea',
          hashes.filter(hash => hash !== undefined),
        )}::bytea[])`,
      )
      .execute()
    const found = new Map(rows.map(row => [row.hash.toString('hex'), row]))
    return asked.map(({ siteKey }, index) => {
      const row = found.get(hashes[index]?.toString('hex') ?? '')
      if (row?.siteKey !== siteKey) return undefined
      return tried(() => ({ attempt: attemptOf(row), version: row.version, events: row.events }))
    })
  },
)
