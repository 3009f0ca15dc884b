import { cleanName, normaliseEmail, normalisePhone } from '@kippu/domain/form/normalise'
import {
  contentsViolations,
  type FieldContent,
  type FieldTemplate,
  isOrderFieldName,
} from '@kippu/domain/form/order-fields'
import { isBlank } from '@kippu/domain/form/rules'

import { refuse, type Refusal } from '../http/refusal.ts'

/** Answers that may be stored. */
export type Answers = readonly FieldContent[]

/**
 * Judges the answers of the buyer form by the rules the browser ran (R-7.19–20, R-5.23): only fields that the site
 * shows, each once, required ones present. The address is needed whatever the site requires: the link goes there.
 */
export function acceptAnswers(
  contents: readonly FieldContent[],
  templates: readonly FieldTemplate[],
): Answers | Refusal<'invalid email address' | 'invalid_request'> {
  const displayed = new Set(
    templates.filter(template => template.is_display).map(template => template.field_name),
  )
  const keys = contents.map(({ key }) => key)
  const areKnown = keys.every(key => isOrderFieldName(key) && displayed.has(key))
  if (!areKnown) return refuseField('contents', 'unexpected')
  if (new Set(keys).size < keys.length) return refuseField('contents', 'duplicate')

  const answers = contents.map(normalise)
  const violations = contentsViolations(answers, templates)
  if (violations.get('email')?.key === 'mail_validate_invalid') return refuse('invalid email address')
  const fields = [...violations].map(([field, { key }]) => ({ field, rule: key }))
  if (fields.length > 0) return refuse('invalid_request', { fields })
  const email = answers.find(({ key }) => key === 'email')
  return isBlank(email?.value) ? refuseField('email', 'common_validate_required') : answers
}

function refuseField(field: string, rule: string): Refusal<'invalid_request'> {
  return refuse('invalid_request', { fields: [{ field, rule }] })
}

/** What a keyboard does to an answer is undone (reliability §8.2); the browser has shown the visitor the same. */
function normalise({ key, value }: FieldContent): FieldContent {
  switch (key) {
    case 'fullname':
      return { key, value: cleanName(value) }
    case 'email':
      return { key, value: normaliseEmail(value) }
    case 'phone':
      return { key, value: normalisePhone(value) }
    default:
      return { key, value }
  }
}
