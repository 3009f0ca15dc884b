import { linkOf } from '@kippu/contract/links'
import type { Reservation } from '@kippu/contract/reservations'
import { calendarFile } from '@kippu/domain/calendar-file'
import { visitTimeOf } from '@kippu/domain/visit-time'
import type { ReactElement } from 'react'

import { serverNow } from '../../api/server-clock.ts'
import { useText } from '../../i18n/texts.tsx'
import { addressOf } from '../../page/entry.ts'
import { useSite } from '../../page/first-view-context.ts'
import { ticketPage } from '../../page/redirects.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { boughtOf } from './bought-lines.ts'

/** The browser has begun with the file by then, in ms. */
const KEPT_FOR = 60_000

/** Saves the visit as a file for the visitor's calendar. It is made here, so that it needs no connection. */
export function CalendarButton({ reservation }: { readonly reservation: Reservation }): ReactElement {
  const t = useText()
  const { key, name } = useSite()
  const save = (): void => {
    const { main_product: product, reservation_number: number } = reservation
    const url = new URL(linkOf(addressOf(ticketPage(reservation.reservation_token))), location.href).href
    const address = t('site_address')
    const file = calendarFile({
      // A shared part has no number.
      uid: `${number ?? reservation.reservation_token}.${key}@kippu`,
      sequence: reservation.changes,
      writtenAt: serverNow(),
      visitTime: visitTimeOf(reservation.booking_type, {
        from: product.reservation_from,
        to: product.reservation_to,
      }),
      summary: product.product_name,
      location: address === '' ? name : `${name}, ${address}`,
      description: [
        ...boughtOf(reservation),
        ...(number === null ? [] : [`${t('ticket_number')}: ${number}`]),
        url,
      ].join('\n'),
      url,
    })
    saveAs(`${number ?? 'tickets'}.ics`, new Blob([file], { type: 'text/calendar;charset=utf-8' }))
  }
  return (
    <Button look="quiet" onClick={save}>
      <Icon name="calendar" /> {t('ticket_calendar')}
    </Button>
  )
}

function saveAs(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR)
}
