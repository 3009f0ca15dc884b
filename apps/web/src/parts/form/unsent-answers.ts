import { forEachAnswer } from '@kippu/domain/form/order-fields'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'

import { forgetUnsent, onReset, readUnsent, storeUnsent } from '../../session/session.ts'
import type { BuyerValues } from './buyer-values.ts'

/** The shape of the answers in the tab's storage. They are checked, because the visitor can change that storage. */
const unsentAnswersSchema: v.GenericSchema<unknown, BuyerValues> = v.object({
  ...forEachAnswer(v.string(), v.boolean()),
  emailAgain: v.string(),
  termsAccepted: v.boolean(),
})

/** Whether the form that is shown keeps what is typed: not once its answers are sent or reset. */
let keepsAnswers = false

/**
 * Keeps what is typed into a form until it is sent: over a reload, the way back, and a change of the language (decision
 * 63). It identifies a person, so it lies in the storage of the tab alone, and only while it is on its way to the
 * order.
 */
export function useKeepAnswers({ subscribe }: UseFormReturn<BuyerValues>): void {
  useEffect(() => {
    keepsAnswers = true
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (keepsAnswers) storeUnsent(values)
      },
    })
  }, [subscribe])
}

/**
 * Called when the server has saved the answers in the order, and when the session is reset. The form that is shown then
 * keeps nothing any more.
 */
export function forgetUnsentAnswers(): void {
  keepsAnswers = false
  forgetUnsent()
}
onReset(forgetUnsentAnswers)

/** The answers that were typed in this tab and not sent; null when there are none. */
export function readUnsentAnswers(): BuyerValues | null {
  const parsed = v.safeParse(unsentAnswersSchema, readUnsent())
  return parsed.success ? parsed.output : null
}
