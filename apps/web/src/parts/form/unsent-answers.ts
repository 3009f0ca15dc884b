import { forEachAnswer } from '@kippu/domain/form/order-fields'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'

import { beforeLanguageChange } from '../../session/chosen-language.ts'
import { handOverAnswers, takeHandedAnswers } from '../../session/session.ts'
import type { BuyerValues } from './buyer-values.ts'

/** What the answers look like in the tab's storage, whose content anybody may have changed. */
const unsentAnswers: v.GenericSchema<unknown, BuyerValues> = v.object({
  ...forEachAnswer(v.string(), v.boolean()),
  emailAgain: v.string(),
  termsAccepted: v.boolean(),
})

/**
 * While the form is shown, a change of the language keeps its answers. The change loads the page again, so the
 * tab's storage carries the answers for that one load.
 */
export function useAnswersHandedOver({ getValues }: UseFormReturn<BuyerValues>): void {
  useEffect(() => beforeLanguageChange(() => handOverAnswers(getValues())), [getValues])
}

/**
 * The answers of a form that was left, until the visitor comes back to it. They stay in memory and never reach the
 * browser's storage, because they identify a person.
 */
let kept: BuyerValues | null = null

/** Whether the server has saved the answers of the form that is shown with the order. */
let isSent = false

/**
 * Keeps the answers of a form that closes before they were sent, because the visitor goes back to choose another visit
 * or to the members' login.
 */
export function useAnswersKept({ getValues }: UseFormReturn<BuyerValues>): void {
  useEffect(() => {
    isSent = false
    return () => {
      if (!isSent) kept = getValues()
    }
  }, [getValues])
}

/** Called when the server has saved the answers: none is kept when the form closes. */
export function forgetSentAnswers(): void {
  isSent = true
  kept = null
}

/**
 * Returns the answers that were not sent when the form closed or the language changed, and forgets them. Null when there
 * are none.
 */
export function takeUnsentAnswers(): BuyerValues | null {
  const answers = kept
  kept = null
  if (answers !== null) return answers
  const parsed = v.safeParse(unsentAnswers, takeHandedAnswers())
  return parsed.success ? parsed.output : null
}
