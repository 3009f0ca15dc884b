import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'

import { useInFlight } from '../../../api/in-flight.ts'
import { useCount, useText } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useSession } from '../../../session/session.ts'
import type { PaidOrder } from '../../payable/payable.ts'
import { orderKey, TOKEN_OF } from '../order/current-order.ts'
import { HoldLine } from './hold-line.tsx'
import styles from './hold-timer.module.css'
import { useEnd, useExtension, useTimeLeft } from './use-hold.ts'
import type { Held } from './use-hold.ts'

const MINUTE = 60_000
/** Minutes left at which the time is read out (WCAG 2.2.1). */
const SAID_AT = [5, 1]
/** Minutes left from which more time is offered beside the clock. */
const OFFERED_AT = 5
/** So often can more time be had on a day that is nearly sold out: the dialog says so. */
const FEW = 2

interface HoldTimerProps {
  readonly order: Pick<TemporaryOrder, 'expires_at' | 'extensions_left' | 'places' | 'status'>
  readonly paid?: PaidOrder
}

/** The time left of the order that this visitor is buying. */
export function HoldTimer({ order, paid = 'order' }: HoldTimerProps): ReactElement {
  const { expires_at, extensions_left, places, status } = order
  const token = useSession(session => session[TOKEN_OF[paid]])
  const held: Held = {
    token,
    queryKey: orderKey(token),
    expires_at,
    extensions_left,
    isHeld: places === 'held',
    isBeingPaid: status === 'payment_pending' || status === 'payment_3ds',
  }
  return <HeldTimer held={held} />
}

/**
 * The time left of a hold, in minutes. Five minutes before the end the timer offers more time, in the last minute a
 * dialog asks; that leaves more than the required 20 seconds for an answer (WCAG 2.2.1). The server decides how often a
 * hold can be extended; an order that is being paid needs no extension.
 */
export function HeldTimer({ held }: { readonly held: Held }): ReactElement {
  const t = useText()
  const count = useCount()
  const left = useTimeLeft(held)
  const { isHeld, isBeingPaid } = held
  const { isPending, extend } = useExtension(held, () =>
    showToast(t(isHeld ? 'hold_extended' : 'hold_open_extended')),
  )
  const minutes = Math.ceil(left / MINUTE)
  useEnd(held, minutes === 0)
  const words =
    minutes === 0 ? t('hold_ended') : count(isHeld ? 'hold_minutes_left' : 'hold_open_minutes_left', minutes)
  const canExtend = held.extensions_left > 0 && !isBeingPaid
  return (
    <div className={styles.timer}>
      <HoldLine words={words} />
      <output className="visually-hidden">{SAID_AT.includes(minutes) || minutes === 0 ? words : ''}</output>
      {canExtend && minutes > 0 && minutes <= OFFERED_AT && (
        <Button look="plain" busy={isPending} onClick={extend}>
          {t('hold_extend')}
        </Button>
      )}
      {minutes === 1 && !isBeingPaid && (
        <EndingDialog key={held.expires_at} held={held} extend={canExtend ? extend : null} />
      )}
    </div>
  )
}

interface EndingDialogProps {
  readonly held: Pick<Held, 'isHeld' | 'extensions_left'>
  /** Null: there is no more time to be had. */
  readonly extend: (() => void) | null
}

/** The dialog of the last minute: shown once, and not while a request is under way. */
function EndingDialog({ held: { isHeld, extensions_left: left }, extend }: EndingDialogProps): ReactNode {
  const t = useText()
  const count = useCount()
  const isBusy = useInFlight(({ requesting }) => requesting > 0)
  const [isAnswered, setAnswered] = useState(false)
  const answer = (): void => setAnswered(true)
  if (isAnswered || isBusy) return null
  const title = t('hold_ending_title')
  if (extend === null)
    return (
      <Dialog title={title} ok={t('common_ok')} onOk={answer}>
        <p>{t(isHeld ? 'hold_ending_last' : 'hold_open_ending_last')}</p>
      </Dialog>
    )
  const extendNow = (): void => {
    answer()
    extend()
  }
  return (
    <Dialog
      title={title}
      ok={t('hold_extend')}
      onOk={extendNow}
      cancel={{ label: t('common_close'), onCancel: answer }}
    >
      <p>{t(isHeld ? 'hold_ending' : 'hold_open_ending')}</p>
      {left <= FEW && <p>{count('hold_extensions_left', left)}</p>}
    </Dialog>
  )
}
