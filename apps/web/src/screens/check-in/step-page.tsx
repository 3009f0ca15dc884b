import { useEffect, useRef } from 'react'
import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { ticketPage } from '../../page/redirects.ts'
import { Link } from '../../page/router.tsx'
import { buttonLook } from '../../ui/button.tsx'
import styles from './check-in.module.css'

export type Step = 'init' | 'tap' | 'success' | 'error'

interface StepPageProps {
  readonly step: Step
  readonly title: ReactNode
  readonly children: ReactNode
}

/** One step: its title takes the focus over, so that it is read out. */
export function StepPage({ step, title, children }: StepPageProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [step])
  return (
    <div className={styles.page} data-step={step}>
      <h1 ref={heading} className="title" tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

/** The way back to the codes that the staff can scan. */
export function ToTickets({ reservationToken }: { readonly reservationToken: string }): ReactElement {
  const t = useText()
  return (
    <Link className={`${buttonLook('plain', true)} ${styles.large}`} to={ticketPage(reservationToken)}>
      {t('checkin_to_tickets')}
    </Link>
  )
}
