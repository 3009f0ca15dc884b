import type { Tx } from '../../db/database.ts'
import { keepRefs } from './attempt-queries.ts'
import type { ProviderRefs, ReturnHint } from '../port/port.ts'

/** What a return of the browser brought, as its provider reads it. */
export interface Returned {
  readonly kept: ProviderRefs
  readonly hint: ReturnHint
}

/** Keeps it with the attempt under names of its own, so that no return can pass for what the provider told us. */
export async function keepReturn(tx: Tx, attemptId: string, { kept, hint }: Returned): Promise<void> {
  const named = Object.entries(kept).map(([name, value]) => [`return_${name}`, value] as const)
  await keepRefs(tx, attemptId, { ...Object.fromEntries(named), return_hint: hint })
}
