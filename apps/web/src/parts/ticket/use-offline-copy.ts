import { readReservation, readTickets } from '@kippu/contract/reservations'
import { getTexts } from '@kippu/contract/site-content'
import type { Language } from '@kippu/domain/language'
import { useEffect } from 'react'

import { request } from '../../api/client.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { startWorker } from './ticket-worker.ts'

/** Lets the tickets have the network to themselves, in ms. */
const DELAY = 1_000

/** Once a page has shown its tickets, they open on this device without a connection (decision 51). */
export function useOfflineCopy(reservationToken: string): void {
  const lang = useLanguage()
  useEffect(() => {
    const timer = setTimeout(() => void keepCopy(reservationToken, lang), DELAY)
    return () => clearTimeout(timer)
  }, [reservationToken, lang])
}

async function keepCopy(reservationToken: string, lang: Language): Promise<void> {
  const worker = await startWorker()
  if (worker === null) return
  // The first visit asked for all this before there was a worker that could keep it.
  const parts = { params: { reservation_token: reservationToken }, query: { lang } }
  const silently = { isBackground: true }
  worker.postMessage([...document.images].map(({ currentSrc }) => currentSrc))
  await Promise.allSettled([
    request(readReservation, parts, silently),
    request(readTickets, parts, silently),
    request(getTexts, { query: { lang } }, silently),
  ])
}
