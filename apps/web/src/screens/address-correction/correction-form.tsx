import { normaliseEmail } from '@kippu/domain/form/normalise'
import { ORDER_FIELDS } from '@kippu/domain/form/order-fields'
import { email, firstViolation, required } from '@kippu/domain/form/rules'
import type { ReactElement } from 'react'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'

import { useText, useTextOfKey } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './correction-form.module.css'

interface CorrectionFormProps {
  readonly correct: (address: string) => void
  readonly isBusy: boolean
  /** The address that the mail server refused as well; null for none. */
  readonly refused: string | null
  readonly wait: number | null
}

/** One field, judged by the rules of the buyer form, and shown as it will be sent once it is left. */
export function CorrectionForm({ correct, isBusy, refused, wait }: CorrectionFormProps): ReactElement {
  const t = useText()
  const textOf = useTextOfKey()
  const form = useForm({ defaultValues: { email: '' }, mode: 'onTouched' })
  const { setFocus, control } = form
  const typedNow = useWatch({ control, name: 'email' })
  const isRefused = refused !== null && normaliseEmail(typedNow) === refused
  useEffect(() => {
    if (refused !== null) setFocus('email')
  }, [refused, setFocus])
  const submit = form.handleSubmit(({ email: typed }) => {
    if (!isBusy) correct(normaliseEmail(typed))
  })
  return (
    <form className={styles.form} noValidate onSubmit={event => void submit(event)}>
      <TextField
        {...form.register('email', {
          validate: typed => {
            const violation = firstViolation(normaliseEmail(typed), [required(), email()])
            return violation === null ? true : textOf(violation.key, violation.params)
          },
          onBlur: () => {
            const typed = form.getValues('email')
            const folded = normaliseEmail(typed)
            if (folded !== typed) form.setValue('email', folded, { shouldValidate: true })
          },
        })}
        {...ORDER_FIELDS.email.hints}
        id="correction-email"
        label={t('correction_email')}
        help={t('correction_email_help')}
        error={form.formState.errors.email?.message ?? (isRefused ? t('correction_refused') : undefined)}
        mark={t('common_required')}
        required
      />
      {wait !== null && <Notice kind="error">{t('correction_wait', { minutes: wait })}</Notice>}
      <Button type="submit" wide busy={isBusy}>
        {t('correction_submit')}
      </Button>
    </form>
  )
}
