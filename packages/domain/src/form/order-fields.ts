import { normaliseAnswer } from './normalise-answer.ts'

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

/** The choice not to answer: it passes `required` and is left out of the body (D-25). */
export const NO_SEND = 'noSend'

/** The age bands. */
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

/** The genders; `no_answer` is the real answer "Prefer not to say" (D-25). */
export const GENDERS = ['male', 'female', 'no_answer'] as const

export function isOrderFieldName(x: string): x is OrderFieldName {
  return Object.hasOwn(ORDER_FIELDS, x)
}

/** Whether the answer is left out of the body when the visitor chose `noSend` (R-5.06–5.08). */
export function mayBeOmitted(fieldName: OrderFieldName): boolean {
  return fieldName === 'gender' || fieldName === 'age' || fieldName === 'resident_area'
}

/**
 * The answers to send: displayed and known fields, magazines as `true` or `false`, the rest as typed, except that the
 * effects of the keyboard on numbers and addresses are undone (R-5.04–5.08, R-7.77–7.79, D-27).
 */
export function contentsOf(
  formValues: OrderFormValues,
  templates: readonly Pick<FieldTemplate, 'field_name' | 'is_display'>[],
): FieldContent[] {
  return templates.flatMap(({ field_name: key, is_display }) => {
    if (!is_display || !isOrderFieldName(key)) return []
    const value = normaliseAnswer(key, textOf(key, formValues[ORDER_FIELDS[key]]))
    return value === NO_SEND && mayBeOmitted(key) ? [] : [{ key, value }]
  })
}

function textOf(fieldName: OrderFieldName, answer: string | boolean | undefined): string {
  if (isMagazine(fieldName)) return String(answer === true || answer === 'true')
  return String(answer ?? '')
}

function isMagazine(fieldName: OrderFieldName): boolean {
  return fieldName === 'mail_magazine' || fieldName === 'teamlab_mail_magazine'
}
