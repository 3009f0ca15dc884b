import { askHouseCall, doHouseCall, putHouseCall, readHouseCall } from '@kippu/contract/console/house'
import type { StaffReceived } from '@kippu/contract/console/staff-call'
import { isHouseField } from '@kippu/sites/house'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import {
  approvedChanges,
  askHouse,
  type ChangedHouse,
  type HouseChange,
  putHouse,
} from '../../sites/house/change-house.ts'
import { readHouse } from '../../sites/house/read-house.ts'
import { approvalAsked } from '../approval-asked.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, idIn, serveStaff, type StaffParts } from '../serve-staff.ts'

/** The values that a house has of itself. */
export function houseRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, readHouseCall, async ({ params: { site } }, { by }) => {
    const { rows, asking } = await readHouse(by, { siteKey: site })
    return {
      rows: rows.map(({ wantsSecondPerson, changed, ...row }) => ({
        ...row,
        changed: changed && { by: changed.by, at: moment(changed.at) },
        wants_second_person: wantsSecondPerson,
      })),
      asking: asking.map(one => ({
        id: one.id,
        fields: one.subject.split(' '),
        asked_by: one.askedBy,
        expires_at: moment(one.expiresAt),
        waits_until: moment(one.waitsUntil),
        decided_by: one.decidedBy,
      })),
      origin: parts.deps.sites.originOf(site),
    }
  })
  serveStaff(app, parts, putHouseCall, async ({ params: { site }, body }, { by }) => {
    const done = await putHouse(by, { siteKey: site, changes: changesIn(body), reason: body.reason })
    if (done.kind !== 'done') throw refusalOf(done)
    return {}
  })
  serveStaff(app, parts, askHouseCall, async ({ params: { site }, body }, { by }) => {
    const asked = await askHouse(by, { siteKey: site, changes: changesIn(body), reason: body.reason })
    if (asked.kind !== 'asked') throw refusalOf(asked)
    return approvalAsked(asked)
  })
  serveStaff(app, parts, doHouseCall, async ({ params: { site, approval } }, { by }) => {
    const { asking } = await readHouse(by, { siteKey: site })
    const found = asking.find(({ id }) => id === idIn(approval))
    if (found === undefined) throw new ConsoleRefusal('not found')
    const changes = v.parse(approvedChanges, found.asked)
    const done = await putHouse(by, {
      siteKey: site,
      changes,
      reason: found.reason ?? found.id,
      approval: found.id,
    })
    if (done.kind !== 'done') throw refusalOf(done)
    return {}
  })
}

function changesIn({ changes }: StaffReceived<typeof putHouseCall>['body']): readonly HouseChange[] {
  return changes.map(({ field, before, after }) => {
    if (!isHouseField(field))
      throw new ConsoleRefusal('invalid request', {
        fields: [{ field, rule: 'is not a field of the house' }],
      })
    return { field, before, after }
  })
}

function refusalOf(changed: Exclude<ChangedHouse, { kind: 'done' }>): ConsoleRefusal {
  switch (changed.kind) {
    case 'faults':
      return new ConsoleRefusal('invalid request', { fields: changed.faults.slice(0, 20) })
    case 'second person needed':
      return new ConsoleRefusal('second person needed')
    case 'refused':
      return new ConsoleRefusal('approval not valid', { why: changed.why })
    case 'conflicts':
      return new ConsoleRefusal('changed meanwhile', {
        conflicts: changed.conflicts.map(({ field, theirs, by, at }) => ({
          field,
          theirs,
          by,
          at: moment(at),
        })),
      })
  }
}
