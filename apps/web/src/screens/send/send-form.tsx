import type { Share } from '@kippu/contract/shares'
import { normaliseEmail } from '@kippu/domain/form/normalise'
import { ORDER_FIELDS } from '@kippu/domain/form/order-fields'
import { email, firstViolation, max, required } from '@kippu/domain/form/rules'
import type { Rule } from '@kippu/domain/form/rules'
import { type Language, LANGUAGES } from '@kippu/domain/language'
import { LONGEST_GIVER_NAME, LONGEST_SHARE_MESSAGE } from '@kippu/domain/sharing'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { useForm } from 'react-hook-form'

import { LANGUAGE_NAMES } from '../../i18n/language-names.ts'
import { useLanguage, useText, useTextOfKey } from '../../i18n/texts.tsx'
import { ErrorSummary } from '../../parts/form/error-summary.tsx'
import { PartyChooser } from '../../parts/sharing/party-chooser.tsx'
import { type ChosenCounts, chosenIds, partyGroups } from '../../parts/sharing/party-groups.ts'
import type { Party } from '../../parts/sharing/use-party.ts'
import { kindsOf } from '../../parts/ticket/ticket-state.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './send-form.module.css'
import { useSend } from './use-send.ts'

interface SendFormProps {
  readonly party: Party
  /** The share that is sent; undefined where the tickets are chosen here. */
  readonly share: Share | undefined
  readonly reread: () => Promise<void>
  readonly onSent: (email: string) => void
}

/** To whom, from whom, in which words and language; and which tickets, unless they are chosen already. */
export function SendForm({ party, share, reread, onSent }: SendFormProps): ReactElement {
  const t = useText()
  const textOf = useTextOfKey()
  const lang = useLanguage()
  const groups = partyGroups(party.tickets)
  const [chosen, setChosen] = useState<ChosenCounts>({})
  const [failedAttempts, setFailedAttempts] = useState(0)
  const form = useForm({
    defaultValues: { email: '', name: '', message: '', lang },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { send, isBusy, refused, wait } = useSend({ party, share, reread, onSent })
  const isNothing = share === undefined && chosenIds(groups, chosen).length === 0
  const judged = (typed: string, rules: readonly Rule[]): string | true => {
    const violation = firstViolation(typed, rules)
    return violation === null ? true : textOf(violation.key, violation.params)
  }
  const { errors } = form.formState
  const isRefused = refused !== null && normaliseEmail(form.getValues('email')) === refused
  const fields = {
    email: {
      ...form.register('email', {
        validate: typed => judged(normaliseEmail(typed), [required(), email()]),
        onBlur: () => {
          const typed = form.getValues('email')
          const folded = normaliseEmail(typed)
          if (folded !== typed) form.setValue('email', folded, { shouldValidate: true })
        },
      }),
      ...ORDER_FIELDS.email.hints,
      autoComplete: 'off',
      id: 'send-email',
      label: t('send_email'),
      error: errors.email?.message ?? (isRefused ? textOf('mail_validate_invalid') : undefined),
    },
    name: {
      ...form.register('name', {
        validate: typed => judged(typed.trim(), [required(), max(LONGEST_GIVER_NAME)]),
      }),
      autoComplete: 'name',
      id: 'send-name',
      label: t('send_name'),
      error: errors.name?.message,
    },
    message: {
      ...form.register('message', { validate: typed => judged(typed, [max(LONGEST_SHARE_MESSAGE)]) }),
      id: 'send-message',
      label: t('send_message'),
      help: t('send_message_note', { max: LONGEST_SHARE_MESSAGE }),
      error: errors.message?.message,
    },
  } as const
  const problems = [
    ...[fields.email, fields.name, fields.message].flatMap(({ id, label, error }) =>
      error === undefined ? [] : [{ id, label, message: error }],
    ),
    ...(isNothing
      ? [{ id: 'send-tickets', label: t('share_choose'), message: t('share_nothing_chosen') }]
      : []),
  ]
  const submit = form.handleSubmit(
    values => {
      if (isNothing) setFailedAttempts(count => count + 1)
      else if (!isBusy)
        send({
          ...values,
          email: normaliseEmail(values.email),
          lang: languageOf(values.lang),
          ids: chosenIds(groups, chosen),
        })
    },
    () => setFailedAttempts(count => count + 1),
  )
  return (
    <form className={styles.form} noValidate onSubmit={event => void submit(event)}>
      {failedAttempts > 0 && problems.length > 0 && (
        <ErrorSummary problems={problems} attempt={failedAttempts} />
      )}
      {share === undefined ? (
        <div id="send-tickets" tabIndex={-1}>
          <PartyChooser groups={groups} chosen={chosen} onChange={setChosen} />
        </div>
      ) : (
        <p className={styles.chosen}>{kindsOf(share.tickets).join(' / ')}</p>
      )}
      <TextField {...fields.email} mark={t('common_required')} required />
      <TextField {...fields.name} mark={t('common_required')} required />
      <TextAreaField {...fields.message} rows={4} />
      <SelectField
        {...form.register('lang')}
        id="send-language"
        label={t('send_language')}
        options={LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      {wait !== null && <Notice kind="error">{t('send_too_many', { minutes: wait })}</Notice>}
      <Button type="submit" wide busy={isBusy}>
        {t('send_submit')}
      </Button>
    </form>
  )
}

function languageOf(value: string): Language {
  return LANGUAGES.find(lang => lang === value) ?? 'ja'
}
