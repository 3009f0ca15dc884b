import { join } from 'node:path'

import * as v from 'valibot'

import { openJsonLines } from './json-lines.ts'
import { ledgerEntrySchema } from './ledger.ts'
import { noticeSchema } from './notice.ts'
import type { ProviderParts } from './provider-parts.ts'
import type { Provider } from './providers.ts'

/** What every change of a provider may bring with it: movements of money, and notices to be sent. */
export const effects = {
  money: v.optional(v.array(ledgerEntrySchema)),
  outbox: v.optional(v.array(noticeSchema)),
}

type Effects = v.InferOutput<v.ObjectSchema<typeof effects, undefined>>

/** A provider's memory in front of one append-only file. */
export interface ProviderStore<Changes> {
  /** Writes everything one request changed as one line, applies it, and lets money and notices go. */
  commit(changes: Changes): void
  close(): void
}

/**
 * Opens `<provider>.jsonl`. Every line carries its own movements of money and its notices, so a process killed between
 * the line and the ledger writes them at the next start; both know what they have by its id.
 * @param schema one line: an object schema with `...effects` and the provider's own changed records.
 * @param apply puts the changed records of a line into the provider's maps.
 * @throws when the file belongs to another version.
 */
export function openProviderStore<Changes extends Effects>(
  { folder, ledger, notices }: Pick<ProviderParts, 'folder' | 'ledger' | 'notices'>,
  provider: Provider,
  schema: v.GenericSchema<unknown, Changes>,
  apply: (changes: Changes) => void,
): ProviderStore<Changes> {
  const take = (changes: Changes) => {
    apply(changes)
    for (const entry of changes.money ?? []) ledger.record(entry)
    for (const notice of changes.outbox ?? []) notices.send(notice)
  }
  const file = openJsonLines(join(folder, `${provider}.jsonl`), schema, take)
  return {
    commit(changes) {
      file.append(changes)
      take(changes)
    },
    close: () => file.close(),
  }
}
