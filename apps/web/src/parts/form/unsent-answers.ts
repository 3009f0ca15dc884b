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

/** While the form is shown, a change of the language keeps its answers. */
export function useAnswersHandedOver({ getValues }: UseFormReturn<BuyerValues>): void {
  useEffect(() => beforeLanguageChange(() => handOverAnswers(getValues())), [getValues])
}

/** Answers that wait until the visitor comes back to the form: in memory alone, because they identify a person. */
let kept: BuyerValues | null = null

/** Whether the order has the answers of the form that is shown. */
let isSent = false

/**
 * When the form closes unsent, because the visitor goes back to the visit or to the members' login, its answers wait
 * here.
 */
export function useAnswersKept({ getValues }: UseFormReturn<BuyerValues>): void {
  useEffect(() => {
    isSent = false
    return () => {
      if (!isSent) kept = getValues()
    }
  }, [getValues])
}

/** The order has the answers now, so none is kept when the form closes. */
export function forgetSentAnswers(): void {
  isSent = true
  kept = null
}

/** The form as it was when it closed unsent or for a change of the language, otherwise null. It is returned once. */
export function takeUnsentAnswers(): BuyerValues | null {
  const answers = kept
  kept = null
  if (answers !== null) return answers
  const parsed = v.safeParse(unsentAnswers, takeHandedAnswers())
  return parsed.success ? parsed.output : null
}
