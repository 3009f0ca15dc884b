import { forEachAnswer } from '@kippu/domain/form/order-fields'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'

import { beforeLanguageChange } from '../../session/chosen-language.ts'
import { handOverAnswers, takeHandedAnswers } from '../../session/session.ts'
import type { BuyerValues } from './buyer-values.ts'

const unsentAnswers: v.GenericSchema<unknown, BuyerValues> = v.object({
  ...forEachAnswer(v.string(), v.boolean()),
  emailAgain: v.string(),
  termsAccepted: v.boolean(),
})

/** While the form is shown, a change of the language takes its answers along. */
export function useAnswersHandedOver({ getValues }: UseFormReturn<BuyerValues>): void {
  useEffect(() => beforeLanguageChange(() => handOverAnswers(getValues())), [getValues])
}

/** Answers that wait for the visitor to come back to the form: in memory alone, as they name a person. */
let kept: BuyerValues | null = null

/** Whether the order has the answers of the form that is shown. */
let isSent = false

/** What was typed waits for the way back when the form goes away unsent: to the visit, or to the login of members. */
export function useAnswersKept({ getValues }: UseFormReturn<BuyerValues>): void {
  useEffect(() => {
    isSent = false
    return () => {
      if (!isSent) kept = getValues()
    }
  }, [getValues])
}

/** The order has the answers now: nothing of them is kept when the form goes away. */
export function forgetSentAnswers(): void {
  isSent = true
  kept = null
}

/** The form as it was when it was left unsent or for a change of the language, else null. It is given out once. */
export function takeUnsentAnswers(): BuyerValues | null {
  const answers = kept
  kept = null
  if (answers !== null) return answers
  const parsed = v.safeParse(unsentAnswers, takeHandedAnswers())
  return parsed.success ? parsed.output : null
}
