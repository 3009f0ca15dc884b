import { readSharesCall, setShareCall } from '@kippu/contract/console/shares'
import type { FastifyInstance } from 'fastify'

import { listShares } from '../../stock/list-shares.ts'
import { removeShares, setShares, type ShareFault } from '../../stock/set-shares.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, serveStaff, type StaffParts } from '../serve-staff.ts'
import { chosenOf, seenOf, timeText } from './chosen-times.ts'

/** The units of times that are kept for channels. */
export function shareRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, readSharesCall, async ({ params, body: { ids, ...days } }, { by }) => {
    const shares = await listShares(by, chosenOf(params.site, days, ids))
    return {
      shares: shares.map(({ id, channel, share, usesPool, releaseAt, used, left }) => ({
        id,
        channel,
        share,
        only: !usesPool,
        common_from: moment(releaseAt),
        used,
        left,
      })),
    }
  })
  serveStaff(app, parts, setShareCall, async ({ params, body }, { by }) => {
    const { times, channel, share, where_possible: wherePossible, ...days } = body
    const asked = { ...seenOf(params.site, days, times), channel }
    if (share === null) {
      const removed = await removeShares(by, asked)
      if (removed === 'overtaken') throw new ConsoleRefusal('changed meanwhile')
      return { times: removed.spans, left_out: 0 }
    }
    const { units, only, release_minutes: releaseMinutes } = share
    const done = await setShares(by, { ...asked, units, usesPool: !only, releaseMinutes, wherePossible })
    if (done === 'overtaken') throw new ConsoleRefusal('changed meanwhile')
    if ('fault' in done) throw noRoom(done)
    return { times: done.spans, left_out: done.skipped.length }
  })
}

const WHY = {
  kept: 'other channels have shares of the rest',
  sold: 'the rest is held or sold',
  below_sold: 'the channel has sold more than that',
} as const satisfies Record<ShareFault['fault'], string>

function noRoom({ id, date, startsAt, fault, bound }: ShareFault): ConsoleRefusal {
  const at = timeText(date, startsAt)
  const time = fault === 'below_sold' ? { id, at, least: bound } : { id, at, most: bound }
  return new ConsoleRefusal('refused', { why: WHY[fault], times: [time] })
}
