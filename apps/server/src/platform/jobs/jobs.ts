import { isLanguage, type Language } from '@kippu/domain/language'
import * as v from 'valibot'

import { uuidOf } from '../uuid-of.ts'

/** Settings of the queue. */
export interface QueueSettings {
  /** How long a mail waits, in seconds, that its buyer's own request tries first. Default 10. */
  readonly confirmationDelaySeconds: number
}

interface JobDefinition<Name extends string, Data extends object> {
  readonly name: Name
  /** The shape of the data in the queue. Ids only: no personal data and no tokens. */
  readonly data: v.GenericSchema<unknown, Data>
  /** The UUID of a job; another job of its kind with the same is not queued. */
  readonly id: (data: Data) => string
  /** Seconds until it may begin. Default 0. */
  readonly startAfterSeconds?: (settings: QueueSettings) => number
}

/** A job as it is stored. */
export interface JobRow {
  /** A UUID. Another job of this name with the same id is not queued. */
  readonly id: string
  readonly name: string
  /** JSON. */
  readonly data: string
  /** Seconds until it may begin. */
  readonly startAfterSeconds: number
}

/** One kind of job as one value: its name, its data in the queue, and how it is queued. */
interface JobKind<Name extends string, Data extends object> {
  readonly name: Name
  /** The job that lies in the queue. @throws for data of another shape. */
  read(stored: unknown): { readonly name: Name } & Data
  rowOf(job: unknown, settings: QueueSettings): JobRow
}

function defineJob<const Name extends string, Data extends object>({
  name,
  data,
  id,
  startAfterSeconds = () => 0,
}: JobDefinition<Name, Data>): JobKind<Name, Data> {
  return {
    name,
    read: stored => ({ name, ...v.parse(data, stored) }),
    rowOf: (job, settings) => {
      const parsed = v.parse(data, job)
      return {
        id: id(parsed),
        name,
        data: JSON.stringify(parsed),
        startAfterSeconds: startAfterSeconds(settings),
      }
    },
  }
}

/** The confirmation mail of one generation: each time the buyer form is sent, the generation increases. */
const confirmationMail = defineJob({
  name: 'send-confirmation-mail',
  data: v.object({ orderId: v.string(), generation: v.number() }),
  id: confirmationJobId,
  startAfterSeconds: ({ confirmationDelaySeconds }) => confirmationDelaySeconds,
})

/** The id of the job of a generation: the process that has sent its mail can name the job. */
export function confirmationJobId(mail: { readonly orderId: string; readonly generation: number }): string {
  return uuidOf(`${mail.orderId}.${mail.generation}`)
}

/** The tickets of a reservation. One mail a reservation: its id is the job's. */
const completionMail = defineJob({
  name: 'send-completion-mail',
  data: v.object({ reservationId: v.string() }),
  id: ({ reservationId }) => reservationId,
})

/** Tells of a visit that was moved. One mail a change: its id is the job's. */
const changeMail = defineJob({
  name: 'send-change-mail',
  data: v.object({ orderId: v.string() }),
  id: ({ orderId }) => orderId,
})

/** The tickets of a reservation once more, in the language that was asked for. One mail for each time it was: `mailing` is the job's id. */
const ticketsAgain = defineJob({
  name: 'send-tickets-again',
  data: v.object({
    reservationId: v.string(),
    mailing: v.string(),
    lang: v.custom<Language>(lang => isLanguage(lang)),
  }),
  id: ({ mailing }) => mailing,
})

/**
 * The tickets of a reservation to an address that was corrected. Its buyer's own request tries it first. One mail a correction:
 * `mailing` is the job's id.
 */
const correctedTickets = defineJob({
  name: 'send-corrected-tickets',
  data: v.object({ reservationId: v.string(), mailing: v.string() }),
  id: ({ mailing }) => mailing,
  startAfterSeconds: ({ confirmationDelaySeconds }) => confirmationDelaySeconds,
})

/** Reminds of a visit. One mail a visit: the id of the order that gave the reservation its day is the job's. */
const reminderMail = defineJob({
  name: 'send-reminder-mail',
  data: v.object({ reservationId: v.string(), orderId: v.string() }),
  id: ({ orderId }) => orderId,
})

/** Thanks for a visit. One mail a reservation: its id is the job's. */
const thanksMail = defineJob({
  name: 'send-thanks-mail',
  data: v.object({ reservationId: v.string() }),
  id: ({ reservationId }) => reservationId,
})

/** Tells of a refund once all its parts are done. One mail a refund: its id is the job's. */
const refundMail = defineJob({
  name: 'send-refund-mail',
  data: v.object({ requestId: v.string() }),
  id: ({ requestId }) => requestId,
})

/**
 * Tells of a visit that does not take place. One mail for each reservation of a cancellation: the id of its row is the
 * job's. A second one goes to those who were told that the house would write, and may move after all.
 */
const cancellationMail = defineJob({
  name: 'send-cancellation-mail',
  data: v.object({ itemId: v.string(), second: v.optional(v.literal('move')) }),
  id: ({ itemId, second }) => (second === undefined ? itemId : uuidOf(`cancellation.${itemId}.${second}`)),
})

/** Hands tickets on by mail. One mail for each time it is asked for: the id of its row is the job's. */
const shareMail = defineJob({
  name: 'send-share-mail',
  data: v.object({ mailId: v.string() }),
  id: ({ mailId }) => mailId,
  startAfterSeconds: ({ confirmationDelaySeconds }) => confirmationDelaySeconds,
})

/** Tells a venue of its day. One mail a recipient, by its place in the setting `Summary_Mail`: the queue knows no address. */
const summaryMail = defineJob({
  name: 'send-summary-mail',
  data: v.object({ siteKey: v.string(), day: v.string(), recipient: v.number() }),
  id: ({ siteKey, day, recipient }) => uuidOf(`summary.${siteKey}.${day}.${recipient}`),
})

/** Tells somebody of the staff, by name: the queue knows no address. One mail for each thing that it is about. */
const staffMail = defineJob({
  name: 'send-staff-mail',
  data: v.object({
    staff: v.string(),
    about: v.variant('kind', [
      v.object({ kind: v.literal('invitation'), invitation: v.string() }),
      /** An owner was invited: all of them are told by whom. */
      v.object({ kind: v.literal('owner'), invitation: v.string(), invited: v.string(), by: v.string() }),
      /** The newest root of the log of actions. */
      v.object({ kind: v.literal('seal'), seal: v.number() }),
      /** Nobody else may agree to what somebody asked for. */
      v.object({ kind: v.literal('approval'), approval: v.string() }),
      /** Codes of coupons, as they are when the mail is sent. */
      v.object({
        kind: v.literal('codes'),
        mail: v.string(),
        siteKey: v.string(),
        typed: v.string(),
        by: v.string(),
      }),
      /** Their address is another one, or they left: the former one is told by whom. */
      v.object({ kind: v.literal('former'), change: v.string(), by: v.string() }),
    ]),
  }),
  id: ({ staff, about }) => uuidOf(`staff.${about.kind}.${aboutStaff(about)}.${staff}`),
})

type AboutStaff =
  | { readonly invitation: string }
  | { readonly seal: number }
  | { readonly approval: string }
  | { readonly change: string }
  | { readonly mail: string }

/** The thing that a mail to the staff is about. */
export function aboutStaff(about: AboutStaff): string {
  if ('seal' in about) return String(about.seal)
  if ('change' in about) return about.change
  if ('mail' in about) return about.mail
  return 'approval' in about ? about.approval : about.invitation
}

/** A change of tickets, for a wallet that has some of the reservation. One job a change: `change` is the job's id. */
const passesChanged = v.object({ reservationId: v.string(), change: v.string() })

/** Tells phones that passes have changed; they ask for them then. */
const applePasses = defineJob({
  name: 'push-apple-passes',
  data: passesChanged,
  id: ({ change }) => change,
})

/** Changes what Google has of tickets. */
const googlePasses = defineJob({
  name: 'update-google-passes',
  data: passesChanged,
  id: ({ change }) => change,
})

/** Every job there is. `mail/mail-worker.ts` and `tickets/wallet/wallet-worker.ts` bind a handler to each. */
export const JOBS = {
  [confirmationMail.name]: confirmationMail,
  [completionMail.name]: completionMail,
  [changeMail.name]: changeMail,
  [ticketsAgain.name]: ticketsAgain,
  [correctedTickets.name]: correctedTickets,
  [reminderMail.name]: reminderMail,
  [thanksMail.name]: thanksMail,
  [refundMail.name]: refundMail,
  [cancellationMail.name]: cancellationMail,
  [shareMail.name]: shareMail,
  [summaryMail.name]: summaryMail,
  [staffMail.name]: staffMail,
  [applePasses.name]: applePasses,
  [googlePasses.name]: googlePasses,
}

export type JobName = keyof typeof JOBS

/** Work to be done after a commit. */
export type JobOf<Name extends JobName> = ReturnType<(typeof JOBS)[Name]['read']>
export type Job = { [Name in JobName]: JobOf<Name> }[JobName]
export type ConfirmationJob = JobOf<'send-confirmation-mail'>
