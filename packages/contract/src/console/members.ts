import * as v from 'valibot'

import { storableText } from '../shapes.ts'
import { staffCall } from './staff-call.ts'

const member = v.object({
  id: v.string(),
  login_id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.string(),
  /** The two words of their promotion: `club:gold`. */
  promotion: v.nullable(v.string()),
  /** They stay as long as an order names them. */
  has_order: v.boolean(),
})
export type MemberShown = v.InferOutput<typeof member>

/** Members by a part of their login id, name or mail address; at most fifty. They are people: a passkey opens it. */
export const findMembersCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/member-searches',
  who: 'members:write',
  fresh: true,
  body: v.strictObject({ typed: v.pipe(storableText, v.trim(), v.minLength(2), v.maxLength(200)) }),
  response: v.object({ members: v.array(member) }),
})

/** Takes one off the list. */
export const withdrawMemberCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/members/{member}/withdrawal',
  who: 'members:write',
  fresh: true,
  repeatable: true,
  body: v.strictObject({}),
  response: v.strictObject({}),
})
