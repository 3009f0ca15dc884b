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
import { ActRow } from '../ui/act-row'
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
  const [inviting, setInviting] = useState<ConsolePerson | 'somebody new' | null>(null)
  const [ending, setEnding] = useState<string | null>(null)
  return (
    <ScreenOf title={say('staff')} lead={say('staffLead')}>
      <p>
        <button type="button" className="primary" onClick={() => setInviting('somebody new')}>
          {say('invite')}
        </button>
      </p>
      <Loaded query={people}>
        {data => <People me={me} people={data.people} onChange={setInviting} onEnd={setEnding} />}
      </Loaded>
      <Roles />
      {inviting === null ? null : (
        <Invite
          me={me}
          person={inviting === 'somebody new' ? null : inviting}
          onClose={() => setInviting(null)}
        />
      )}
      {ending === null ? null : <End name={ending} onClose={() => setEnding(null)} />}
    </ScreenOf>
  )
}

interface PeopleProps {
  readonly me: Me
  readonly people: readonly ConsolePerson[]
  readonly onChange: (person: ConsolePerson) => void
  readonly onEnd: (name: string) => void
}

function People({ me, people, onChange, onEnd }: PeopleProps) {
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
          <th scope="col">{say('managePerson')}</th>
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
              {person.name === me.name ? null : (
                <div className="row">
                  <button type="button" onClick={() => onChange(person)}>
                    {say('changePerson')}
                  </button>
                  {person.ended_at === null ? (
                    <button type="button" onClick={() => onEnd(person.name)}>
                      {say('endPerson')}
                    </button>
                  ) : null}
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The roles beside each other, by what they may do. */
function Roles() {
  const { say, pick } = useLanguage()
  return (
    <section aria-labelledby="roles">
      <h2 id="roles">{say('mayDo')}</h2>
      <Table label={say('mayDo')}>
        <thead>
          <tr>
            <th scope="col">{say('mayDo')}</th>
            {ROLES.map(role => (
              <th key={role} scope="col">
                {pick(ROLE_WORDS[role])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PERMISSIONS_OF.owner.map(permission => (
            <tr key={permission}>
              <th scope="row">{pick(PERMISSION_WORDS[permission])}</th>
              {ROLES.map(role => (
                <td key={role}>{PERMISSIONS_OF[role].includes(permission) ? say('may') : null}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

interface InviteProps {
  readonly me: Me
  /** Somebody who is on the list already: they get another role or sites, and a new way in. */
  readonly person: ConsolePerson | null
  readonly onClose: () => void
}

function Invite({ me, person, onClose }: InviteProps) {
  const { say, pick } = useLanguage()
  const client = useQueryClient()
  const weight = useWeight()
  const [name, setName] = useState(person?.name ?? '')
  const [email, setEmail] = useState(person?.email ?? '')
  const [role, setRole] = useState<Role>(person?.role ?? 'box_office')
  const [sites, setSites] = useState<readonly string[]>(person?.sites ?? [])
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
    <Dialog title={say(person === null ? 'inviteTitle' : 'changePersonTitle')} onClose={onClose}>
      <form className="stack" onSubmit={send}>
        {person === null ? null : <p>{say('changePersonLead')}</p>}
        <Field
          label={say('inviteName')}
          value={name}
          readOnly={person !== null}
          onChange={event => setName(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={40}
          fault={isWrong('name') ? say('wrongName') : undefined}
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
        <p className="hint">
          {say('mayDo')}:{' '}
          {PERMISSIONS_OF[role].map(permission => pick(PERMISSION_WORDS[permission])).join(say('comma'))}
        </p>
        <fieldset>
          <legend>
            {say('inviteSites')} ({sites.length === 0 ? say('allSites') : sites.length})
          </legend>
          <p className="hint">{say('inviteSitesHint')}</p>
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
        <ActRow
          act={say(person === null ? 'invite' : 'saveAndInvite')}
          isDisabled={inviting.isPending}
          onClose={onClose}
        />
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
