import { randomUUID } from 'node:crypto'

import type { Answer, RefusalOf } from '@kippu/contract/call'
import type { mailShare as mailShareCall } from '@kippu/contract/shares'
import { violationOf } from '@kippu/domain/form/field-rules'
import { cleanLine } from '@kippu/domain/form/normalise'
import { normaliseAnswer } from '@kippu/domain/form/order-fields'
import type { Language } from '@kippu/domain/language'
import { withoutLinks } from '@kippu/domain/without-links'
import { sql } from 'kysely'

import { countedAddress } from '../../orders/address-proofs/counted-address.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import type { JobOf } from '../../platform/jobs/jobs.ts'
import { PAID_YEN } from '../paid-yen.ts'
import { hashToken, isTokenOf } from '../../platform/tokens.ts'
import { findVisitState } from './find-visit-state.ts'
import { lockName } from '../../platform/db/lock-name.ts'

type ShareMailJob = JobOf<'send-share-mail'>

/** Sends the mail while its giver still waits, so that an address that is refused at once is told. */
export interface FirstTryOfShares {
  /** `later`: not known yet, or the mail server is away; the queue has the mail and tries again. */
  sendShare(job: ShareMailJob): Promise<'sent' | 'refused' | 'later'>
}

export interface MailShareDeps extends Pick<Deps, 'db' | 'env' | 'jobs' | 'log' | 'clock'> {
  readonly firstTry: FirstTryOfShares
}

export interface MailShare {
  readonly siteKey: string
  /** The token of the link. */
  readonly token: string
  /** As they were typed. */
  readonly email: string
  readonly name: string
  readonly message: string
  readonly lang: Language
}

type CannotMail = Refusal<RefusalOf<typeof mailShareCall>>

/**
 * Mails for one reservation, and to one mailbox, within so many hours, for all who ask together. Without the day, one
 * paid visit would mail 240 strangers a day until it is over, and one mailbox would get 72.
 */
const BOUNDS = [
  { by: 'reservation', hours: 1, most: 10 },
  { by: 'reservation', hours: 24, most: 50 },
  { by: 'recipient', hours: 1, most: 3 },
  { by: 'recipient', hours: 24, most: 6 },
] as const

/**
 * Mails the link of a share, in words of the giver without anything that leads elsewhere. The mail is queued in the
 * transaction that counts it, so that it goes out even if this process ends now.
 */
export async function mailShare(
  { db, env, jobs, log, clock, firstTry }: MailShareDeps,
  asked: MailShare,
): Promise<Answer<typeof mailShareCall> | CannotMail> {
  if (!isTokenOf('share', asked.token)) return refuse('record not found')
  const email = normaliseAnswer('email', asked.email)
  if (violationOf('email', true, email) !== null) return refuse('invalid email address')
  const letter = {
    email,
    name: withoutLinks(cleanLine(asked.name)),
    message: withoutLinks(cleanLines(asked.message)),
    lang: asked.lang,
    recipientHash: countedAddress(env, email).recipientHash,
  }
  if (letter.name === '')
    return refuse('invalid_request', { fields: [{ field: 'name', rule: 'common_validate_required' }] })
  const job = await db.transaction(async tx => {
    const stored = await storeMail(tx, asked, { ...letter, nowMs: clock.now() })
    if (!isRefusal(stored)) await jobs.enqueue(tx, stored)
    return stored
  })
  if (isRefusal(job)) {
    const { boundedBy: by, retryAfter } = job.details
    if (job.code === 'too many mails')
      log.warn({ by, retryAfter, site: asked.siteKey }, 'a mail with tickets would be one too many')
    return job
  }
  const result = await firstTry.sendShare(job)
  if (result !== 'later')
    await db.transaction(async tx => void (await deleteJobs(job.name, [job.mailId]).execute(tx)))
  return result === 'refused' ? refuse('invalid email address') : { mail_sent: true }
}

/** Lines of a message, without marks that nobody sees and without more than one empty line in a row. */
function cleanLines(text: string): string {
  return text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map(line => cleanLine(line).trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

interface ShareLetter extends Pick<MailShare, 'email' | 'name' | 'message' | 'lang'> {
  readonly recipientHash: Buffer
  /** In ms since 1970. */
  readonly nowMs: number
}

interface MailableShare {
  readonly id: string
  readonly reservationId: string
  readonly isAccepted: boolean
  readonly hasTickets: boolean
  /** Yen. */
  readonly paid: number
}

async function storeMail(
  tx: Tx,
  { siteKey, token }: Pick<MailShare, 'siteKey' | 'token'>,
  { email, name, message, lang, recipientHash, nowMs }: ShareLetter,
): Promise<ShareMailJob | CannotMail> {
  const share = await lockShare(tx, { siteKey, token })
  if (share?.hasTickets !== true) return refuse('record not found')
  // A visit that is over would mail strangers for ever.
  if ((await findVisitState(tx, share.reservationId)).endsAtMs <= nowMs) return refuse('record not found')
  if (share.isAccepted) return refuse('share accepted already')
  if (share.paid <= 0)
    return refuse('invalid_request', { fields: [{ field: 'share_token', rule: 'not_paid' }] })
  const tooMany = await boundOf(tx, share, recipientHash)
  if (tooMany !== null) return tooMany
  const id = randomUUID()
  await tx
    .insertInto('share_mails')
    .values({
      id,
      share_id: share.id,
      reservation_id: share.reservationId,
      recipient_hash: recipientHash,
      email,
      giver_name: name,
      message,
      lang,
      created_at: sql<Date>`now()`,
    })
    .execute()
  return { name: 'send-share-mail', mailId: id }
}

/** The share behind a link. Nobody else mails anything of its reservation until the transaction ends. */
async function lockShare(
  tx: Tx,
  { siteKey, token }: Pick<MailShare, 'siteKey' | 'token'>,
): Promise<MailableShare | undefined> {
  const { rows } = await sql<MailableShare>`
    select s.id, s.reservation_id as "reservationId", s.accepted_at is not null as "isAccepted",
           exists (select from tickets t where t.share_id = s.id and t.revoked_at is null) as "hasTickets",
           ${PAID_YEN} as paid
      from shares s join reservations reservation on reservation.id = s.reservation_id
     where s.token_hash = ${hashToken(token)} and s.site_key = ${siteKey} and s.taken_back_at is null
       and reservation.status = 'active'
       for no key update of reservation`.execute(tx)
  return rows[0]
}

/** By the database's clock. Mails to one mailbox wait for each other, whatever they are for, and for those of some others: names are few. */
async function boundOf(
  tx: Tx,
  { reservationId }: MailableShare,
  recipientHash: Buffer,
): Promise<Refusal<'too many mails'> | null> {
  await lockName(tx, `mailboxes ${recipientHash.toString('hex', 0, 1)}`)
  const { rows } = await sql<{ by: string; hours: number; mails: number; seconds: number }>`
    select m.by, w.hours, count(*)::integer as mails,
           greatest(1, ceil(extract(epoch from min(m.created_at) + make_interval(hours => w.hours) - now())))::integer as seconds
      from (select 'reservation' as by, created_at from share_mails where reservation_id = ${reservationId}::uuid
            union all select 'recipient', created_at from share_mails where recipient_hash = ${recipientHash}) as m
     cross join (values (1), (24)) as w (hours)
     where m.created_at > now() - make_interval(hours => w.hours) group by m.by, w.hours`.execute(tx)
  const full = BOUNDS.flatMap(({ by, hours, most }) =>
    rows.filter(row => row.by === by && row.hours === hours && row.mails >= most),
  ).toSorted((one, other) => other.seconds - one.seconds)[0]
  if (full === undefined) return null
  return refuse('too many mails', {
    fields: [{ field: 'email', rule: `too_many_mails_of_${full.by}` }],
    retryAfter: full.seconds,
  })
}
