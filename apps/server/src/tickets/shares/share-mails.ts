import { isLanguage, type Language } from '@kippu/domain/language'

import type { Database, Read, Tx } from '../../platform/db/database.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Deps } from '../../platform/deps.ts'
import { sql } from 'kysely'

/** A mail with the link of a share that was not sent yet. */
export interface PendingShareMail {
  readonly siteKey: string
  readonly shareId: string
  readonly tokenHash: Buffer
  readonly email: string
  readonly giverName: string
  /** Without links; lines are separated by `\n`. */
  readonly message: string
  readonly lang: Language
}

/** Undefined once it was sent, or where the link leads to nothing any more. */
export async function findPendingMail(read: Read, mailId: string): Promise<PendingShareMail | undefined> {
  const row = await read
    .selectFrom('share_mails as mail')
    .innerJoin('shares', 'shares.id', 'mail.share_id')
    .select([
      'shares.site_key as siteKey',
      'shares.id as shareId',
      'shares.token_hash as tokenHash',
      'mail.email',
      'mail.giver_name as giverName',
      'mail.message',
      'mail.lang',
    ])
    .where('mail.id', '=', mailId)
    .where('shares.taken_back_at', 'is', null)
    .where('shares.accepted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.email === null || !isLanguage(row.lang)) return undefined
  const { email, giverName, message, lang, ...share } = row
  return { ...share, email, lang, giverName: giverName ?? '', message: message ?? '' }
}

/** Nothing that the giver wrote is kept once the mail is sent, refused or needless. */
export async function emptyMail(tx: Tx, mailId: string): Promise<void> {
  await tx
    .updateTable('share_mails')
    .set({ email: null, giver_name: null, message: null })
    .where('id', '=', mailId)
    .execute()
}

const INTERVAL_MS = 60_000

/** Deletes what no longer counts, and after two weeks also what could not be sent. Returns how many. */
export function sweepShareMails({ db }: { readonly db: Database }): Promise<number> {
  return db.transaction(async tx => {
    const { numDeletedRows } = await tx
      .deleteFrom('share_mails')
      .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
      .where(sql<boolean>`(email is null or created_at < now() - interval '14 days')`)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

/** Runs {@link sweepShareMails} every minute until stopped; several servers may do so at once. */
export function startSweepingShareMails(deps: Pick<Deps, 'db' | 'log'>): { stop(): Promise<void> } {
  return runEvery(deps.log, {
    intervalMs: INTERVAL_MS,
    work: () => sweepShareMails(deps),
    failed: 'mails with tickets could not be swept',
  })
}
