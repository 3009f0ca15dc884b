import { sql, type UpdateObject } from 'kysely'

import type { Schema } from '../src/platform/db/schema.ts'
import type { Attempt } from '../src/payments/attempts/attempt.ts'
import { readAttempt } from '../src/payments/attempts/attempt-queries.ts'
import type { PaymentProvider, ProviderError, ProviderErrorClass } from '../src/payments/port/port.ts'
import { finishPayment } from '../src/payments/saga/finish-payment.ts'
import { createShop, type StripeShop } from './shop/shop.ts'
import type { ReadyOrder } from './shop/stripe.ts'
import { replacedPayments } from './scripted-payments.ts'

export type Call = 'start' | 'resume' | 'query' | 'capture' | 'cancelAuthorization' | 'refund'

/** What the provider answers instead of asking Stripe. */
export type Answers = Partial<Pick<PaymentProvider, Call | 'lateSeconds'>>

/** Columns of an attempt. */
export type AttemptRow = UpdateObject<Schema, 'payment_attempts'>

export const PAST_DEADLINE: AttemptRow = { deadline: sql<Date>`now()` }
export const OLDER_THAN_A_DAY: AttemptRow = { created_at: sql<Date>`now() - interval '25 hours'` }

/** A provider's answer that says nothing. */
export const UNKNOWN = { kind: 'unknown', refs: {}, reason: 'no answer' } as const

export function errorOf(errorClass: ProviderErrorClass): ProviderError {
  return { codes: ['x'], class: errorClass, retryable: true }
}

/** The column of an attempt that failed so. */
export function failureOf(errorClass: ProviderErrorClass): string {
  return JSON.stringify(errorOf(errorClass))
}

export interface OpenAttempt {
  readonly order: ReadyOrder
  readonly id: string
}

export interface ScriptedAttempts {
  readonly shop: StripeShop
  /** What the provider was asked since the newest attempt was opened. */
  readonly asked: readonly Call[]
  /** A payment whose visitor is at the bank, then changed as if more had happened; from now on the provider answers so. */
  open(row: AttemptRow, answers: Answers): Promise<OpenAttempt>
  change(attempt: OpenAttempt, row: AttemptRow): Promise<void>
  read(attempt: OpenAttempt): Promise<Attempt>
  /** Takes a payment as far as the provider's answers let it go. */
  finish(attempt: OpenAttempt): Promise<void>
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
  const shop = await createShop({
    payments: 'stripe',
    replace: ({ payments }) => ({ payments: replacedPayments(payments, scripted) }),
  })
  const change: ScriptedAttempts['change'] = async ({ id }, row) => {
    const changed = { updated_at: sql<Date>`now()`, ...row }
    await shop.db.transaction(tx =>
      tx.updateTable('payment_attempts').set(changed).where('id', '=', id).execute(),
    )
  }
  const read: ScriptedAttempts['read'] = ({ id }) => shop.db.read(tx => readAttempt(tx, id))
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
    read,
    finish: async attempt => {
      await finishPayment(shop.deps, await read(attempt))
    },
    stateOf: ({ id }) =>
      shop.db.read(tx =>
        tx
          .selectFrom('payment_attempts')
          .select(['state', 'operation', 'needs_person as person'])
          .select(sql<number | null>`extract(epoch from check_at - updated_at)::float`.as('seconds'))
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
      ),
  }
}
