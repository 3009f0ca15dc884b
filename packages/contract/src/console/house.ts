import * as v from 'valibot'

import { jstDateTime } from '../shapes.ts'
import { approvalAsked, reasonText } from './refunds.ts'
import { staffCall } from './staff-call.ts'

/** The form of a value: what a page needs to ask for it. */
export type HouseShape =
  | { readonly kind: 'text' | 'flag' | 'number' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly item: HouseShape }
  | { readonly kind: 'fields'; readonly fields: Readonly<Record<string, HouseAsked>> }

export interface HouseAsked {
  readonly shape: HouseShape
  /** Stands there where nothing is said. */
  readonly empty: 'refused' | 'null' | 'left out'
}

const asked: v.GenericSchema<HouseAsked> = v.lazy(() =>
  v.object({ shape, empty: v.picklist(['refused', 'null', 'left out']) }),
)

const shape: v.GenericSchema<HouseShape> = v.lazy(() =>
  v.union([
    v.object({ kind: v.picklist(['text', 'flag', 'number']) }),
    v.object({ kind: v.literal('choice'), values: v.array(v.string()) }),
    v.object({ kind: v.literal('list'), item: shape }),
    v.object({
      kind: v.literal('fields'),
      fields: v.record(v.string(), asked),
    }),
  ]),
)

/** The database's value, in the place of the folder's; null: none. */
const saying = v.nullable(v.strictObject({ value: v.unknown() }))
export type HouseSaying = v.InferOutput<typeof saying>

const changed = v.nullable(v.object({ by: v.string(), at: jstDateTime }))

const row = v.object({
  /** As `site.json` names it. */
  field: v.string(),
  asked,
  /** As it is served; left out where nothing is said. */
  value: v.optional(v.unknown()),
  /** Without the database. */
  usual: v.optional(v.unknown()),
  saying,
  source: v.picklist(['database', 'folder', 'product']),
  changed,
  wants_second_person: v.boolean(),
})
export type HouseRowShown = v.InferOutput<typeof row>

const asking = v.object({
  id: v.string(),
  fields: v.array(v.string()),
  asked_by: v.string(),
  expires_at: jstDateTime,
  /** Nobody else may agree: it may be done from then on. */
  waits_until: v.nullable(jstDateTime),
  decided_by: v.nullable(v.string()),
})
export type HouseAsking = v.InferOutput<typeof asking>

export const readHouseCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/house',
  who: 'sites:write',
  response: v.object({
    rows: v.array(row),
    /** Changes that wait for a second person, or for the one who asked. */
    asking: v.array(asking),
    /** Where visitors read it. */
    origin: v.string(),
  }),
})
export type HouseShown = v.InferOutput<(typeof readHouseCall)['response']>

const changes = v.pipe(
  v.array(
    v.strictObject({
      field: v.string(),
      /** As it was read: where another person changed it since, fields that differ are merged. */
      before: saying,
      after: saying,
    }),
  ),
  v.minLength(1),
  v.maxLength(100),
)

export const putHouseCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/house',
  who: 'sites:write',
  repeatable: true,
  body: v.strictObject({ changes, reason: reasonText }),
  response: v.strictObject({}),
})

/** Asks another person: who sells, and who signs receipts, is changed by nobody alone. */
export const askHouseCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/house/approvals',
  who: 'sites:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({ changes, reason: reasonText }),
  response: approvalAsked,
})

/** Does what somebody has agreed to. */
export const doHouseCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/house/approvals/{approval}/done',
  who: 'sites:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({}),
  response: v.strictObject({}),
})
