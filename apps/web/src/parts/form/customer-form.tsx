import type { FieldTemplate } from '@kippu/contract/site-content'
import { ORDER_FIELDS } from '@kippu/domain/form/order-fields'
import { useEffect, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'

import { Link } from '../../page/router.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/field.tsx'
import { AnswerField } from './answer-field.tsx'
import type { BuyerValues } from './buyer-values.ts'
import styles from './customer-form.module.css'
import { ErrorSummary } from './error-summary.tsx'
import { fieldLabel } from './field-label.ts'
import { formProblems, idOf } from './form-problems.ts'
import { shownFields } from './shown-fields.ts'
import { useKeepAnswers } from './unsent-answers.ts'

interface CustomerFormProps {
  readonly templates: readonly FieldTemplate[]
  readonly startingValues: BuyerValues
  /** The conditions that the agreement box refers to, shown right above it. */
  readonly conditions: ReactNode
  /** The buyer's address is proved: they can no longer change it. */
  readonly isEmailProved?: boolean
  /** An address that needs no mail to prove it. */
  readonly trustedEmail?: string | undefined
  /** Whether the link to the members' login is shown. */
  readonly offersLogin?: boolean
  readonly isSending: boolean
  /** The answer that no mail can be sent to the address: the field is marked until it is typed anew. */
  readonly noMail?: Error | null
  readonly onSubmit: (values: BuyerValues) => void
}

/**
 * The buyer form: the site's fields with their rules, which run at every input (`ui/use-shown-error.ts`). A field that
 * the visitor has not touched shows no error until the form is sent. Optional fields are folded.
 */
export function CustomerForm({
  templates,
  startingValues,
  isEmailProved = false,
  trustedEmail,
  offersLogin = false,
  noMail = null,
  ...props
}: CustomerFormProps): ReactElement {
  const t = useText()
  const form = useForm<BuyerValues>({
    defaultValues: startingValues,
    mode: 'onChange',
    shouldFocusError: false,
  })
  useKeepAnswers(form)
  const { setError } = form
  useEffect(() => {
    if (noMail !== null) setError('email', { message: t('error_invalid_email_address_message') })
  }, [noMail, setError, t])
  const email = useWatch({ control: form.control, name: 'email' })
  const isMailed = !isEmailProved && email.toLowerCase() !== trustedEmail?.toLowerCase()
  const [failedAttempts, setFailedAttempts] = useState(0)
  const { main, optional, magazines } = shownFields(templates)
  // A folded answer that came back is seen.
  const [isAnswered] = useState(
    optional.some(({ field }) => startingValues[ORDER_FIELDS[field].formKey] !== ''),
  )
  const { errors } = form.formState
  const problems = formProblems(errors, [...main, ...optional], t)
  const submit = form.handleSubmit(
    values => props.onSubmit(values),
    () => setFailedAttempts(count => count + 1),
  )
  return (
    <form className={styles.form} noValidate onSubmit={event => void submit(event)}>
      {failedAttempts > 0 && problems.length > 0 && (
        <ErrorSummary problems={problems} attempt={failedAttempts} />
      )}
      {offersLogin && (
        <p>
          <Link to="/membership-login">{t('sign_in_member_login')}</Link>
        </p>
      )}
      {main.map(shown => (
        <AnswerField
          key={shown.field}
          form={form}
          isProved={shown.field === 'email' && isEmailProved}
          {...shown}
        />
      ))}
      {optional.length > 0 && (
        <details className={styles.optional} open={isAnswered}>
          <summary>{t('sign_in_optional')}</summary>
          <div>
            {optional.map(shown => (
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
              {...form.register(ORDER_FIELDS[field].formKey)}
              label={fieldLabel(field, t)}
            />
          ))}
          <p className={styles.news}>{t('sign_in_news_note')}</p>
        </div>
      )}
      {props.conditions}
      <CheckboxField
        {...form.register('termsAccepted', { validate: accepted => accepted || t('sign_in_terms_missing') })}
        id={idOf('termsAccepted')}
        label={t('sign_in_terms_agree')}
        mark={t('common_required')}
        error={errors.termsAccepted?.message}
        required
      />
      <Button type="submit" wide busy={props.isSending}>
        {t(isMailed ? 'sign_in_submit' : 'common_next')}
      </Button>
    </form>
  )
}
