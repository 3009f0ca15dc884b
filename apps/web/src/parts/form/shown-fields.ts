import type { FieldTemplate } from '@kippu/contract/site-content'
import { isNeeded } from '@kippu/domain/form/field-rules'
import { ORDER_FIELDS, isMagazine, isOrderFieldName } from '@kippu/domain/form/order-fields'
import type { AnswerField, MagazineField } from '@kippu/domain/form/order-fields'

export interface ShownField {
  readonly field: AnswerField
  readonly isRequired: boolean
}

interface ShownFields {
  readonly main: readonly ShownField[]
  /** Optional questions: folded, so that the form looks as short as it is. */
  readonly survey: readonly ShownField[]
  readonly magazines: readonly MagazineField[]
}

/** The displayed fields in the site's order, in three groups; unknown fields are left out (R-5.04–5.05). */
export function shownFields(templates: readonly FieldTemplate[]): ShownFields {
  const shown = templates.flatMap(({ field_name: field, is_display, is_require }) =>
    is_display && isOrderFieldName(field) ? [{ field, isRequired: isNeeded(field, is_require) }] : [],
  )
  const answers = shown.flatMap(({ field, isRequired }) => (isMagazine(field) ? [] : [{ field, isRequired }]))
  const isSurvey = ({ field, isRequired }: ShownField): boolean =>
    !isRequired && ORDER_FIELDS[field].group === 'survey'
  return {
    main: answers.filter(answer => !isSurvey(answer)),
    survey: answers.filter(isSurvey),
    magazines: shown.flatMap(({ field }) => (isMagazine(field) ? [field] : [])),
  }
}
