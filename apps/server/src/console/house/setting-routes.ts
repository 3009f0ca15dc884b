import {
  askSettingCall,
  doSettingCall,
  putSettingCall,
  readSettingsCall,
} from '@kippu/contract/console/settings'
import { SITE_SETTINGS } from '@kippu/domain/settings/site-settings'
import type { FastifyInstance } from 'fastify'

import { isRefusedApproval } from '../../platform/staff/approvals.ts'
import {
  askSetting,
  NEEDS_SECOND,
  readSettingsOfSite,
  type SettingChange,
  setSetting,
  unsetSetting,
} from '../../sites/content/change-setting.ts'
import { approvalAsked } from '../approval-asked.ts'
import { moment } from '../moment.ts'
import { ConsoleRefusal, idIn, serveStaff, type StaffContext, type StaffParts } from '../serve-staff.ts'

/** The settings that a venue changes while its store runs. */
export function settingRoutes(app: FastifyInstance, parts: StaffParts): void {
  serveStaff(app, parts, readSettingsCall, async ({ params: { site } }, { by }) => {
    const { rows, asking } = await readSettingsOfSite(by, { siteKey: site })
    return {
      rows: rows
        .filter(({ name }) => SITE_SETTINGS.has(name))
        .map(({ name, value, changed }) => ({
          name,
          value,
          changed: changed && { by: changed.by, at: moment(changed.at) },
        })),
      asking: asking.map(({ id, change, askedBy, waitsUntil, decidedBy }) => ({
        id,
        ...change,
        asked_by: askedBy,
        waits_until: moment(waitsUntil),
        decided_by: decidedBy,
      })),
    }
  })
  serveStaff(app, parts, putSettingCall, async ({ params: { site, name }, body }, { by }) => {
    const { value, seen, reason } = body
    return answered(name, await put(by, { siteKey: site, name, value, reason, seen: { value: seen } }))
  })
  serveStaff(app, parts, askSettingCall, async ({ params: { site, name }, body }, { by }) => {
    const asked = await askSetting(by, { siteKey: site, name, ...body })
    if ('fault' in asked) throw refusalOf(asked.fault)
    return approvalAsked(asked)
  })
  serveStaff(app, parts, doSettingCall, async ({ params: { site, approval } }, { by }) => {
    const { asking } = await readSettingsOfSite(by, { siteKey: site })
    const found = asking.find(({ id }) => id === idIn(approval))
    if (found === undefined) throw new ConsoleRefusal('not found')
    const { change, id, reason } = found
    return answered(
      change.name,
      await put(by, { siteKey: site, ...change, reason: reason ?? id, approval: id }),
    )
  })
}

interface Asked {
  readonly siteKey: string
  readonly name: string
  readonly value: string | null
  readonly reason: string
  readonly approval?: string
  readonly seen?: { readonly value: string | null }
}

function put(by: StaffContext['by'], { value, ...asked }: Asked): Promise<SettingChange> {
  return value === null ? unsetSetting(by, asked) : setSetting(by, { ...asked, value })
}

function answered(name: string, changed: SettingChange): Record<never, never> {
  if ('fault' in changed) throw refusalOf(changed.fault)
  if ('before' in changed) return {}
  const { meanwhile: theirs, last } = changed
  throw new ConsoleRefusal('changed meanwhile', {
    conflicts: last === null ? [] : [{ field: name, theirs, by: last.by, at: moment(last.at) }],
  })
}

function refusalOf(fault: string): ConsoleRefusal {
  if (fault === NEEDS_SECOND) return new ConsoleRefusal('second person needed')
  if (isRefusedApproval(fault)) return new ConsoleRefusal('approval not valid', { why: fault })
  return new ConsoleRefusal('invalid request', { fields: [{ field: 'value', rule: fault }] })
}
