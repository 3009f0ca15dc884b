import { askEnrolment, enrol } from '@kippu/contract/console/sign-in'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState, type ReactNode } from 'react'

import { callStaff } from '../api'
import { useLanguage } from '../language'
import { navigate } from '../router'
import { ME } from '../session/me'
import { makePasskey } from '../session/passkey'
import { DoorFrame } from '../ui/door-frame'
import { Field } from '../ui/field'
import { RecoveryCodes } from '../ui/recovery-codes'
import { Loaded } from '../ui/said'
import { PasskeyFault } from '../ui/passkey-fault'
import { ROLE_WORDS } from '../words'
import { deviceLabel } from './sign-in'

/** The page of an invitation: its token stands behind the hash. */
export function EnrolScreen(): ReactNode {
  const { say, pick } = useLanguage()
  const client = useQueryClient()
  const [invitation] = useState(() => location.hash.slice(1))
  const [label, setLabel] = useState(deviceLabel)
  const entrance = { invitation }
  const invited = useQuery({
    queryKey: ['enrolment', invitation],
    queryFn: () => callStaff(askEnrolment, { body: { entrance } }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const enrolling = useMutation({
    mutationFn: async () => {
      // The question of before may be too old by now.
      const { question } = await callStaff(askEnrolment, { body: { entrance } })
      const passkey = await makePasskey(question)
      return callStaff(enrol, { body: { entrance, label: label.trim() || deviceLabel(), passkey } })
    },
    onSuccess: ({ me }) => {
      client.setQueryData(ME, me)
      history.replaceState(null, '', '/enrol')
    },
  })
  if (enrolling.data !== undefined)
    return (
      <DoorFrame title={say('codesTitle')}>
        <RecoveryCodes
          codes={enrolling.data.recovery_codes}
          onKept={() => navigate('/', { replace: true })}
        />
      </DoorFrame>
    )
  const send = (event: FormEvent): void => {
    event.preventDefault()
    enrolling.mutate()
  }
  return (
    <DoorFrame title={say('enrolTitle')}>
      <Loaded query={invited}>
        {({ name, role }) => (
          <form onSubmit={send} className="stack">
            <p>{say('enrolLead')}</p>
            <dl>
              <div>
                <dt>{say('enrolAs')}</dt>
                <dd>
                  <strong>{name}</strong> ({pick(ROLE_WORDS[role])})
                </dd>
              </div>
            </dl>
            <Field
              label={say('deviceName')}
              hint={say('deviceHint')}
              value={label}
              maxLength={60}
              onChange={event => setLabel(event.target.value)}
            />
            {enrolling.error === null ? null : <PasskeyFault error={enrolling.error} />}
            <p>
              <button type="submit" className="primary" disabled={enrolling.isPending}>
                {say('enrolButton')}
              </button>
            </p>
          </form>
        )}
      </Loaded>
    </DoorFrame>
  )
}
