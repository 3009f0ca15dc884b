import type { ErrorCode } from '@kippu/contract/errors'
import { confirmMailCode } from '@kippu/contract/order-mails'
import { isMailCode, normaliseMailCode } from '@kippu/domain/form/mail-code'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { refusalIn } from '../../api/refusal-in.ts'
import type { Translate } from '../../i18n/texts.tsx'
import { useText } from '../../i18n/texts.tsx'
import { orderKey } from '../../parts/checkout/order/current-order.ts'
import { ToOrderLink } from '../../parts/checkout/order/to-order-link.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './sended-mail-screen.module.css'

/** Refusals that are said beside the field. */
const SAID_HERE = [
  'wrong mail code',
  'mail code used up',
  'out of stock',
] as const satisfies readonly ErrorCode[]

type SaidHere = (typeof SAID_HERE)[number]

/**
 * The six digits of the mail, in one field: they are sent as soon as all are there, typed, pasted or filled in by the
 * phone. Full width and blanks are undone for the comparison alone, because a changed value would disturb a visitor who
 * is composing it.
 */
export function CodeEntry({ token }: { readonly token: string }): ReactElement {
  const t = useText()
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)
  const {
    mutate,
    reset,
    isPending,
    error: failure,
  } = useMutation({
    meta: { saidHere: SAID_HERE },
    mutationFn: (code: string) => request(confirmMailCode, { params: { token }, body: { code } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: orderKey(token) }),
    onError: error => {
      if (refusalIn(error, SAID_HERE) !== null) input.current?.select()
    },
  })
  const refused = refusalIn(failure, SAID_HERE)
  const send = (text: string): void => {
    const code = normaliseMailCode(text)
    setMissing(!isMailCode(code))
    if (isMailCode(code) && !isPending) mutate(code)
  }
  const follow = (text: string): void => {
    setMissing(false)
    if (refused !== null) reset()
    if (isMailCode(normaliseMailCode(text))) send(text)
  }
  const error = isMissing ? t('mail_sent_code_missing') : refused === null ? null : wordsOf(refused, t)
  return (
    <form
      className={styles.code}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        send(input.current?.value ?? '')
      }}
    >
      {refused === 'out of stock' && (
        <Notice kind="error" title={t('mail_link_no_places')}>
          <p>{t('mail_link_no_places_lead')}</p>
          <ToOrderLink />
        </Notice>
      )}
      <TextField
        ref={input}
        label={t('mail_sent_code')}
        help={t('mail_sent_code_help')}
        error={error}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        translate="no"
        onChange={event => {
          if (!isComposing(event.nativeEvent)) follow(event.target.value)
        }}
        onCompositionEnd={event => follow(event.currentTarget.value)}
      />
      <output className="visually-hidden">{error}</output>
      <Button type="submit" wide busy={isPending}>
        {t('mail_sent_code_submit')}
      </Button>
    </form>
  )
}

/** The words beside the field; the notice above it says that the places are gone. */
function wordsOf(refused: SaidHere, t: Translate): string | null {
  switch (refused) {
    case 'wrong mail code':
      return t('error_wrong_mail_code_message')
    case 'mail code used up':
      return t('error_mail_code_used_up_message')
    case 'out of stock':
      return null
  }
}

/** Digits of full width are being composed, and are not what is meant yet. */
function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}
