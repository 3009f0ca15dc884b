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

/** The form as it was when the language was changed, null when it was not. They are given out once. */
export function takeUnsentAnswers(): BuyerValues | null {
  const parsed = v.safeParse(unsentAnswers, takeHandedAnswers())
  return parsed.success ? parsed.output : null
}
