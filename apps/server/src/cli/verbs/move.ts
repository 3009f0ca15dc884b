import { isIsoDate } from '@kippu/domain/jst-date'

import { type MovedVisit, moveVisit } from '../../office/desk/move-visit.ts'
import { reasonOf, timeOfDay } from '../parse/chosen-days.ts'
import { type Command, type Report, UsageError } from '../command.ts'
import { refusedReport } from '../refused-report.ts'
import { readReservation, SITE_OPTION } from '../parse/site-of-reservation.ts'
import { yenText } from '../texts/table.ts'

/** A visit on another day (docs/handbook.md). */
export const move: Command = {
  usage: 'move <reservation number> --to 2026-12-24 [--time 10:00] --reason …',
  summary:
    'move a visit to another day or time, also after the deadline of visitors; its buyer is told by mail',
  options: {
    to: { type: 'string', help: 'day of the visit' },
    time: { type: 'string', help: 'when it begins, as 10:00; not needed where the day has one time' },
    reason: { type: 'string', help: 'why, in your words' },
    ...SITE_OPTION,
  },
  async run(deps, typed) {
    const date = typed.text('to')
    const isDay: boolean = date !== undefined && isIsoDate(date)
    if (date === undefined || !isDay) throw new UsageError('name a day: --to 2026-12-24')
    const time = timeOfDay(typed)
    const reason = reasonOf(typed)
    const reservation = await readReservation(deps, typed)
    if (reservation === undefined) return refusedReport('no such reservation', 'not_found')
    return reportOf(await moveVisit(await deps.paying(), { ...reservation, date, time, reason }))
  },
}

function reportOf(moved: MovedVisit): Report {
  switch (moved.kind) {
    case 'moved': {
      const back = moved.refund > 0 ? ` ${yenText(moved.refund)} go back to its buyer.` : ''
      return { text: `Moved; its buyer is told by mail, or the reseller that sold it.${back}`, json: moved }
    }
    case 'costs more':
      return refusedReport(
        `it costs ${yenText(moved.difference)} more, which its buyer pays: ask them to move it on the page of their tickets`,
      )
    case 'refused':
      return refusedReport(
        moved.why === 'a second person is needed to give so much back'
          ? `${moved.why}: give it back as a refund by two people, or choose a time that costs as much`
          : moved.why,
      )
  }
}
