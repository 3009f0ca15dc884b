import { askEnrolment, enrol, type Entrance, signIn } from '@kippu/contract/console/sign-in'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState, type ReactNode } from 'react'

import { callStaff } from '../api'
import { useLanguage } from '../language'
import { ME } from '../session/me'
import { makePasskey, showPasskey } from '../session/passkey'
import { DoorFrame } from '../ui/door-frame'
import { Field } from '../ui/field'
import { PasskeyFault } from '../ui/passkey-fault'

/** @param isEnded somebody was in here. */
export function SignInScreen({ isEnded }: { readonly isEnded: boolean }): ReactNode {
  const { say } = useLanguage()
  const client = useQueryClient()
  const [isLost, setLost] = useState(false)
  const signingIn = useMutation({
    mutationFn: async () => callStaff(signIn, { body: { passkey: await showPasskey() } }),
    onSuccess: me => client.setQueryData(ME, me),
  })
  return (
    <DoorFrame title={say('signInTitle')}>
      {isEnded ? <p className="notice">{say('signInEnded')}</p> : null}
      <p>{say('signInLead')}</p>
      {signingIn.error === null ? null : <PasskeyFault error={signingIn.error} />}
      <p>
        <button
          type="button"
          className="primary"
          disabled={signingIn.isPending}
          onClick={() => signingIn.mutate()}
        >
          {say('signInButton')}
        </button>
      </p>
      {isLost ? (
        <Recovery />
      ) : (
        <p>
          <button type="button" className="plain" onClick={() => setLost(true)}>
            {say('lostKeys')}
          </button>
        </p>
      )}
    </DoorFrame>
  )
}

/** A new passkey by one of the codes that were kept. */
function Recovery() {
  const { say } = useLanguage()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const recovering = useMutation({
    mutationFn: async () => {
      const entrance: Entrance = { name: name.trim(), recovery_code: code.trim() }
      const { question } = await callStaff(askEnrolment, { body: { entrance } })
      const passkey = await makePasskey(question)
      return callStaff(enrol, { body: { entrance, label: deviceLabel(), passkey } })
    },
    onSuccess: ({ me }) => client.setQueryData(ME, me),
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    recovering.mutate()
  }
  return (
    <form onSubmit={send} className="stack">
      <h2>{say('lostKeys')}</h2>
      <p>{say('recoverLead')}</p>
      <Field
        label={say('name')}
        value={name}
        onChange={event => setName(event.target.value)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        label={say('recoveryCode')}
        value={code}
        onChange={event => setCode(event.target.value)}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {recovering.error === null ? null : <PasskeyFault error={recovering.error} />}
      <p>
        <button type="submit" className="primary" disabled={recovering.isPending}>
          {say('goOn')}
        </button>
      </p>
    </form>
  )
}

/** The system of this device, as a name that somebody recognises later. */
export function deviceLabel(): string {
  const [, system = ''] = /\((?:[^;)]*; )?([^;)]+)/.exec(navigator.userAgent) ?? []
  return system.trim() === '' ? 'passkey' : system.trim().slice(0, 60)
}
