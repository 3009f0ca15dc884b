import type { FieldTemplate } from '@kippu/contract/site-content'
import { isNeeded } from '@kippu/domain/form/field-rules'
import { isMagazine, isOrderFieldName } from '@kippu/domain/form/order-fields'
import type { AnswerField, MagazineField } from '@kippu/domain/form/order-fields'

export interface ShownField {
  readonly field: AnswerField
  readonly isRequired: boolean
}

interface ShownFields {
  readonly main: readonly ShownField[]
  /** The optional fields: folded, so that the form looks as short as it is. */
  readonly optional: readonly ShownField[]
  readonly magazines: readonly MagazineField[]
}

/** The displayed fields in the site's order, in three groups; unknown fields are left out. */
export function shownFields(templates: readonly FieldTemplate[]): ShownFields {
  const shown = templates.flatMap(({ field_name: field, is_display, is_require }) =>
    is_display && isOrderFieldName(field) ? [{ field, isRequired: isNeeded(field, is_require) }] : [],
  )
  const answers = shown.flatMap(({ field, isRequired }) => (isMagazine(field) ? [] : [{ field, isRequired }]))
  return {
    main: answers.filter(({ isRequired }) => isRequired),
    optional: answers.filter(({ isRequired }) => !isRequired),
    magazines: shown.flatMap(({ field }) => (isMagazine(field) ? [field] : [])),
  }
}
