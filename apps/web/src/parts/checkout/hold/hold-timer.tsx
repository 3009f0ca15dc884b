import type { ReactElement, ReactNode } from 'react'
import { useState } from 'react'

import { useInFlight } from '../../../api/in-flight.ts'
import { useCount, useText } from '../../../i18n/texts.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { HoldLine } from './hold-line.tsx'
import styles from './hold-timer.module.css'
import { useEnd, useExtension, useTimeLeft } from './use-hold.ts'
import type { HeldOrder } from './use-hold.ts'

const MINUTE = 60_000
/** Minutes left at which the time is read out (WCAG 2.2.1). */
const SAID_AT = [5, 1]
/** Minutes left from which more time is offered beside the clock. */
const OFFERED_AT = 5

interface HoldTimerProps {
  readonly order: HeldOrder
}

/**
 * The time left of a hold, in minutes. Five minutes before the end the timer offers more time, in the last minute a
 * dialog asks; that leaves more than the required 20 seconds for an answer (WCAG 2.2.1). The server decides how often a
 * hold can be extended; an order that is being paid needs no extension.
 */
export function HoldTimer({ order }: HoldTimerProps): ReactElement {
  const t = useText()
  const count = useCount()
  const left = useTimeLeft(order)
  const isHeld = order.places === 'held'
  const { isPending, extend } = useExtension(() =>
    showToast(t(isHeld ? 'hold_extended' : 'hold_open_extended')),
  )
  const minutes = Math.ceil(left / MINUTE)
  useEnd(minutes === 0)
  const words =
    minutes === 0 ? t('hold_ended') : count(isHeld ? 'hold_minutes_left' : 'hold_open_minutes_left', minutes)
  const canExtend = order.extensions_left > 0 && !isBeingPaid(order)
  return (
    <div className={styles.timer}>
      <HoldLine words={words} />
      <output className="visually-hidden">{SAID_AT.includes(minutes) || minutes === 0 ? words : ''}</output>
      {canExtend && minutes > 0 && minutes <= OFFERED_AT && (
        <Button look="plain" busy={isPending} onClick={extend}>
          {t('hold_extend')}
        </Button>
      )}
      {minutes === 1 && !isBeingPaid(order) && (
        <EndingDialog key={order.expires_at} isHeld={isHeld} extend={canExtend ? extend : null} />
      )}
    </div>
  )
}

function isBeingPaid({ status }: HeldOrder): boolean {
  return status === 'payment_pending' || status === 'payment_3ds'
}

interface EndingDialogProps {
  readonly isHeld: boolean
  /** Null: there is no more time to be had. */
  readonly extend: (() => void) | null
}

/** The dialog of the last minute: shown once, and not while a request is under way. */
function EndingDialog({ isHeld, extend }: EndingDialogProps): ReactNode {
  const t = useText()
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
    </Dialog>
  )
}
