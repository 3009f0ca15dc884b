import { ORDER_FIELDS, isOrderFieldName, normaliseAnswer } from './order-fields.ts'
import type { FieldContent, FieldTemplate, OrderFieldName } from './order-fields.ts'
import { firstViolation, required } from './rules.ts'
import type { Rule, Violation } from './rules.ts'

/**
 * The rules of one field, in their order. The store has only this set of rules: the browser runs it on form values, the
 * server on the answers received.
 */
export function fieldRules(fieldName: OrderFieldName, isRequired: boolean): Rule[] {
  return [...(isNeeded(fieldName, isRequired) ? [required()] : []), ...ORDER_FIELDS[fieldName].rules]
}

/**
 * Whether a field must be answered: the address always, because the tickets go there, the others as the site decides.
 */
export function isNeeded(fieldName: OrderFieldName, isRequired: boolean): boolean {
  return fieldName === 'email' || isRequired
}

/** The first rule that the normal form of an answer breaks, or null. */
export function violationOf(
  fieldName: OrderFieldName,
  isRequired: boolean,
  answer: string,
): Violation | null {
  return firstViolation(normaliseAnswer(fieldName, answer), fieldRules(fieldName, isRequired))
}

interface JudgedContents {
  /** The answers in the form in which they are stored. */
  readonly answers: readonly FieldContent[]
  /** Each wrong field, and the key of the rule that it breaks; empty when all answers are valid. */
  readonly problems: readonly { readonly field: string; readonly rule: string }[]
}

/**
 * Judges the answers received as the browser judged them: only fields that the site shows, each once, required ones
 * present. An answer that may be omitted is not required.
 */
export function judgeContents(
  contents: readonly FieldContent[],
  templates: readonly FieldTemplate[],
): JudgedContents {
  const { answers, problems } = judge(contents, templates, 'all')
  const isUnjudged = problems.some(({ field }) => field === 'contents')
  // A site that hides the address cannot sell: nothing could be delivered.
  const isAddressShown = templates.some(({ field_name: name, is_display }) => is_display && name === 'email')
  return {
    answers,
    problems:
      isUnjudged || isAddressShown
        ? problems
        : [...problems, { field: 'email', rule: 'common_validate_required' }],
  }
}

/** As {@link judgeContents}, for some of the answers: a buyer at the door gives what they like, and when they like. */
export function judgeGiven(
  contents: readonly FieldContent[],
  templates: readonly FieldTemplate[],
): JudgedContents {
  return judge(contents, templates, 'given')
}

function judge(
  contents: readonly FieldContent[],
  templates: readonly FieldTemplate[],
  judged: 'all' | 'given',
): JudgedContents {
  const shown = templates.flatMap(({ field_name: name, is_display, is_require }) =>
    is_display && isOrderFieldName(name) ? [{ name, rules: fieldRules(name, is_require) }] : [],
  )
  const answers = contents.map(({ key, value }) => ({
    key,
    value: isOrderFieldName(key) ? normaliseAnswer(key, value) : value,
  }))
  const values = new Map(answers.map(({ key, value }) => [key, value]))
  const isKnown = answers.every(({ key }) => shown.some(({ name }) => name === key))
  if (!isKnown) return { answers, problems: [{ field: 'contents', rule: 'unexpected' }] }
  if (values.size < answers.length) return { answers, problems: [{ field: 'contents', rule: 'duplicate' }] }
  const problems = shown.flatMap(({ name, rules }) => {
    const answer = values.get(name)
    if (answer === undefined && (judged === 'given' || ORDER_FIELDS[name].mayBeOmitted)) return []
    const violation = firstViolation(answer, rules)
    return violation === null ? [] : [{ field: name, rule: violation.key }]
  })
  return { answers, problems }
}
