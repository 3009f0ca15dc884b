import type { TicketType } from '@kippu/domain/states/ticket'
import { useState } from 'react'
import type { ReactElement } from 'react'

import { ApiError } from '../../api/api-error.ts'
import { isMoved } from '../../api/is-moved.ts'
import { useText } from '../../i18n/texts.tsx'
import { changeUrl, checkInPage } from '../../page/redirects.ts'
import { Navigate, useNavigate, useParams, useSearchParams } from '../../page/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AtGateStep } from './at-gate-step.tsx'
import { ChooseStep } from './choose-step.tsx'
import { ErrorStep } from './error-step.tsx'
import { EnteredStep } from './entered-step.tsx'
import { entryJustMade } from './kept-entry.ts'
import { StepPage, ToTickets } from './step-page.tsx'
import { SuccessStep } from './success-step.tsx'
import { useCheckIn } from './use-check-in.ts'
import { type TicketAtGate, type TicketName, useTicketAtGate } from './use-ticket-at-gate.ts'

const NOT_FOUND = 404

/** The visitor's own check-in at a gate: init, tap, then success or error. */
export function CheckInScreen({ type }: { readonly type: TicketType }): ReactElement {
  const { reservationToken = '', id = '' } = useParams()
  const name: TicketName = { reservationToken, id, type }
  const { data, error, refetch } = useTicketAtGate(name)
  if (isMoved(error)) return <Navigate to={changeUrl()} replace />
  if (error instanceof ApiError && error.status === NOT_FOUND) return <Missing name={name} />
  if (data !== undefined)
    return <CheckIn name={name} known={data} isOffline={error !== null} refetch={() => void refetch()} />
  return error === null ? <Waiting /> : <Offline name={name} retry={() => void refetch()} />
}

function Waiting(): ReactElement {
  const t = useText()
  return (
    <StepPage step="init" title={t('checkin_title')}>
      <Skeleton lines={5} label={t('checkin_loading')} />
    </StepPage>
  )
}

function Missing({ name }: { readonly name: TicketName }): ReactElement {
  const t = useText()
  return (
    <StepPage step="error" title={t('checkin_missing')}>
      <p>{t('checkin_missing_why')}</p>
      <ToTickets reservationToken={name.reservationToken} />
    </StepPage>
  )
}

interface OfflineProps {
  readonly name: TicketName
  readonly retry: () => void
}

/** The staff scan the code of the ticket, which this phone has kept. */
function Offline({ name, retry }: OfflineProps): ReactElement {
  const t = useText()
  return (
    <StepPage step="init" title={t('checkin_title')}>
      <Notice kind="caution" title={t('checkin_offline_title')}>
        {t('checkin_offline')}
      </Notice>
      <Button wide onClick={retry}>
        {t('common_retry')}
      </Button>
      <ToTickets reservationToken={name.reservationToken} />
    </StepPage>
  )
}

interface CheckInProps {
  readonly name: TicketName
  readonly known: TicketAtGate
  /** It could not be asked for once more. */
  readonly isOffline: boolean
  readonly refetch: () => void
}

function CheckIn({ name, known, isOffline, refetch }: CheckInProps): ReactElement {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  // The party at the beginning: later answers change neither who is chosen nor what was answered.
  const [party] = useState(known.party)
  const [chosen, setChosen] = useState<readonly number[]>(() => party.map(({ id }) => id))
  // A page that was loaded again no longer knows who comes later, and asks.
  const [isAsked, setIsAsked] = useState(party.length <= 1)
  // Before this page was loaded again.
  const [entered, setEntered] = useState(() => entryJustMade(name))
  const checkingIn = useCheckIn(name, party)
  const { result, reset } = checkingIn
  const retry = (): void => {
    reset()
    refetch()
  }
  const people = party.filter(({ id }) => chosen.includes(id))
  if (result?.status === 'success')
    return <SuccessStep name={name} result={result} party={party} product={known.ticket.product_name} />
  if (result !== null)
    return (
      <ErrorStep
        name={name}
        known={known}
        status={result.status}
        usedAt={result.checked_in_at}
        isOffline={isOffline}
        retry={retry}
      />
    )
  // Nobody is in whose entry was undone.
  if (entered !== null && known.ticket.used_at !== null)
    return (
      <EnteredStep
        name={name}
        entry={entered}
        product={known.ticket.product_name}
        onOver={() => setEntered(null)}
      />
    )
  const { status } = known.ticket
  if (status !== 'available')
    return (
      <ErrorStep
        name={name}
        known={known}
        status={status === 'success' ? 'used' : status}
        usedAt={known.ticket.used_at}
        isOffline={isOffline}
        retry={retry}
      />
    )
  // A step of its own in the history: the browser's back button leads to the choice.
  if (query.get('step') !== 'tap' || !isAsked || people.length === 0)
    return (
      <ChooseStep
        name={name}
        known={known}
        party={party}
        chosen={chosen}
        onChange={setChosen}
        onNext={() => {
          // The fault of another code says nothing about the next.
          reset()
          setIsAsked(true)
          navigate(`${checkInPage(name.reservationToken, name)}?step=tap`)
        }}
      />
    )
  return (
    <AtGateStep
      name={name}
      mode={known.scan_mode}
      people={people}
      checkingIn={checkingIn}
      onProof={proof => checkingIn.send({ ids: chosen, proof })}
    />
  )
}
