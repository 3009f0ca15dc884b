import { sql, type UpdateObject } from 'kysely'

import type { Schema } from '../src/db/schema.ts'
import type { Attempt } from '../src/payments/attempts/attempt.ts'
import { readAttempt } from '../src/payments/attempts/attempt-queries.ts'
import type { PaymentProvider } from '../src/payments/port/port.ts'
import { createPaymentsApp, type PaymentsApp, type ReadyOrder } from './payments-app.ts'
import { replacedPayments } from './scripted-payments.ts'

export type Call = 'start' | 'resume' | 'query' | 'capture' | 'cancelAuthorization' | 'refund'

/** What the provider answers instead of asking Stripe. */
export type Answers = Partial<Pick<PaymentProvider, Call | 'lateSeconds'>>

/** Columns of an attempt. */
export type AttemptRow = UpdateObject<Schema, 'payment_attempts'>

export interface OpenAttempt {
  readonly order: ReadyOrder
  readonly id: string
}

export interface ScriptedAttempts {
  readonly shop: PaymentsApp
  /** What the provider was asked since the newest attempt was opened. */
  readonly asked: readonly Call[]
  /** A payment whose visitor is at the bank, then changed as if more had happened; from now on the provider answers so. */
  open(row: AttemptRow, answers: Answers): Promise<OpenAttempt>
  change(attempt: OpenAttempt, row: AttemptRow): Promise<void>
  read(attempt: OpenAttempt): Promise<Attempt>
  /** Where a payment is, and after how many seconds it is looked at again. */
  stateOf(attempt: OpenAttempt): Promise<AttemptPlace>
}

export interface AttemptPlace {
  readonly state: string
  readonly operation: string | null
  readonly person: boolean
  readonly seconds: number | null
}

/** The whole server, with attempts in any state and a provider that gives any answer. */
export async function createScriptedAttempts(): Promise<ScriptedAttempts> {
  let answers: Answers = {}
  let asked: Call[] = []
  const scripted = (provider: PaymentProvider): PaymentProvider => {
    const chosen = <C extends Call>(call: C): Pick<PaymentProvider, Call>[C] => {
      asked.push(call)
      return answers[call] ?? provider[call]
    }
    return {
      ...provider,
      get lateSeconds() {
        return answers.lateSeconds ?? provider.lateSeconds
      },
      start: (...given) => chosen('start')(...given),
      resume: (...given) => chosen('resume')(...given),
      query: (...given) => chosen('query')(...given),
      capture: (...given) => chosen('capture')(...given),
      cancelAuthorization: (...given) => chosen('cancelAuthorization')(...given),
      refund: (...given) => chosen('refund')(...given),
    }
  }
  const shop = await createPaymentsApp({
    replace: ({ payments }) => ({ payments: replacedPayments(payments, scripted) }),
  })
  const change: ScriptedAttempts['change'] = async ({ id }, row) => {
    const changed = { updated_at: sql<Date>`now()`, ...row }
    await shop.db.transaction(tx =>
      tx.updateTable('payment_attempts').set(changed).where('id', '=', id).execute(),
    )
  }
  return {
    shop,
    get asked() {
      return asked
    },
    open: async (row, given) => {
      answers = {}
      await shop.resetStock()
      const order = await shop.readyOrder()
      await shop.pay(order, '3220', 'stripe_secure')
      const [attempt] = await shop.attemptsOf(order)
      if (attempt === undefined) throw new Error('no payment was begun')
      const opened = { order, id: attempt.id }
      await change(opened, row)
      asked = []
      answers = given
      return opened
    },
    change,
    read: ({ id }) => shop.db.read(read => readAttempt(read, id)),
    stateOf: ({ id }) =>
      shop.db.read(read =>
        read
          .selectFrom('payment_attempts')
          .select(['state', 'operation', 'needs_person as person'])
          .select(sql<number | null>`extract(epoch from check_at - updated_at)::float`.as('seconds'))
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      ),
  }
}
