import { sql } from 'kysely'

import { listed } from '../../db/list.ts'
import type { GroupedWrite } from '../../db/database.ts'
import { grouped, tried } from '../../db/grouped.ts'
import { VERSION_RAISED } from '../../db/version-raised.ts'
import type { ProviderRefs, ReturnHint } from '../port/port.ts'
import { type Attempt, ATTEMPT_COLUMNS, attemptOf } from './attempt.ts'

/** What a return of the browser brought, as its provider reads it. */
export interface Returned {
  readonly kept: ProviderRefs
  readonly hint: ReturnHint
}

/** What of a return can be stored: the database takes no zero character and no half of a pair. */
export function storableReturn({ kept, hint }: Returned): Returned {
  const storable = Object.entries(kept).filter(([, value]) => value.isWellFormed() && !value.includes('\0'))
  return { kept: Object.fromEntries(storable), hint }
}

/** The references that keep it, under names of their own, so that no return can pass for what the provider told us. */
export function refsOfReturn({ kept, hint }: Returned): ProviderRefs {
  const named = Object.entries(kept).map(([name, value]) => [`return_${name}`, value] as const)
  return { ...Object.fromEntries(named), return_hint: hint }
}

/** What a visitor's page says of their return. */
export interface ReturnDetails {
  readonly attemptId: string
  readonly returned: Returned
}

/**
 * Keeps it with an attempt whose visitor has something to do, and answers with what the attempt is now. `undefined` for any
 * other, because while a call is on its way the visitor's word changes nothing about it. Of several about one attempt a
 * statement keeps one.
 */
export const keepDetails: GroupedWrite<ReturnDetails, Attempt | undefined> = grouped(
  async (write, details) => {
    const refs = details.map(({ returned }) => JSON.stringify(refsOfReturn(returned)))
    const rows = await write
      .with(
        'asked',
        () => sql<{ attempt: string; refs: string; n: string }>`
          (select attempt, refs, n
            from ${listed(
              'a',
              {
                attempt: ['uuid', details.map(({ attemptId }) => attemptId)],
                refs: ['jsonb', refs],
              },
              'n',
            )})`,
      )
      .with('locked', db =>
        db
          .selectFrom('payment_attempts')
          .select('id as locked_id')
          .where('id', 'in', eb => eb.selectFrom('asked').select('attempt'))
          .orderBy('id')
          .forNoKeyUpdate(),
      )
      .updateTable('payment_attempts')
      .from(['asked', 'locked'])
      .set({
        provider_refs: sql<string>`provider_refs || asked.refs`,
        version: VERSION_RAISED,
      })
      .whereRef('id', '=', 'locked_id')
      .whereRef('id', '=', 'attempt')
      .where('state', '=', 'action_required')
      .where('operation', 'is', null)
      .returning(ATTEMPT_COLUMNS)
      .returning('n')
      .execute()
    const kept = new Map(rows.map(row => [Number(row.n), tried(() => attemptOf(row))]))
    return details.map((_details, index) => kept.get(index + 1))
  },
)
