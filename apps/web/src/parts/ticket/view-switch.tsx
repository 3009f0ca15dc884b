import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import styles from './view-switch.module.css'

/** One code for each person, or one for the whole party. */
export type TicketView = 'each' | 'party'

const VIEWS = ['each', 'party'] as const

interface ViewSwitchProps {
  readonly view: TicketView
  readonly onChange: (view: TicketView) => void
}

export function ViewSwitch({ view, onChange }: ViewSwitchProps): ReactElement {
  const t = useText()
  return (
    <fieldset className={styles.switch} data-print="no">
      <legend className="visually-hidden">{t('ticket_view')}</legend>
      {VIEWS.map(name => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => onChange(name)}>
          {t(`ticket_view_${name}`)}
        </button>
      ))}
    </fieldset>
  )
}
