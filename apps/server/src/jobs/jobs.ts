import * as v from 'valibot'

/** Settings of the queue. */
export interface QueueSettings {
  /** How long a confirmation mail waits, in seconds: its buyer's own request tries it first. */
  readonly confirmationDelaySeconds: number
}

/** How one job is queued. */
interface QueueOptions {
  /** Seconds until it may begin. */
  readonly startAfter?: number
  /** A UUID that the job has; another one with the same is not queued. */
  readonly id?: string
}

interface JobDefinition<Name extends string, Data extends object> {
  readonly name: Name
  /** The shape of the data in the queue. Ids only: no personal data and no tokens. */
  readonly data: v.GenericSchema<unknown, Data>
  readonly options: (data: Data, settings: QueueSettings) => QueueOptions
}

/** One kind of job as one value: its name, its data in the queue, and how it is queued. */
interface JobKind<Name extends string, Data extends object> {
  readonly name: Name
  /** The job that lies in the queue. @throws for data of another shape. */
  read(stored: unknown): { readonly name: Name } & Data
  /** The data and the options that the queue takes for a job. */
  queued(job: unknown, settings: QueueSettings): { readonly data: Data; readonly options: QueueOptions }
}

function defineJob<const Name extends string, Data extends object>({
  name,
  data,
  options,
}: JobDefinition<Name, Data>): JobKind<Name, Data> {
  return {
    name,
    read: stored => ({ name, ...v.parse(data, stored) }),
    queued: (job, settings) => {
      const parsed = v.parse(data, job)
      return { data: parsed, options: options(parsed, settings) }
    },
  }
}

/** The confirmation mail of one generation: each time the buyer form is sent, the generation increases (S-1.02). */
const confirmationMail = defineJob({
  name: 'send-confirmation-mail',
  data: v.object({ orderId: v.string(), generation: v.number() }),
  options: (_, { confirmationDelaySeconds }) => ({ startAfter: confirmationDelaySeconds }),
})

/** The tickets of a reservation. One mail a reservation: its id is the job's. */
const completionMail = defineJob({
  name: 'send-completion-mail',
  data: v.object({ reservationId: v.string() }),
  options: ({ reservationId }) => ({ id: reservationId }),
})

/** Tells of a refund once all its parts are done. One mail a refund: its id is the job's. */
const refundMail = defineJob({
  name: 'send-refund-mail',
  data: v.object({ requestId: v.string() }),
  options: ({ requestId }) => ({ id: requestId }),
})

/** Every job there is. `mail/mail-worker.ts` binds a handler to each. */
export const JOBS = {
  [confirmationMail.name]: confirmationMail,
  [completionMail.name]: completionMail,
  [refundMail.name]: refundMail,
}

export type JobName = keyof typeof JOBS

/** Work to be done after a commit. */
export type JobOf<Name extends JobName> = ReturnType<(typeof JOBS)[Name]['read']>
export type Job = { [Name in JobName]: JobOf<Name> }[JobName]
export type ConfirmationJob = JobOf<'send-confirmation-mail'>
