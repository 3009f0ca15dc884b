import { violationOf } from '@kippu/domain/form/field-rules'
import { type FieldContent, normaliseAnswer } from '@kippu/domain/form/order-fields'

interface Guest {
  readonly email: string
  readonly name: string
}

/** A guest by the rules of the form; undefined where that is not a mail address. */
export function guestAnswers({ email: typed, name: called }: Guest): readonly FieldContent[] | undefined {
  const email = normaliseAnswer('email', typed)
  if (violationOf('email', true, email) !== null) return undefined
  const name = normaliseAnswer('fullname', called)
  return [...(name === '' ? [] : [{ key: 'fullname', value: name }]), { key: 'email', value: email }]
}
