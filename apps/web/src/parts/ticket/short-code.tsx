import { shortCodeInGroups } from '@kippu/domain/short-code'
import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import styles from './short-code.module.css'

/** The code of a ticket that can be read out to the staff, `ABCD-EFGH`. */
export function ShortCode({ code }: { readonly code: string }): ReactElement {
  const t = useText()
  return (
    <p className={styles.code} translate="no">
      <span className="visually-hidden">{t('ticket_short_code')} </span>
      <span>{shortCodeInGroups(code)}</span>
    </p>
  )
}
