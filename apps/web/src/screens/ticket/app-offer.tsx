import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

import { useTextsState } from '../../i18n/texts.tsx'
import { useSite } from '../../page/first-view-context.ts'
import { tabStorage } from '../../session/storage.ts'
import { storageName } from '../../session/session.ts'
import { AppDialog } from './app-dialog.tsx'

const PHONE = /iPhone|iPod|Android.*Mobile/

/**
 * Offers the venue's app on a phone, once in a session: where the venue has one, and there is a connection to load it.
 * One press closes it.
 */
export function AppOffer(): ReactNode {
  const { ticketApp } = useSite()
  const { isComplete } = useTextsState()
  const [isClosed, setIsClosed] = useState(wasOffered)
  const isOffered = ticketApp !== null && !isClosed && isComplete && PHONE.test(navigator.userAgent)
  useEffect(() => {
    if (isOffered) tabStorage.setItem(storageName('appOffered'), 'yes')
  }, [isOffered])
  if (!isOffered) return null
  return <AppDialog app={ticketApp} onClose={() => setIsClosed(true)} />
}

function wasOffered(): boolean {
  return tabStorage.getItem(storageName('appOffered')) !== null
}
