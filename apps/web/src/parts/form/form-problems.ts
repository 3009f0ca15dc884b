import { ORDER_FIELDS } from '@kippu/domain/form/order-fields'
import type { FieldErrors } from 'react-hook-form'

import type { Translate } from '../../i18n/texts.tsx'
import type { BuyerValues } from './buyer-values.ts'
import type { FieldProblem } from './error-summary.tsx'
import { fieldLabel } from './field-label.ts'
import type { ShownField } from './shown-fields.ts'

/** Id of an input of the form. */
export function idOf(key: keyof BuyerValues): string {
  return `buyer-${key}`
}

/** The errors, in the order in which the form shows its fields. */
export function formProblems(
  errors: FieldErrors<BuyerValues>,
  shown: readonly ShownField[],
  t: Translate,
): FieldProblem[] {
  const places = shown.flatMap(({ field }): Place[] => [
    { key: ORDER_FIELDS[field].formKey, label: fieldLabel(field, t) },
    ...(field === 'email' ? [{ key: 'emailAgain', label: t('sign_in_field_email_again') } as const] : []),
  ])
  const terms: Place = { key: 'termsAccepted', label: t('sign_in_terms_title') }
  return [...places, terms].flatMap(({ key, label }) => {
    const message = errors[key]?.message
    return message === undefined ? [] : [{ id: idOf(key), label, message }]
  })
}

interface Place {
  readonly key: keyof BuyerValues
  readonly label: string
}
