import { isBlank } from '@kippu/domain/form/rules'
import { useRef, useState } from 'react'
import type { FormEvent, ReactElement } from 'react'

import { useText, useTextOfKey } from '../../i18n/texts.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './login-form.module.css'
import { useLogin } from './use-login.ts'

/**
 * Id and password. Each membership has its own kind of id, so it is not validated as a mail address. The password is
 * sent exactly as it was typed or pasted.
 */
export function LoginForm({ orderToken }: { readonly orderToken: string }): ReactElement {
  const t = useText()
  const textOf = useTextOfKey()
  const { logIn, isLoggingIn } = useLogin(orderToken)
  const form = useRef<HTMLFormElement>(null)
  const [id, setId] = useState('')
  const [password, setPassword] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const missing = (isMissing: boolean): string | null =>
    isSubmitted && isMissing ? textOf('common_validate_required') : null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsSubmitted(true)
    if (isBlank(id) || password === '') {
      form.current?.querySelectorAll('input')[isBlank(id) ? 0 : 1]?.focus()
    } else if (!isLoggingIn) logIn({ email: id.trim(), password })
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        name="username"
        label={t('membership_id')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={id}
        error={missing(isBlank(id))}
        onChange={({ target }) => setId(target.value)}
      />
      <TextField
        name="password"
        type="password"
        label={t('membership_password')}
        autoComplete="current-password"
        required
        value={password}
        error={missing(password === '')}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" wide busy={isLoggingIn}>
        {t('membership_submit')}
      </Button>
    </form>
  )
}
