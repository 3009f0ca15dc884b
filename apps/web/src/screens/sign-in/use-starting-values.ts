import type { MemberInfo } from '@kippu/contract/membership'
import type { TemporaryOrder } from '@kippu/contract/orders'
import type { FieldContent } from '@kippu/domain/form/order-fields'
import { useState } from 'react'

import { useSite } from '../../page/first-view-context.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { useAnswers } from '../../parts/checkout/order/current-order.ts'
import { filledIn, startingValues } from '../../parts/form/buyer-values.ts'
import type { BuyerValues } from '../../parts/form/buyer-values.ts'
import { isOffered } from '../../parts/form/field-choices.ts'
import { readUnsentAnswers } from '../../parts/form/unsent-answers.ts'
import { useSession } from '../../session/session.ts'
import { isProved } from './use-submit.ts'

/**
 * The initial values of the form: the unsent answers, otherwise the answers of the order, with blank fields filled in
 * from the member's details. Answers that the lists of this form do not offer are left out.
 */
export function useStartingValues(order: TemporaryOrder, member: MemberInfo | null): BuyerValues {
  const t = useText()
  const lang = useLanguage()
  const { signIn } = useSite()
  const saved = useSession(session => session.savedSignIn)
  const [unsent] = useState(readUnsentAnswers)
  const isKnown = (answer: FieldContent): boolean => isOffered(answer, { t, lang, signIn })
  const answers = useAnswers(order).filter(isKnown)
  const stored = startingValues({ signIn, saved, answers })
  const values = unsent ?? stored
  // An address that was proved meanwhile stays.
  const { email, emailAgain } = isProved(order) ? stored : values
  const known = member === null ? [] : answersOf(member).filter(isKnown)
  return filledIn({ ...values, email, emailAgain }, known)
}

/** A member's details, by the names of the form's fields. */
function answersOf({ name, ...rest }: MemberInfo): FieldContent[] {
  return Object.entries({ fullname: name, ...rest }).map(([key, value]) => ({ key, value }))
}
