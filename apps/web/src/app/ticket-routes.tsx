import { lazy } from 'react'

import { TicketScreen } from '../screens/ticket/ticket-screen.tsx'
import type { ScreenRoute } from './screen-route.ts'

const loadReceipt = () => import('../screens/receipt/receipt-screen.tsx')
const ReceiptScreen = lazy(async () => ({ default: (await loadReceipt()).ReceiptScreen }))

const loadNotFound = () => import('../screens/not-found/not-found-screen.tsx')
const NotFoundScreen = lazy(async () => ({ default: (await loadNotFound()).NotFoundScreen }))

const loadCheckIn = () => import('../screens/check-in/check-in-screen.tsx')
const CheckInScreen = lazy(async () => ({ default: (await loadCheckIn()).CheckInScreen }))

/** Every screen of the ticket entry; all other routes belong to the order entry. */
export const TICKET_ROUTES: readonly ScreenRoute[] = [
  { path: '/id/:reservationToken', screen: <TicketScreen />, hasFirstTexts: true },
  { path: '/id/:reservationToken/receipt', screen: <ReceiptScreen /> },
  // These two types exist, and no other.
  { path: '/id/:reservationToken/:id/gate', screen: <CheckInScreen type="gate" /> },
  { path: '/id/:reservationToken/:id/set', screen: <CheckInScreen type="set" /> },
  // An address of the ticket entry that has no screen: it says so rather than nothing.
  { path: '*', screen: <NotFoundScreen /> },
]
