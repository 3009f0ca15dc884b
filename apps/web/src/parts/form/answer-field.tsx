import { violationOf } from '@kippu/domain/form/field-rules'
import { ORDER_FIELDS, normaliseAnswer } from '@kippu/domain/form/order-fields'
import { firstViolation, required, sameEmail } from '@kippu/domain/form/rules'
import type { Violation } from '@kippu/domain/form/rules'
import type { ReactElement } from 'react'
import { useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'

import { useSite } from '../../page/first-view-context.ts'
import { useLanguage, useText, useTextOfKey } from '../../i18n/texts.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useShownError } from '../../ui/use-shown-error.ts'
import type { BuyerValues } from './buyer-values.ts'
import { choicesOf } from './field-choices.ts'
import { fieldLabel } from './field-label.ts'
import { idOf } from './form-problems.ts'
import type { ShownField } from './shown-fields.ts'

type AnswerFieldProps = ShownField & {
  readonly form: UseFormReturn<BuyerValues>
  /** The answer was proved to be right and cannot be changed. */
  readonly isProved?: boolean
  /** The address is asked for once: a wrong one loses nothing, because the buyer has the tickets already. */
  readonly isAskedOnce?: boolean
}

/** One field, followed by its repetition if it is an e-mail address that is not proved yet. */
export function AnswerField({
  form,
  field,
  isRequired,
  isProved = false,
  isAskedOnce = false,
}: AnswerFieldProps): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { signIn } = useSite()
  const wordsOf = useWords()
  const { formKey: key, hints } = ORDER_FIELDS[field]
  const { shown, leave, isRight } = useErrorOf(form, key)
  const registered = form.register(key, {
    validate: answer => wordsOf(violationOf(field, isRequired, answer)),
    onChange: () => {
      if (field === 'email' && form.getValues('emailAgain') !== '') void form.trigger('emailAgain')
    },
    onBlur: () => {
      fold(form, key, normaliseAnswer(field, form.getValues(key)))
      leave()
    },
  })
  const words = {
    label: fieldLabel(field, t),
    mark: isRequired ? t('common_required') : t('common_optional'),
    help: isProved
      ? t('sign_in_email_proved')
      : field === 'email' || field === 'phone'
        ? t(`sign_in_help_${field}`)
        : undefined,
    error: shown,
    required: isRequired,
  }
  const choices = choicesOf(field, isRequired, { t, lang, signIn })
  if (choices !== null)
    return <SelectField {...registered} {...words} {...hints} id={idOf(key)} options={choices} />
  return (
    <>
      <TextField
        {...registered}
        {...words}
        {...hints}
        id={idOf(key)}
        isRight={isRight && !isProved}
        readOnly={isProved}
      />
      {field === 'email' && !isProved && !isAskedOnce && <EmailAgainField form={form} />}
    </>
  )
}

/** The address once more: a typing error here would lose the tickets. It may be pasted or filled in by the browser. */
function EmailAgainField({ form }: Pick<AnswerFieldProps, 'form'>): ReactElement {
  const t = useText()
  const wordsOf = useWords()
  const { shown, leave, isRight } = useErrorOf(form, 'emailAgain')
  const registered = form.register('emailAgain', {
    validate: (again, { email }) =>
      wordsOf(
        firstViolation(normaliseAnswer('email', again), [
          required(),
          sameEmail(normaliseAnswer('email', email)),
        ]),
      ),
    onBlur: () => {
      fold(form, 'emailAgain', normaliseAnswer('email', form.getValues('emailAgain')))
      leave()
    },
  })
  return (
    <TextField
      {...registered}
      {...ORDER_FIELDS.email.hints}
      id={idOf('emailAgain')}
      label={t('sign_in_field_email_again')}
      mark={t('common_required')}
      error={shown}
      isRight={isRight}
      required
    />
  )
}

/** Shows the visitor the half-width form of full-width input; text that needs no change is not touched. */
function fold(form: UseFormReturn<BuyerValues>, key: keyof BuyerValues, folded: string): void {
  if (form.getValues(key) !== folded) form.setValue(key, folded, { shouldDirty: true, shouldValidate: true })
}

/** The message of a violation, `true` when there is none: the form that the form library expects. */
function useWords(): (violation: Violation | null) => string | true {
  const textOf = useTextOfKey()
  return violation => (violation === null ? true : textOf(violation.key, violation.params))
}

/**
 * When the error of a field is shown. That of the repeated address depends on both, so the pause is one of both. What was left with nothing
 * wrong has a tick.
 */
function useErrorOf(
  form: UseFormReturn<BuyerValues>,
  key: (typeof ORDER_FIELDS)[ShownField['field']]['formKey'] | 'emailAgain',
): ReturnType<typeof useShownError> & { readonly isRight: boolean } {
  const typed = useWatch({ control: form.control, name: key })
  const email = useWatch({ control: form.control, name: 'email' })
  const { errors, isSubmitted, touchedFields } = form.formState
  const error = errors[key]?.message
  return {
    ...useShownError(error, key === 'emailAgain' ? `${typed} ${email}` : typed, isSubmitted),
    isRight: touchedFields[key] === true && typed !== '' && error === undefined,
  }
}
