import { forEachAnswer } from '@kippu/domain/form/order-fields'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'

import { beforeLanguageChange } from '../../session/chosen-language.ts'
import { onReset, storeAnswersForReload, takeAnswersOfReload } from '../../session/session.ts'
import type { BuyerValues } from './buyer-values.ts'

/** The shape of the answers in the tab's storage. They are checked, because the visitor can change that storage. */
const unsentAnswersSchema: v.GenericSchema<unknown, BuyerValues> = v.object({
  ...forEachAnswer(v.string(), v.boolean()),
  emailAgain: v.string(),
  termsAccepted: v.boolean(),
})

/**
 * While the form is shown, a change of the language keeps its answers. The change reloads the page. The answers
 * are written to the tab's storage just before, and the next page moves them from there into memory when it starts.
 */
export function useAnswersKeptOverReload({ getValues }: UseFormReturn<BuyerValues>): void {
  useEffect(() => beforeLanguageChange(() => storeAnswersForReload(getValues())), [getValues])
}

/**
 * The answers of a form that was left, until the visitor comes back to it. They identify a person, so they are kept in
 * memory, not in the browser's storage. The one exception is a change of the language: see
 * {@link useAnswersKeptOverReload}.
 */
let answersInMemory: BuyerValues | null = null

/** Whether the form that is shown keeps its answers when it closes: not once they are sent or reset. */
let keepsAnswers = false

/**
 * Keeps the answers of a form that closes before they were sent, for example because the visitor goes back to choose
 * another visit, or opens the members' login.
 */
export function useKeepAnswersInMemory({ getValues }: UseFormReturn<BuyerValues>): void {
  useEffect(() => {
    keepsAnswers = true
    return () => {
      if (keepsAnswers) answersInMemory = getValues()
    }
  }, [getValues])
}

/**
 * Called when the server has saved the answers in the order, and when the session is reset. The form
 * that is shown then keeps nothing when it closes.
 */
export function forgetUnsentAnswers(): void {
  keepsAnswers = false
  answersInMemory = null
}
onReset(forgetUnsentAnswers)

/**
 * Returns the answers that were not sent when the form closed or the language changed, and forgets them. Null when there
 * are none.
 */
export function takeUnsentAnswers(): BuyerValues | null {
  const answers = answersInMemory
  answersInMemory = null
  if (answers !== null) return answers
  const parsed = v.safeParse(unsentAnswersSchema, takeAnswersOfReload())
  return parsed.success ? parsed.output : null
}
