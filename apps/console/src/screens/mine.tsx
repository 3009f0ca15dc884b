import {
  addPasskey,
  askNewPasskey,
  endSession,
  type Me,
  type MyKeys,
  readMyKeys,
  removePasskey,
  renewRecoveryCodes,
} from '@kippu/contract/console/sign-in'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { callStaff } from '../api'
import { exactText } from '../formats'
import { useLanguage } from '../language'
import { ME, useWeight } from '../session/me'
import { makePasskey } from '../session/passkey'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog } from '../ui/dialog'
import { RecoveryCodes } from '../ui/recovery-codes'
import { Loaded } from '../ui/said'
import { PasskeyFault } from '../ui/passkey-fault'
import { ScreenOf } from '../ui/screen'
import { deviceLabel } from './sign-in'

const KEYS = ['keys'] as const

/** A person's own passkeys, codes and sessions. */
export function MineScreen({ me }: { readonly me: Me }): ReactNode {
  const { say } = useLanguage()
  const client = useQueryClient()
  const weight = useWeight()
  const keys = useQuery({ queryKey: KEYS, queryFn: () => callStaff(readMyKeys, {}) })
  const adding = useMutation({
    mutationFn: async () => {
      const question = await weight(() => callStaff(askNewPasskey, {}))
      const passkey = await makePasskey(question)
      return callStaff(addPasskey, { body: { label: deviceLabel(), passkey } })
    },
    onSuccess: async now => {
      client.setQueryData(ME, now)
      await client.invalidateQueries({ queryKey: KEYS })
    },
  })
  const renewing = useMutation({
    mutationFn: () => weight(() => callStaff(renewRecoveryCodes, {})),
    onSuccess: () => client.invalidateQueries({ queryKey: ME }),
  })
  return (
    <ScreenOf title={say('mine')} lead={say('mineLead')}>
      {me.passkeys === 1 ? <p className="notice">{say('oneKeyOnly')}</p> : null}
      <Loaded query={keys}>{data => <Keys keys={data} />}</Loaded>
      {adding.error === null ? null : <PasskeyFault error={adding.error} />}
      <p>
        <button type="button" className="primary" disabled={adding.isPending} onClick={() => adding.mutate()}>
          {say('addPasskey')}
        </button>
      </p>
      <section aria-labelledby="codes">
        <h2 id="codes">
          {say('codesLeft')}: {me.recovery_codes}
        </h2>
        {renewing.error === null ? null : <PasskeyFault error={renewing.error} />}
        <p>
          <button type="button" disabled={renewing.isPending} onClick={() => renewing.mutate()}>
            {say('renewCodes')}
          </button>
        </p>
      </section>
      {renewing.data === undefined ? null : (
        <Dialog title={say('codesTitle')} onClose={() => renewing.reset()}>
          <RecoveryCodes codes={renewing.data.recovery_codes} onKept={() => renewing.reset()} />
        </Dialog>
      )}
    </ScreenOf>
  )
}

function Keys({ keys: { passkeys, sessions } }: { readonly keys: MyKeys }) {
  const { say, lang } = useLanguage()
  const client = useQueryClient()
  const [removing, setRemoving] = useState<MyKeys['passkeys'][number] | null>(null)
  const ending = useMutation({
    mutationFn: (session: string) => callStaff(endSession, { params: { session } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS }),
  })
  return (
    <>
      <ul className="rows">
        {passkeys.map(passkey => (
          <li key={passkey.id}>
            <strong>{passkey.label}</strong>
            {passkey.is_this ? <span className="mark">{say('thisOne')}</span> : null}
            <span className="quiet">
              {say('created')} {exactText(lang, passkey.created_at)}
            </span>
            <span className="quiet">
              {say('lastUsed')} {passkey.last_used_at === null ? '–' : exactText(lang, passkey.last_used_at)}
            </span>
            <button type="button" onClick={() => setRemoving(passkey)}>
              {say('remove')}
            </button>
          </li>
        ))}
      </ul>
      <section aria-labelledby="sessions">
        <h2 id="sessions">{say('sessions')}</h2>
        {ending.error === null ? null : <PasskeyFault error={ending.error} />}
        <ul className="rows">
          {sessions.map(session => (
            <li key={session.id}>
              <strong>{session.passkey}</strong>
              {session.is_this ? <span className="mark">{say('thisOne')}</span> : null}
              <span className="quiet">{exactText(lang, session.seen_at)}</span>
              {session.is_this ? null : (
                <button type="button" disabled={ending.isPending} onClick={() => ending.mutate(session.id)}>
                  {say('end')}
                </button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {removing === null ? null : <Remove passkey={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

interface RemoveProps {
  readonly passkey: MyKeys['passkeys'][number]
  readonly onClose: () => void
}

function Remove({ passkey, onClose }: RemoveProps) {
  const client = useQueryClient()
  const weight = useWeight()
  const removing = useMutation({
    mutationFn: () => weight(() => callStaff(removePasskey, { params: { passkey: passkey.id } })),
    onSuccess: async () => {
      await client.invalidateQueries()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="removeTitle"
      subject={passkey.label}
      lead="removeLead"
      act="remove"
      acting={removing}
      onClose={onClose}
    />
  )
}
