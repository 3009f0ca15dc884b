import { join } from 'node:path'

import * as v from 'valibot'

import { openJsonLines } from './json-lines.ts'
import { ledgerEntrySchema } from './ledger.ts'
import { noticeSchema } from './notice.ts'
import type { ProviderParts } from './provider-parts.ts'
import type { Provider } from './providers.ts'

/** The effects that every change of a provider may have: movements of money, and notices to be sent. */
export const effects = {
  money: v.optional(v.array(ledgerEntrySchema)),
  outbox: v.optional(v.array(noticeSchema)),
}

type Effects = v.InferOutput<v.ObjectSchema<typeof effects, undefined>>

/** A provider's records in memory, backed by one append-only file. */
export interface ProviderStore<Changes> {
  /** Writes all that one request changed as one line, applies it, records its money and sends its notices. */
  commit(changes: Changes): void
  close(): void
}

/**
 * Opens `<provider>.jsonl`. Every line carries its own movements of money and its notices: if the process is killed
 * between the line and the ledger, the next start writes them. The ledger and the notices ignore an id they already
 * have.
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
