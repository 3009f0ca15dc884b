import { email, firstViolation, max, oneOf, phone, required } from './rules.ts'
import type { Rule, Violation } from './rules.ts'

/** Names of the order fields on the wire and the form values they carry (R-3.08–3.19). */
export const ORDER_FIELDS = {
  address: 'address',
  age: 'age',
  email: 'email',
  fullname: 'name',
  gender: 'gender',
  mail_magazine: 'acceptMailMagazine',
  teamlab_mail_magazine: 'acceptTeamLabMailMagazine',
  phone: 'phone',
  resident_area: 'residentArea',
  questionnaire1: 'questionnaire1',
  questionnaire2: 'questionnaire2',
  questionnaire3: 'questionnaire3',
} as const

export type OrderFieldName = keyof typeof ORDER_FIELDS

/** The names that a form gives to its answers. */
export type OrderFormKey = (typeof ORDER_FIELDS)[OrderFieldName]

export type OrderFormValues = Readonly<Partial<Record<OrderFormKey, string | boolean | undefined>>>

/** A row of GET field_templates, in the names of the wire. */
export interface FieldTemplate {
  readonly field_name: string
  readonly is_display: boolean
  readonly is_require: boolean
}

/** One answer on the wire. */
export interface FieldContent {
  readonly key: string
  readonly value: string
}

/** The value of an option that chooses nothing: it fails `required` (R-3.54, D-25). */
export const NOT_SELECTED = ''

/** The choice not to answer: it passes `required` and is left out of the answers sent (D-25). */
export const NO_SEND = 'noSend'

/** */
export const AGE_BANDS = [
  '18-24',
  '25-29',
  '30-34',
  '35-39',
  '40-44',
  '45-49',
  '50-54',
  '55-59',
  '60-64',
  '65-69',
  '70-74',
  '75-79',
  '80 and above',
] as const

export type AgeBand = (typeof AGE_BANDS)[number]

/** `no_answer` is the real answer "Prefer not to say" (D-25). */
export const GENDERS = ['male', 'female', 'no_answer'] as const

export function isOrderFieldName(x: string): x is OrderFieldName {
  return Object.hasOwn(ORDER_FIELDS, x)
}

/** Whether the answer is left out of the body when the visitor chose `noSend` (R-5.06–5.08). */
function mayBeOmitted(fieldName: OrderFieldName): boolean {
  return fieldName === 'gender' || fieldName === 'age' || fieldName === 'resident_area'
}

/** The answers to send: those displayed and known, magazines as `true` or `false`, the rest as typed (R-5.04–5.08, R-7.77–7.79). */
export function contentsOf(
  formValues: OrderFormValues,
  templates: readonly Pick<FieldTemplate, 'field_name' | 'is_display'>[],
): FieldContent[] {
  return templates.flatMap(({ field_name: key, is_display }) => {
    if (!is_display || !isOrderFieldName(key)) return []
    const answer = formValues[ORDER_FIELDS[key]]
    if (answer === NO_SEND && mayBeOmitted(key)) return []
    return [
      { key, value: isMagazine(key) ? String(answer === true || answer === 'true') : String(answer ?? '') },
    ]
  })
}

/** Code points an answer may have where no other rule bounds it; our choice, generous for names and addresses. */
const MAX_LENGTH = { name: 100, area: 100, address: 300, questionnaire: 1000 } as const

/**
 * The rules of one field, in their order. The one rule set of the store: the browser runs it on form values,
 * the server on the answers received.
 */
export function fieldRules(fieldName: OrderFieldName, isRequired: boolean): Rule[] {
  return [...(isRequired ? [required()] : []), ...contentRules(fieldName)]
}

/**
 * What is wrong with the answers received, by field name; empty when they stand. An answer that may be omitted is not
 * missed; answers to fields that are unknown or not displayed are not looked at.
 */
export function contentsViolations(
  contents: readonly FieldContent[],
  templates: readonly FieldTemplate[],
): ReadonlyMap<OrderFieldName, Violation> {
  const answers = new Map(contents.map(({ key, value }) => [key, value]))
  const violations = new Map<OrderFieldName, Violation>()
  for (const { field_name: name, is_display, is_require } of templates) {
    if (!is_display || !isOrderFieldName(name)) continue
    const answer = answers.get(name)
    if (answer === undefined && mayBeOmitted(name)) continue
    const violation = firstViolation(answer, fieldRules(name, is_require))
    if (violation !== null) violations.set(name, violation)
  }
  return violations
}

function contentRules(fieldName: OrderFieldName): Rule[] {
  switch (fieldName) {
    case 'email':
      return [email()]
    case 'phone':
      return [phone()]
    case 'fullname':
      return [max(MAX_LENGTH.name)]
    case 'address':
      return [max(MAX_LENGTH.address)]
    case 'resident_area':
      return [max(MAX_LENGTH.area)]
    case 'age':
      return [oneOf([...AGE_BANDS, NO_SEND])]
    case 'gender':
      return [oneOf([...GENDERS, NO_SEND])]
    case 'mail_magazine':
    case 'teamlab_mail_magazine':
      return [oneOf(['true', 'false'])]
    case 'questionnaire1':
    case 'questionnaire2':
    case 'questionnaire3':
      return [max(MAX_LENGTH.questionnaire)]
  }
}

function isMagazine(fieldName: OrderFieldName): boolean {
  return fieldName === 'mail_magazine' || fieldName === 'teamlab_mail_magazine'
}
