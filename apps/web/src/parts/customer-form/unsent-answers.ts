import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'

import { beforeLanguageChange } from '../../session/chosen-language.ts'
import { handOverAnswers, takeHandedAnswers } from '../../session/session.ts'
import type { BuyerValues } from './buyer-values.ts'

const unsentAnswers: v.GenericSchema<unknown, BuyerValues> = v.object({
  address: v.string(),
  age: v.string(),
  email: v.string(),
  emailAgain: v.string(),
  name: v.string(),
  gender: v.string(),
  acceptMailMagazine: v.boolean(),
  acceptTeamLabMailMagazine: v.boolean(),
  phone: v.string(),
  residentArea: v.string(),
  questionnaire1: v.string(),
  questionnaire2: v.string(),
  questionnaire3: v.string(),
  termsAccepted: v.boolean(),
})

/** While the form is shown, a change of the language takes its answers along. */
export function useAnswersHandedOver({ getValues }: UseFormReturn<BuyerValues>): void {
  useEffect(() => beforeLanguageChange(() => handOverAnswers(getValues())), [getValues])
}

/** Answers that wait for the visitor to come back from the login of members: in memory alone, as they name a person. */
let kept: BuyerValues | null = null

/** Keeps the answers while the visitor is on a screen that leads back to the form. */
export function keepAnswers(answers: BuyerValues): void {
  kept = answers
}

/** The form as it was when it was left for the login or a change of the language, else null. It is given out once. */
export function takeUnsentAnswers(): BuyerValues | null {
  const answers = kept
  kept = null
  if (answers !== null) return answers
  const parsed = v.safeParse(unsentAnswers, takeHandedAnswers())
  return parsed.success ? parsed.output : null
}
