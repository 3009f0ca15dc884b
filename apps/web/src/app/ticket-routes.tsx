import { lazy } from 'react'

import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx'
import { TicketScreen } from '../screens/ticket/ticket-screen.tsx'
import type { ScreenRoute } from './screen-route.ts'

const loadReceipt = () => import('../screens/receipt/receipt-screen.tsx')
const ReceiptScreen = lazy(async () => ({ default: (await loadReceipt()).ReceiptScreen }))

/** Every screen of the ticket entry (D-11); all other routes belong to the order entry. */
export const TICKET_ROUTES: readonly ScreenRoute[] = [
  { path: '/id/:reservationToken', screen: <TicketScreen />, hasFirstTexts: true },
  { path: '/id/:reservationToken/receipt', screen: <ReceiptScreen /> },
  // An address of the ticket entry that has no screen: it says so rather than nothing.
  { path: '*', screen: <NotFoundScreen /> },
]
