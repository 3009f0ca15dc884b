import { cleanLine, normaliseEmail, normalisePhone } from './normalise.ts'
import { BYTES_OF_A_CHARACTER, email, isBlank, maxLine, oneOf, phone } from './rules.ts'
import type { Rule } from './rules.ts'

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

/** The genders; `no_answer` is the real answer "Prefer not to say". */
export const GENDERS = ['male', 'female', 'no_answer'] as const

/** The value of an option that chooses nothing: it fails `required`. */
export const NOT_SELECTED = ''

/** The choice not to answer: it passes `required` and is left out of the body. */
export const NO_SEND = 'noSend'

/** Hints for the autofill of a browser and for the keyboard of a phone (WCAG 1.3.5). */
interface InputHints {
  readonly type?: 'tel'
  readonly inputMode?: 'email'
  readonly autoComplete?: string
  readonly autoCapitalize?: 'none'
  readonly spellCheck?: boolean
}

interface OrderField {
  /** The name that the form gives to the answer; that on the wire is the key of the row. */
  readonly formKey: string
  /** `survey`: questions that are folded where nobody has to answer them; `magazines`: boxes after all other fields. */
  readonly group: 'main' | 'survey' | 'magazines'
  /** UTF-16 units of an answer that is looked at; a longer one breaks the rules whatever it says. */
  readonly most: number
  /** Rules of an answer that was given, in the order in which they are asked. */
  readonly rules: readonly Rule[]
  /** Undoes what a keyboard did to the answer. Normalising twice is normalising once. */
  readonly normalise: (answer: string) => string
  /** Whether the answer is left out of the body when the visitor chose `noSend`. */
  readonly mayBeOmitted: boolean
  readonly hints: InputHints
  /** Where a mail shows the answer. */
  readonly mail: 'recipient' | 'greeting' | 'nowhere'
}

/** A line as the buyer types it, at most so many characters long: our choice, generous for names and addresses. */
const line = (most: number) =>
  ({
    most: most * BYTES_OF_A_CHARACTER,
    rules: [maxLine(most)],
    normalise: cleanLine,
    mayBeOmitted: false,
    mail: 'nowhere',
  }) as const

/** More than any that can be chosen. */
const MOST_OF_A_CHOICE = 40

const choice = (values: readonly string[]) =>
  ({
    most: MOST_OF_A_CHOICE,
    rules: [oneOf([...values, NO_SEND])],
    normalise: asChosen,
    mayBeOmitted: true,
    mail: 'nowhere',
  }) as const

const QUESTION = { ...line(1000), group: 'survey', hints: { autoComplete: 'off' } } as const

const MAGAZINE = {
  group: 'magazines',
  most: MOST_OF_A_CHOICE,
  rules: [oneOf(['true', 'false'])],
  normalise: asChosen,
  mayBeOmitted: false,
  hints: {},
  mail: 'nowhere',
} as const

/** The fields of the buyer form by their names on the wire, in the order of the form. */
export const ORDER_FIELDS = {
  fullname: {
    ...line(100),
    formKey: 'name',
    group: 'main',
    hints: { autoComplete: 'name' },
    mail: 'greeting',
  },
  email: {
    formKey: 'email',
    group: 'main',
    // With blanks around the longest one that the rule allows.
    most: 320,
    rules: [email()],
    normalise: normaliseEmail,
    mayBeOmitted: false,
    // A text field: `type=email` would refuse full-width letters before they can be folded.
    hints: { autoComplete: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
    mail: 'recipient',
  },
  phone: {
    formKey: 'phone',
    group: 'main',
    // With whatever a keyboard puts between its digits.
    most: 100,
    rules: [phone()],
    normalise: normalisePhone,
    mayBeOmitted: false,
    hints: { type: 'tel', autoComplete: 'tel' },
    mail: 'nowhere',
  },
  resident_area: {
    ...line(100),
    formKey: 'residentArea',
    group: 'survey',
    mayBeOmitted: true,
    hints: { autoComplete: 'address-level1' },
  },
  age: { ...choice(AGE_BANDS), formKey: 'age', group: 'survey', hints: {} },
  gender: { ...choice(GENDERS), formKey: 'gender', group: 'survey', hints: { autoComplete: 'sex' } },
  mail_magazine: { ...MAGAZINE, formKey: 'acceptMailMagazine' },
  teamlab_mail_magazine: { ...MAGAZINE, formKey: 'acceptTeamLabMailMagazine' },
  address: { ...line(300), formKey: 'address', group: 'main', hints: { autoComplete: 'street-address' } },
  questionnaire1: { ...QUESTION, formKey: 'questionnaire1' },
  questionnaire2: { ...QUESTION, formKey: 'questionnaire2' },
  questionnaire3: { ...QUESTION, formKey: 'questionnaire3' },
} as const satisfies Readonly<Record<string, OrderField>>

export type OrderFieldName = keyof typeof ORDER_FIELDS

export const ORDER_FIELD_NAMES: readonly OrderFieldName[] = Object.keys(ORDER_FIELDS).filter(name =>
  isOrderFieldName(name),
)

export function isOrderFieldName(x: string): x is OrderFieldName {
  return Object.hasOwn(ORDER_FIELDS, x)
}

/** The fields that are boxes to be ticked. */
export type MagazineField = {
  [Name in OrderFieldName]: (typeof ORDER_FIELDS)[Name]['group'] extends 'magazines' ? Name : never
}[OrderFieldName]

/** The fields that are answered with a line or a choice. */
export type AnswerField = Exclude<OrderFieldName, MagazineField>

export function isMagazine(field: OrderFieldName): field is MagazineField {
  return ORDER_FIELDS[field].group === 'magazines'
}

/** The names that a form gives to its answers. */
type FormKeyOf<Field extends OrderFieldName> = (typeof ORDER_FIELDS)[Field]['formKey']

/** A value for each answer of the form: one for those that are text, one for the boxes. */
export function forEachAnswer<Text, Box>(
  text: Text,
  box: Box,
): Record<FormKeyOf<AnswerField>, Text> & Record<FormKeyOf<MagazineField>, Box>
export function forEachAnswer(text: unknown, box: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    ORDER_FIELD_NAMES.map(field => [ORDER_FIELDS[field].formKey, isMagazine(field) ? box : text]),
  )
}

export type OrderFormValues = Readonly<
  Partial<Record<FormKeyOf<OrderFieldName>, string | boolean | undefined>>
>

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

/**
 * An answer as it is judged, sent and stored: what a keyboard did to it is undone. The browser shows the visitor the
 * same. One that is too long stays as it came, and its rules refuse it; blanks alone are no answer.
 */
export function normaliseAnswer(field: OrderFieldName, answer: string): string {
  const { most, normalise } = ORDER_FIELDS[field]
  if (answer.length > most) return isBlank(answer) ? '' : answer
  return normalise(answer)
}

/**
 * The answers to send: displayed and known fields, magazines as `true` or `false`, the rest as typed, except that the
 * effects of the keyboard on numbers and addresses are undone.
 */
export function contentsOf(
  formValues: OrderFormValues,
  templates: readonly Pick<FieldTemplate, 'field_name' | 'is_display'>[],
): FieldContent[] {
  return templates.flatMap(({ field_name: key, is_display }) => {
    if (!is_display || !isOrderFieldName(key)) return []
    const value = normaliseAnswer(key, textOf(key, formValues[ORDER_FIELDS[key].formKey]))
    return value === NO_SEND && ORDER_FIELDS[key].mayBeOmitted ? [] : [{ key, value }]
  })
}

function textOf(fieldName: OrderFieldName, answer: string | boolean | undefined): string {
  if (isMagazine(fieldName)) return String(answer === true || answer === 'true')
  return String(answer ?? '')
}

/** A value that was chosen from ours is sent as it is. */
function asChosen(answer: string): string {
  return answer
}
