import { findMembersCall, type MemberShown, withdrawMemberCall } from '@kippu/contract/console/members'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { useLanguage } from '../language'
import { MEMBER_WORDS } from '../members/member-words'
import { useWeight } from '../session/me'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { Link } from '../ui/link'
import { PasskeyFault } from '../ui/passkey-fault'
import { ScreenOf } from '../ui/screen'
import { Table } from '../ui/table'

const COLUMNS = ['name', 'email', 'phone', 'promotion'] as const
const MOST_FOUND = 50

/** The members of a site, one by one; lists of them are sheets. */
export function MembersScreen({ site }: { readonly site: string }): ReactNode {
  const { say, pick } = useLanguage()
  const weight = useWeight()
  const [typed, setTyped] = useState('')
  const [leaving, setLeaving] = useState<MemberShown | null>(null)
  const finding = useMutation({
    mutationFn: () => weight(() => callStaff(findMembersCall, { params: { site }, body: { typed } })),
  })
  const send = (event: FormEvent): void => {
    event.preventDefault()
    finding.mutate()
  }
  const found = finding.data?.members
  return (
    <ScreenOf title={say('members')} lead={pick(MEMBER_WORDS.lead)}>
      <p className="row">
        <Link href={`/sites/${site}/sheets`}>{pick(MEMBER_WORDS.importList)}</Link>
      </p>
      <search>
        <form className="search" onSubmit={send}>
          <Field
            label={pick(MEMBER_WORDS.search)}
            type="search"
            autoComplete="off"
            required
            minLength={2}
            maxLength={200}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
          <button type="submit" className="primary" disabled={finding.isPending}>
            {say('searchButton')}
          </button>
        </form>
      </search>
      {finding.error === null ? null : <PasskeyFault error={finding.error} />}
      {found === undefined ? null : (
        <output className="quiet">
          {found.length === 0
            ? pick(MEMBER_WORDS.none)
            : found.length === MOST_FOUND
              ? pick(MEMBER_WORDS.most)
              : ''}
        </output>
      )}
      {found === undefined || found.length === 0 ? null : (
        <Table label={pick(MEMBER_WORDS.list)} isStacked>
          <thead>
            <tr>
              <th scope="col">{pick(MEMBER_WORDS.login_id)}</th>
              {COLUMNS.map(column => (
                <th key={column} scope="col">
                  {pick(MEMBER_WORDS[column])}
                </th>
              ))}
              <th scope="col">{pick(MEMBER_WORDS.withdraw)}</th>
            </tr>
          </thead>
          <tbody>
            {found.map(member => (
              <tr key={member.id}>
                <th scope="row">{member.login_id}</th>
                {COLUMNS.map(column => (
                  <td key={column} data-name={pick(MEMBER_WORDS[column])}>
                    {member[column]}
                  </td>
                ))}
                <td>
                  {member.has_order ? (
                    <span className="quiet">{pick(MEMBER_WORDS.hasOrder)}</span>
                  ) : (
                    <button
                      type="button"
                      aria-label={`${member.login_id}: ${pick(MEMBER_WORDS.withdraw)}`}
                      onClick={() => setLeaving(member)}
                    >
                      {pick(MEMBER_WORDS.withdraw)}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {leaving === null ? null : (
        <WithdrawDialog
          site={site}
          member={leaving}
          onDone={() => finding.mutate()}
          onClose={() => setLeaving(null)}
        />
      )}
    </ScreenOf>
  )
}

interface WithdrawProps {
  readonly site: string
  readonly member: MemberShown
  readonly onDone: () => void
  readonly onClose: () => void
}

function WithdrawDialog({ site, member, onDone, onClose }: WithdrawProps) {
  const { pick } = useLanguage()
  const leaving = useAct(async key => {
    await callStaff(withdrawMemberCall, { params: { site, member: member.id }, body: {} }, key)
    onDone()
    return true
  })
  return (
    <Dialog title={pick(MEMBER_WORDS.withdraw)} onClose={onClose}>
      {leaving.acting.data === undefined ? (
        <ActForm act={leaving} label={pick(MEMBER_WORDS.withdraw)} isDangerous onClose={onClose}>
          <p>
            <strong>
              {member.login_id} {member.name}
            </strong>
          </p>
          <p>{pick(MEMBER_WORDS.willWithdraw)}</p>
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{pick(MEMBER_WORDS.withdrawn)}</Ended>
      )}
    </Dialog>
  )
}
