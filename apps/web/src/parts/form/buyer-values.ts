import type { SignInView } from '@kippu/contract/first-view'
import type { TemporaryOrder } from '@kippu/contract/orders'
import { ORDER_FIELDS, forEachAnswer, isMagazine, isOrderFieldName } from '@kippu/domain/form/order-fields'

import type { SavedSignIn } from '../../session/pieces.ts'

const NO_ANSWERS = { ...forEachAnswer('', false), emailAgain: '', termsAccepted: false }

/** All values of the form. `emailAgain` and `termsAccepted` stay in the browser. */
export type BuyerValues = typeof NO_ANSWERS

type Answers = TemporaryOrder['customer_info']

interface FormStart {
  readonly signIn: SignInView
  /** The part of the form that this tab stores: its boxes, and no answer that identifies a person. */
  readonly saved: SavedSignIn | null
  readonly answers: Answers
}

/** The initial form: the answers that the order has already, otherwise blank with the site's boxes. */
export function startingValues({ signIn, saved, answers }: FormStart): BuyerValues {
  const values: BuyerValues = {
    ...NO_ANSWERS,
    acceptMailMagazine: saved?.acceptMailMagazine ?? signIn.mailMagazine,
    acceptTeamLabMailMagazine: saved?.acceptTeamLabMailMagazine ?? signIn.teamlabMailMagazine,
    termsAccepted: saved?.termsAccepted ?? false,
  }
  for (const { key, value } of answers) {
    if (!isOrderFieldName(key)) continue
    if (isMagazine(key)) values[ORDER_FIELDS[key].formKey] = value === 'true'
    else values[ORDER_FIELDS[key].formKey] = value
  }
  return { ...values, emailAgain: values.email }
}

/**
 * The form with a member's details in its blank fields; the visitor's own answers stay. A known address need not be
 * typed twice.
 */
export function filledIn(values: BuyerValues, known: Answers): BuyerValues {
  const filled = { ...values }
  for (const { key, value } of known) {
    if (!isOrderFieldName(key) || isMagazine(key)) continue
    const { formKey } = ORDER_FIELDS[key]
    if (filled[formKey] !== '') continue
    filled[formKey] = value
    if (formKey === 'email') filled.emailAgain = value
  }
  return filled
}
