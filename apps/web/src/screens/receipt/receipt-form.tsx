import { type AddresseeFault, faultOfAddressee, LONGEST_ADDRESSEE } from '@kippu/domain/receipt-addressee'
import type { TextKey } from '@kippu/texts/texts'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'

import { useText } from '../../i18n/texts.tsx'
import type { Translate } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './receipt-screen.module.css'

interface ReceiptFormProps {
  readonly issue: (addressee: string) => void
  readonly isBusy: boolean
  /** The server refused the last addressee. */
  readonly isRefused: boolean
}

/** Asks for the addressee, and says before that it is asked for once. Nothing but outer blanks is changed in it. */
export function ReceiptForm({ issue, isBusy, isRefused }: ReceiptFormProps): ReactElement {
  const t = useText()
  const form = useForm({ defaultValues: { addressee: '' }, mode: 'onTouched' })
  const { setError } = form
  useEffect(() => {
    if (isRefused) setError('addressee', { message: t('receipt_ask_text') }, { shouldFocus: true })
  }, [isRefused, setError, t])
  const submit = form.handleSubmit(({ addressee }) => {
    if (!isBusy) issue(addressee.trim())
  })
  return (
    <>
      <h1 className="title" tabIndex={-1}>
        {t('receipt_ask_title')}
      </h1>
      <p className={styles.lead}>{t('receipt_ask_lead')}</p>
      <form className={styles.form} noValidate onSubmit={event => void submit(event)}>
        <Notice kind="caution">{t('receipt_ask_once')}</Notice>
        <TextField
          {...form.register('addressee', { validate: typed => faultTextOf(typed.trim(), t) ?? true })}
          id="receipt-addressee"
          label={t('receipt_ask_addressee')}
          help={t('receipt_ask_help')}
          error={form.formState.errors.addressee?.message}
          mark={t('common_required')}
          autoComplete="organization"
          required
        />
        <Button type="submit" wide busy={isBusy}>
          {t('receipt_ask_submit')}
        </Button>
      </form>
    </>
  )
}

const FAULT_TEXTS = {
  empty: 'common_validate_required',
  long: 'common_validate_max',
  text: 'receipt_ask_text',
} as const satisfies Record<AddresseeFault, TextKey>

function faultTextOf(addressee: string, t: Translate): string | null {
  const fault = faultOfAddressee(addressee)
  return fault === null ? null : t(FAULT_TEXTS[fault], { length: LONGEST_ADDRESSEE })
}
