import { judgeContents } from '@kippu/domain/form/field-rules'
import type { FieldContent, FieldTemplate } from '@kippu/domain/form/order-fields'

import { refuse, type Refusal } from '../http/refusal.ts'

/** Judges the answers of the buyer form by the rules the browser ran (R-7.19–20, R-5.23). */
export function acceptAnswers(
  contents: readonly FieldContent[],
  templates: readonly FieldTemplate[],
): readonly FieldContent[] | Refusal<'invalid email address' | 'invalid_request'> {
  const { answers, problems } = judgeContents(contents, templates)
  if (problems.some(({ rule }) => rule === 'mail_validate_invalid')) return refuse('invalid email address')
  return problems.length > 0 ? refuse('invalid_request', { fields: problems }) : answers
}
