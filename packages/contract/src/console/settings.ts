import * as v from 'valibot'

import { jstDateTime } from '../shapes.ts'
import { approvalAsked, reasonText } from './refunds.ts'
import { staffCall } from './staff-call.ts'

const value = v.nullable(v.pipe(v.string(), v.maxLength(2_000)))

const row = v.object({
  /** As in the catalogue of settings. */
  name: v.string(),
  /** Null: the store does what it does by itself. */
  value,
  changed: v.nullable(v.object({ by: v.string(), at: jstDateTime })),
})
export type SettingShown = v.InferOutput<typeof row>

const asking = v.object({
  id: v.string(),
  name: v.string(),
  value,
  asked_by: v.string(),
  /** Nobody else may agree: it may be done from then on. */
  waits_until: v.nullable(jstDateTime),
  decided_by: v.nullable(v.string()),
})
export type SettingAsking = v.InferOutput<typeof asking>

/** The settings of a venue while its store runs. The log keeps who was shown the settings that name people. */
export const readSettingsCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/settings',
  who: 'sites:write',
  response: v.object({ rows: v.array(row), asking: v.array(asking) }),
})

const change = { value, seen: value, reason: reasonText }

/** Nothing is done where it is not as it was seen. A bound of one person is set by owners, and raised by two. */
export const putSettingCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/settings/{name}',
  who: 'sites:write',
  repeatable: true,
  body: v.strictObject(change),
  response: v.strictObject({}),
})

/** Asks another person for a bound that is raised. */
export const askSettingCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/settings/{name}/approvals',
  who: 'sites:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({ value, reason: reasonText }),
  response: approvalAsked,
})

/** Does what somebody has agreed to. */
export const doSettingCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/settings/approvals/{approval}/done',
  who: 'sites:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({}),
  response: v.strictObject({}),
})
