import { join } from 'node:path'

import { openJsonLines } from '../json-lines.ts'
import type { Ledger } from '../ledger.ts'
import { changesSchema } from './records.ts'
import type { Challenge, Changes, Intent, Notice, PaymentMethod, Refund, StoredAnswer } from './records.ts'

/** Stripe's memory: maps in front of one append-only file. */
export type StripeStore = {
  paymentMethods: ReadonlyMap<string, PaymentMethod>
  intents: ReadonlyMap<string, Intent>
  challenges: ReadonlyMap<string, Challenge>
  refunds: ReadonlyMap<string, Refund>
  notices: ReadonlyMap<string, Notice>
  answers: ReadonlyMap<string, StoredAnswer>
  /** Writes all changes as one line, then the ledger. A change of a known id replaces the record. */
  commit(changes: Changes): void
  /** Hands over every notice not yet delivered, and from now on each new one. One watcher. */
  watchNotices(watcher: (notice: Notice) => void): void
  close(): void
}

/**
 * Opens `stripe.jsonl` in the folder. Every line carries its own movements of money, so a process killed between the
 * line and the ledger writes them to the ledger at the next start.
 */
export function openStripeStore(folder: string, ledger: Ledger): StripeStore {
  const paymentMethods = new Map<string, PaymentMethod>()
  const intents = new Map<string, Intent>()
  const challenges = new Map<string, Challenge>()
  const refunds = new Map<string, Refund>()
  const notices = new Map<string, Notice>()
  const answers = new Map<string, StoredAnswer>()
  let watcher = (_notice: Notice): void => {}

  const apply = (changes: Changes) => {
    for (const entry of changes.money ?? []) ledger.record(entry)
    for (const method of changes.paymentMethods ?? []) paymentMethods.set(method.id, method)
    for (const intent of changes.intents ?? []) intents.set(intent.id, intent)
    for (const challenge of changes.challenges ?? []) challenges.set(challenge.token, challenge)
    for (const refund of changes.refunds ?? []) refunds.set(refund.id, refund)
    for (const notice of changes.notices ?? []) notices.set(notice.id, notice)
    for (const answer of changes.answers ?? []) answers.set(answer.key, answer)
  }
  const file = openJsonLines(join(folder, 'stripe.jsonl'), changesSchema, apply)

  return {
    paymentMethods,
    intents,
    challenges,
    refunds,
    notices,
    answers,
    commit(changes) {
      const fresh = (changes.notices ?? []).filter(notice => !notices.has(notice.id))
      file.append(changes)
      apply(changes)
      for (const notice of fresh) watcher(notice)
    },
    watchNotices(wanted) {
      watcher = wanted
      for (const notice of notices.values()) wanted(notice)
    },
    close: () => file.close(),
  }
}
