import type { ReactElement, ReactNode } from 'react'

import { useTextsState } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import { Page } from '../../ui/page.tsx'
import { HouseContact } from './house-contact.tsx'
import styles from './house.module.css'

interface HousePageProps {
  readonly title: ReactNode
  readonly lead?: string
  /** Ways on, and what else there is to say. */
  readonly children?: ReactNode
}

/**
 * A page where something did not go on: the house with its picture says what happened, where to go from here, and whom to ask. Nobody is
 * left with four lines that could be anybody's.
 */
export function HousePage({ title, lead, children }: HousePageProps): ReactElement {
  const { heroImage, copies, name } = useSite()
  const { isComplete } = useTextsState()
  return (
    <>
      <div className={styles.house}>
        <img src={heroImage} srcSet={copies[heroImage]} alt="" />
        <p className={styles.name}>{name}</p>
      </div>
      <Page title={title} lead={lead}>
        {children}
        {isComplete && <HouseContact />}
      </Page>
    </>
  )
}
