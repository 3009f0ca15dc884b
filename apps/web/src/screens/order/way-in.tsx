import type { ReactElement } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { useSetting } from '../../page/first-view-context.ts'
import { HouseContact } from '../../parts/house/house-contact.tsx'
import { InquiryLink } from '../../parts/ticket/inquiry-link.tsx'
import { buttonLook } from '../../ui/button.tsx'
import styles from './way-in.module.css'

interface WayInProps {
  /** The part that the address lacks: the token of a member, or a product. */
  readonly missing: 'token' | 'product'
}

/**
 * How to come in, under the picture and the words of the house: where the link is, a way there where the operators have set one
 * (`Entrance_Url`, docs/sites.md), and whom to ask. Nothing is sold here.
 */
export function WayIn({ missing }: WayInProps): ReactElement {
  const t = useText()
  const entrance = webAddressOf(useSetting('Entrance_Url'))
  return (
    <div className={styles.way}>
      <section>
        <h2>{t(`order_stop_${missing}_title`)}</h2>
        <p>{t(`order_stop_${missing}`)}</p>
        {entrance !== null && (
          <p>
            <a className={buttonLook('primary')} href={entrance}>
              {t(`order_stop_${missing}_go`)}
            </a>
          </p>
        )}
      </section>
      <section>
        <h3>{t('order_stop_bought')}</h3>
        <p>
          <InquiryLink look="plain" />
        </p>
      </section>
      <HouseContact />
    </div>
  )
}

/** Null for anything but a page of the web: the setting is typed by hand. */
function webAddressOf(setting: string | undefined): string | null {
  const url = setting === undefined ? null : URL.parse(setting)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}
