import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import styles from './party-chooser.module.css'
import { boundsOf, type ChosenCounts, isShareable, type PartyGroup, withChosen } from './party-groups.ts'

interface PartyChooserProps {
  readonly groups: readonly PartyGroup[]
  readonly chosen: ChosenCounts
  readonly onChange: (chosen: ChosenCounts) => void
}

/** How many tickets of each kind are handed on. A kind of which none can be is not shown. */
export function PartyChooser({ groups, chosen, onChange }: PartyChooserProps): ReactElement {
  const t = useText()
  const shown = groups.filter(group => isShareable(group, groups))
  return (
    <fieldset className={styles.chooser}>
      <legend>{t('share_choose')}</legend>
      <ul>
        {shown.map(group => {
          const { key, name, ids } = group
          const count = chosen[key] ?? 0
          const { least, most } = boundsOf(group, groups, chosen)
          return (
            <li key={key}>
              <p>
                <strong>{name}</strong>
                <small>{t('share_left', { count: ids.length - count })}</small>
              </p>
              <Stepper
                value={count}
                min={least}
                max={most}
                onChange={next => onChange(withChosen(groups, chosen, { key, count: next }))}
                label={name}
                fewerLabel={t('share_fewer', { name })}
                moreLabel={t('share_more', { name })}
              />
            </li>
          )
        })}
      </ul>
      <p className={styles.stays}>{t('share_one_stays')}</p>
    </fieldset>
  )
}
