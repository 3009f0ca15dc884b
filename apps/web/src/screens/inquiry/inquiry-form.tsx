import { normaliseAskedEmail } from '@kippu/domain/form/normalise'
import { ORDER_FIELDS } from '@kippu/domain/form/order-fields'
import { email, firstViolation, required } from '@kippu/domain/form/rules'
import {
  faultOfReservationNumber,
  normaliseReservationNumber,
  type NumberFault,
} from '@kippu/domain/reservation-number'
import type { TextKey } from '@kippu/texts/texts'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'

import { useText, useTextOfKey } from '../../i18n/texts.tsx'
import { ErrorSummary } from '../../parts/form/error-summary.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './inquiry-form.module.css'
import { useInquiry } from './use-inquiry.ts'

const FAULT_TEXTS = {
  empty: 'common_validate_required',
  mistakable: 'inquiry_number_mistakable',
  form: 'inquiry_number_form',
} as const satisfies Record<NumberFault, TextKey>

/** How each field is written when it is sent, and shown once it is left. */
const NORMALISE = { email: normaliseAskedEmail, number: normaliseReservationNumber } as const

type FieldName = keyof typeof NORMALISE

/**
 * Address and number, in any way of writing them. A number with a character that no number has is named at its field
 * and not asked for; there too stands that no reservation has this number and address.
 */
export function InquiryForm(): ReactElement {
  const t = useText()
  const textOf = useTextOfKey()
  const { inquire, isBusy, wait } = useInquiry()
  const form = useForm({
    defaultValues: { email: '', number: '' },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const [failedAttempts, setFailedAttempts] = useState(0)
  const register = (name: FieldName, validate: (typed: string) => string | true) => ({
    ...form.register(name, {
      validate,
      onBlur: () => {
        const typed = form.getValues(name)
        const folded = NORMALISE[name](typed)
        if (folded !== typed) form.setValue(name, folded, { shouldValidate: true })
      },
    }),
    id: `inquiry-${name}`,
    error: form.formState.errors[name]?.message,
    required: true,
    mark: t('common_required'),
  })
  const fields = {
    email: {
      ...register('email', typed => {
        const violation = firstViolation(normaliseAskedEmail(typed), [required(), email()])
        return violation === null ? true : textOf(violation.key, violation.params)
      }),
      ...ORDER_FIELDS.email.hints,
      label: t('inquiry_email'),
    },
    number: {
      ...register('number', typed => {
        const fault = faultOfReservationNumber(typed)
        return fault === null ? true : t(FAULT_TEXTS[fault])
      }),
      label: t('ticket_number'),
      help: t('inquiry_number_help'),
      autoComplete: 'off',
      inputMode: 'text',
      autoCapitalize: 'characters',
      spellCheck: false,
    },
  } as const
  const problems = [fields.email, fields.number].flatMap(({ id, label, error }) =>
    error === undefined ? [] : [{ id, label, message: error }],
  )
  const fail = (): void => setFailedAttempts(count => count + 1)
  const submit = form.handleSubmit(values => {
    const pair = { email: NORMALISE.email(values.email), number: NORMALISE.number(values.number) }
    if (isBusy) return
    inquire(pair, () => {
      form.setError('number', { message: t('inquiry_unknown_pair') })
      fail()
    })
  }, fail)
  return (
    <form className={styles.form} noValidate onSubmit={event => void submit(event)}>
      {failedAttempts > 0 && problems.length > 0 && (
        <ErrorSummary problems={problems} attempt={failedAttempts} />
      )}
      <TextField {...fields.email} />
      <TextField {...fields.number} />
      {wait !== null && <Notice kind="error">{t('inquiry_wait', { minutes: wait })}</Notice>}
      <Button type="submit" wide busy={isBusy}>
        {t('inquiry_submit')}
      </Button>
    </form>
  )
}
