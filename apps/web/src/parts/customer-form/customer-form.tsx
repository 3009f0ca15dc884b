import type { FieldTemplate } from '@kippu/contract/site-content'
import { violationOf } from '@kippu/domain/form/field-rules'
import { normaliseAnswer } from '@kippu/domain/form/normalise-answer'
import { ORDER_FIELDS } from '@kippu/domain/form/order-fields'
import { firstViolation, required, sameEmail } from '@kippu/domain/form/rules'
import type { Violation } from '@kippu/domain/form/rules'
import { useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'

import { useSite } from '../../app/first-view-context.ts'
import { useLanguage, useText, useTextOfKey } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx'
import type { BuyerValues } from './buyer-values.ts'
import styles from './customer-form.module.css'
import { ErrorSummary } from './error-summary.tsx'
import { choicesOf } from './field-choices.ts'
import { formProblems, idOf } from './form-problems.ts'
import { INPUT_HINTS } from './input-hints.ts'
import { shownFields } from './shown-fields.ts'
import type { ShownField } from './shown-fields.ts'
import { useAnswersHandedOver } from './unsent-answers.ts'

interface CustomerFormProps {
  readonly templates: readonly FieldTemplate[]
  readonly startingValues: BuyerValues
  /** What the agreement box is about, shown right above it. */
  readonly conditions: ReactNode
  /** The address was proved to be hers: it cannot be changed any more (S-1.11). */
  readonly isEmailProved?: boolean
  readonly isSending: boolean
  readonly onSubmit: (values: BuyerValues) => void
}

/**
 * The buyer form (R-2.10–2.12): the site's fields with their rules, checked while typing. A field nobody has touched
 * shows no error until the form is sent.
 */
export function CustomerForm({
  templates,
  startingValues,
  isEmailProved = false,
  ...props
}: CustomerFormProps): ReactElement {
  const t = useText()
  const form = useForm<BuyerValues>({
    defaultValues: startingValues,
    mode: 'onChange',
    shouldFocusError: false,
  })
  useAnswersHandedOver(form)
  const [failedAttempts, setFailedAttempts] = useState(0)
  const { main, survey, magazines } = shownFields(templates)
  const { errors } = form.formState
  const problems = formProblems(errors, [...main, ...survey], t)
  const submit = form.handleSubmit(
    values => props.onSubmit(values),
    () => setFailedAttempts(count => count + 1),
  )
  return (
    <form className={styles.form} noValidate onSubmit={event => void submit(event)}>
      {failedAttempts > 0 && problems.length > 0 && (
        <ErrorSummary problems={problems} attempt={failedAttempts} />
      )}
      {main.map(shown => (
        <AnswerField
          key={shown.field}
          form={form}
          isProved={shown.field === 'email' && isEmailProved}
          {...shown}
        />
      ))}
      {survey.length > 0 && (
        <details className={styles.survey}>
          <summary>{t('sign_in_survey')}</summary>
          <div>
            {survey.map(shown => (
              <AnswerField key={shown.field} form={form} {...shown} />
            ))}
          </div>
        </details>
      )}
      {magazines.length > 0 && (
        <div>
          {magazines.map(field => (
            <CheckboxField
              key={field}
              {...form.register(ORDER_FIELDS[field])}
              label={t(`sign_in_field_${field}`)}
            />
          ))}
        </div>
      )}
      {props.conditions}
      <CheckboxField
        {...form.register('termsAccepted', { validate: accepted => accepted || t('sign_in_terms_missing') })}
        id={idOf('termsAccepted')}
        label={t('sign_in_terms_agree')}
        mark={t('common_required')}
        error={errors.termsAccepted?.message}
      />
      <Button type="submit" wide busy={props.isSending}>
        {t(isEmailProved ? 'common_next' : 'sign_in_submit')}
      </Button>
    </form>
  )
}

type AnswerFieldProps = ShownField & {
  readonly form: UseFormReturn<BuyerValues>
  /** The answer was proved to be right and stays as it is. */
  readonly isProved?: boolean
}

/** One field, and after an e-mail address that is not proved yet the one that repeats it. */
function AnswerField({ form, field, isRequired, isProved = false }: AnswerFieldProps): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { signIn } = useSite()
  const wordsOf = useWords()
  const key = ORDER_FIELDS[field]
  const registered = form.register(key, {
    validate: answer => wordsOf(violationOf(field, isRequired, answer)),
    onChange: () => {
      if (field === 'email' && form.getValues('emailAgain') !== '') void form.trigger('emailAgain')
    },
    onBlur: () => fold(form, key, normaliseAnswer(field, form.getValues(key))),
  })
  const words = {
    label: t(`sign_in_field_${field}`),
    mark: isRequired ? t('common_required') : t('common_optional'),
    help: isProved
      ? t('sign_in_email_proved')
      : field === 'email' || field === 'phone'
        ? t(`sign_in_help_${field}`)
        : undefined,
    error: form.formState.errors[key]?.message,
    required: isRequired,
  }
  const choices = choicesOf(field, { t, lang, signIn })
  if (choices !== null)
    return <SelectField {...registered} {...words} {...INPUT_HINTS[field]} id={idOf(key)} options={choices} />
  return (
    <>
      <TextField {...registered} {...words} {...INPUT_HINTS[field]} id={idOf(key)} readOnly={isProved} />
      {field === 'email' && !isProved && <EmailAgainField form={form} isRequired={isRequired} />}
    </>
  )
}

/** The address once more: a slip here would lose the tickets. It may be pasted or filled in by the browser. */
function EmailAgainField({ form, isRequired }: Pick<AnswerFieldProps, 'form' | 'isRequired'>): ReactElement {
  const t = useText()
  const wordsOf = useWords()
  const rules = (first: string) => [
    ...(isRequired ? [required()] : []),
    sameEmail(normaliseAnswer('email', first)),
  ]
  const registered = form.register('emailAgain', {
    validate: (again, { email }) => wordsOf(firstViolation(normaliseAnswer('email', again), rules(email))),
    onBlur: () => fold(form, 'emailAgain', normaliseAnswer('email', form.getValues('emailAgain'))),
  })
  return (
    <TextField
      {...registered}
      {...INPUT_HINTS.email}
      id={idOf('emailAgain')}
      label={t('sign_in_field_email_again')}
      mark={isRequired ? t('common_required') : t('common_optional')}
      error={form.formState.errors.emailAgain?.message}
      required={isRequired}
    />
  )
}

/** Shows the visitor what full-width input became (D-27); what is right already stays untouched. */
function fold(form: UseFormReturn<BuyerValues>, key: keyof BuyerValues, folded: string): void {
  if (form.getValues(key) !== folded) form.setValue(key, folded, { shouldDirty: true, shouldValidate: true })
}

/** The words of a violation, `true` when there is none: what the form library asks for. */
function useWords(): (violation: Violation | null) => string | true {
  const textOf = useTextOfKey()
  return violation => (violation === null ? true : textOf(violation.key, violation.params))
}
