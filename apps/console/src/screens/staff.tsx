import {
  type ConsolePerson,
  endPersonCall,
  invitePerson,
  listPeople,
  type Me,
} from '@kippu/contract/console/sign-in'
import { PERMISSIONS_OF, type Role, ROLES } from '@kippu/domain/staff/permission'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState, type ReactNode } from 'react'

import { callStaff, StaffError } from '../api'
import { exactText } from '../formats'
import { useLanguage } from '../language'
import { useWeight } from '../session/me'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { Loaded } from '../ui/said'
import { PasskeyFault } from '../ui/passkey-fault'
import { ScreenOf } from '../ui/screen'
import { Table } from '../ui/table'
import { PERMISSION_WORDS } from '../shown-words'
import { ROLE_WORDS } from '../words'

const STAFF = ['staff'] as const

export function StaffScreen({ me }: { readonly me: Me }): ReactNode {
  const { say } = useLanguage()
  const people = useQuery({ queryKey: STAFF, queryFn: () => callStaff(listPeople, {}) })
  const [isInviting, setInviting] = useState(false)
  const [ending, setEnding] = useState<string | null>(null)
  return (
    <ScreenOf title={say('staff')} lead={say('staffLead')}>
      <p>
        <button type="button" className="primary" onClick={() => setInviting(true)}>
          {say('invite')}
        </button>
      </p>
      <Loaded query={people}>{data => <People me={me} people={data.people} onEnd={setEnding} />}</Loaded>
      <Roles />
      {isInviting ? <Invite me={me} onClose={() => setInviting(false)} /> : null}
      {ending === null ? null : <End name={ending} onClose={() => setEnding(null)} />}
    </ScreenOf>
  )
}

interface PeopleProps {
  readonly me: Me
  readonly people: readonly ConsolePerson[]
  readonly onEnd: (name: string) => void
}

function People({ me, people, onEnd }: PeopleProps) {
  const { say, pick, lang } = useLanguage()
  const siteName = (key: string): string => {
    const site = me.sites.find(one => one.key === key)
    return site === undefined ? key : pick({ ja: site.name_ja, en: site.name_en })
  }
  return (
    <Table label={say('staff')} isStacked>
      <thead>
        <tr>
          <th scope="col">{say('name')}</th>
          <th scope="col">{say('role')}</th>
          <th scope="col">{say('sites')}</th>
          <th scope="col" className="figure">
            {say('passkeys')}
          </th>
          <th scope="col">{say('lastSeen')}</th>
          <th scope="col">{say('endPerson')}</th>
        </tr>
      </thead>
      <tbody>
        {people.map(person => (
          <tr key={person.name}>
            <th scope="row">
              {person.name}
              {person.ended_at === null ? null : <span className="mark mark-bad">{say('ended')}</span>}
              {person.invited_until === null ? null : <span className="mark">{say('invited')}</span>}
              {person.email === null ? null : <span className="quiet">{person.email}</span>}
            </th>
            <td data-name={say('role')}>{pick(ROLE_WORDS[person.role])}</td>
            <td data-name={say('sites')}>
              {person.sites === null ? say('allSites') : person.sites.map(siteName).join(', ')}
            </td>
            <td data-name={say('passkeys')} className="figure">
              {person.passkeys}
            </td>
            <td data-name={say('lastSeen')}>
              {person.last_seen_at === null ? '–' : exactText(lang, person.last_seen_at)}
            </td>
            <td>
              {person.ended_at === null && person.name !== me.name ? (
                <button type="button" onClick={() => onEnd(person.name)}>
                  {say('endPerson')}
                </button>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The permissions of each role, in words. */
function Roles() {
  const { say, pick } = useLanguage()
  return (
    <section aria-labelledby="roles">
      <h2 id="roles">{say('mayDo')}</h2>
      <dl className="facts">
        {ROLES.map(role => (
          <div key={role}>
            <dt>{pick(ROLE_WORDS[role])}</dt>
            <dd>{PERMISSIONS_OF[role].map(permission => pick(PERMISSION_WORDS[permission])).join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Invite({ me, onClose }: { readonly me: Me; readonly onClose: () => void }) {
  const { say, pick } = useLanguage()
  const client = useQueryClient()
  const weight = useWeight()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('box_office')
  const [sites, setSites] = useState<readonly string[]>([])
  const inviting = useMutation({
    mutationFn: () =>
      weight(() =>
        callStaff(invitePerson, {
          body: {
            name: name.trim(),
            role,
            sites: sites.length === 0 ? null : [...sites],
            ...(email.trim() !== '' && { email: email.trim() }),
          },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: STAFF }),
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    inviting.mutate()
  }
  const isWrong = (wrong: string): boolean =>
    inviting.error instanceof StaffError && inviting.error.fields.some(({ field }) => field === wrong)
  if (inviting.data !== undefined)
    return (
      <Dialog title={say('inviteReady')} onClose={onClose}>
        <div className="stack">
          <p>{say(inviting.data.invitation_url === null ? 'inviteMailed' : 'inviteReadyLead')}</p>
          {inviting.data.invitation_url === null ? null : (
            <p className="code" translate="no">
              <code>{inviting.data.invitation_url}</code>
            </p>
          )}
          <p className="row">
            <button type="button" className="primary" onClick={onClose}>
              {say('close')}
            </button>
          </p>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={say('inviteTitle')} onClose={onClose}>
      <form className="stack" onSubmit={send}>
        <Field
          label={say('inviteName')}
          value={name}
          onChange={event => setName(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          fault={isWrong('name') ? say('inviteName') : undefined}
        />
        <Field
          label={say('email')}
          hint={say('inviteEmailHint')}
          type="email"
          value={email}
          onChange={event => setEmail(event.target.value)}
          autoComplete="off"
          maxLength={254}
          fault={isWrong('email') ? say('wrongEmail') : undefined}
        />
        <label className="field">
          {say('role')}
          <select
            value={role}
            onChange={event => setRole(ROLES.find(one => one === event.target.value) ?? 'box_office')}
          >
            {ROLES.map(one => (
              <option key={one} value={one}>
                {pick(ROLE_WORDS[one])}
              </option>
            ))}
          </select>
        </label>
        <fieldset>
          <legend>
            {say('inviteSites')} ({sites.length === 0 ? say('allSites') : sites.length})
          </legend>
          {me.sites.map(({ key, name_ja: ja, name_en: en }) => (
            <label key={key} className="check">
              <input
                type="checkbox"
                checked={sites.includes(key)}
                onChange={event =>
                  setSites(event.target.checked ? [...sites, key] : sites.filter(one => one !== key))
                }
              />
              {pick({ ja, en })}
            </label>
          ))}
        </fieldset>
        {inviting.error === null ? null : <PasskeyFault error={inviting.error} />}
        <p className="row">
          <button type="button" onClick={onClose}>
            {say('cancel')}
          </button>
          <button type="submit" className="primary" disabled={inviting.isPending}>
            {say('invite')}
          </button>
        </p>
      </form>
    </Dialog>
  )
}

function End({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const client = useQueryClient()
  const weight = useWeight()
  const ending = useMutation({
    mutationFn: () => weight(() => callStaff(endPersonCall, { params: { name } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: STAFF })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="endTitle"
      subject={name}
      lead="endLead"
      act="endPerson"
      acting={ending}
      onClose={onClose}
    />
  )
}
