import { PERMISSIONS, ROLES } from '@kippu/domain/staff/permission'
import { isPlainAddress } from '@kippu/domain/settings/summary-recipients'
import * as v from 'valibot'

import { jstDateTime, storableText } from '../shapes.ts'
import { staffCall } from './staff-call.ts'

/** Longer than any name, code or label. */
const shortText = v.pipe(storableText, v.trim(), v.minLength(1), v.maxLength(100))

/** An answer of an authenticator, as `PublicKeyCredential.toJSON()` writes it; `@simplewebauthn/server` judges it. */
export const passkeyAnswer = v.looseObject({
  id: v.pipe(v.string(), v.maxLength(1_400)),
  rawId: v.pipe(v.string(), v.maxLength(1_400)),
  type: v.literal('public-key'),
  response: v.record(v.string(), v.unknown()),
  clientExtensionResults: v.record(v.string(), v.unknown()),
})
export type PasskeyAnswer = v.InferOutput<typeof passkeyAnswer>

/** A question for an authenticator, as a browser reads it (`PublicKeyCredential.parseRequestOptionsFromJSON`). */
const passkeyQuestion = v.record(v.string(), v.unknown())

const me = v.object({
  name: v.string(),
  role: v.picklist(ROLES),
  permissions: v.array(v.picklist(PERMISSIONS)),
  /** The sites that the person works at, with their Japanese and English names. */
  sites: v.array(v.object({ key: v.string(), name_ja: v.string(), name_en: v.string() })),
  /** Whether the person works at all sites of the deployment. */
  is_everywhere: v.boolean(),
  /** Until when calls of weight need no passkey; null when one is needed now. */
  fresh_until: v.nullable(jstDateTime),
  passkeys: v.number(),
  recovery_codes: v.number(),
})
export type Me = v.InferOutput<typeof me>

export const readMe = staffCall({
  method: 'GET',
  path: '/console/v1/me',
  who: 'signed in',
  response: me,
})

export const askPasskey = staffCall({
  method: 'POST',
  path: '/console/v1/passkey-questions',
  who: 'anybody',
  response: passkeyQuestion,
})

export const signIn = staffCall({
  method: 'POST',
  path: '/console/v1/sessions',
  who: 'anybody',
  body: v.strictObject({ passkey: passkeyAnswer }),
  response: me,
})

/** Shows the passkey once more, for calls of weight in the next five minutes. */
export const proveAgain = staffCall({
  method: 'POST',
  path: '/console/v1/session/proofs',
  who: 'signed in',
  body: v.strictObject({ passkey: passkeyAnswer }),
  response: me,
})

export const signOut = staffCall({
  method: 'DELETE',
  path: '/console/v1/session',
  who: 'signed in',
  response: v.strictObject({}),
})

/** The right to enrol a passkey without a session: an invitation, or a recovery code. */
const entrance = v.union([
  v.strictObject({ invitation: shortText }),
  v.strictObject({ name: shortText, recovery_code: shortText }),
])
export type Entrance = v.InferOutput<typeof entrance>

export const askEnrolment = staffCall({
  method: 'POST',
  path: '/console/v1/enrolment-questions',
  who: 'anybody',
  body: v.strictObject({ entrance }),
  response: v.object({ name: v.string(), role: v.picklist(ROLES), question: passkeyQuestion }),
})

export const enrol = staffCall({
  method: 'POST',
  path: '/console/v1/enrolments',
  who: 'anybody',
  body: v.strictObject({ entrance, label: shortText, passkey: passkeyAnswer }),
  response: v.object({
    me,
    /** Told once; empty where the person has unused ones. */
    recovery_codes: v.array(v.string()),
  }),
})

export const askNewPasskey = staffCall({
  method: 'POST',
  path: '/console/v1/me/passkey-questions',
  who: 'signed in',
  fresh: true,
  response: passkeyQuestion,
})

export const addPasskey = staffCall({
  method: 'POST',
  path: '/console/v1/me/passkeys',
  who: 'signed in',
  fresh: true,
  body: v.strictObject({ label: shortText, passkey: passkeyAnswer }),
  response: me,
})

const ownPasskey = v.object({
  id: v.string(),
  label: v.string(),
  created_at: jstDateTime,
  last_used_at: v.nullable(jstDateTime),
  /** The one with which this session began. */
  is_this: v.boolean(),
})
const ownSession = v.object({
  id: v.string(),
  passkey: v.string(),
  created_at: jstDateTime,
  seen_at: jstDateTime,
  is_this: v.boolean(),
})

export const readMyKeys = staffCall({
  method: 'GET',
  path: '/console/v1/me/keys',
  who: 'signed in',
  response: v.object({ passkeys: v.array(ownPasskey), sessions: v.array(ownSession) }),
})
export type MyKeys = v.InferOutput<(typeof readMyKeys)['response']>

/** Its sessions end with it. */
export const removePasskey = staffCall({
  method: 'DELETE',
  path: '/console/v1/me/passkeys/{passkey}',
  who: 'signed in',
  fresh: true,
  response: v.strictObject({}),
})

export const endSession = staffCall({
  method: 'DELETE',
  path: '/console/v1/me/sessions/{session}',
  who: 'signed in',
  response: v.strictObject({}),
})

/** Makes ten new ones; those of before are worth nothing then. */
export const renewRecoveryCodes = staffCall({
  method: 'POST',
  path: '/console/v1/me/recovery-codes',
  who: 'signed in',
  fresh: true,
  response: v.object({ recovery_codes: v.array(v.string()) }),
})

const person = v.object({
  name: v.string(),
  role: v.picklist(ROLES),
  /** Null: all sites of the deployment. */
  sites: v.nullable(v.array(v.string())),
  since: jstDateTime,
  ended_at: v.nullable(jstDateTime),
  email: v.nullable(v.string()),
  passkeys: v.number(),
  last_seen_at: v.nullable(jstDateTime),
  /** An invitation is open until then. */
  invited_until: v.nullable(jstDateTime),
})
export type ConsolePerson = v.InferOutput<typeof person>

export const listPeople = staffCall({
  method: 'GET',
  path: '/console/v1/staff',
  who: 'staff:write',
  response: v.object({ people: v.array(person) }),
})

/** Puts somebody on the list, or gives them another role or sites, and makes an invitation of a day. */
export const invitePerson = staffCall({
  method: 'POST',
  path: '/console/v1/staff',
  who: 'staff:write',
  fresh: true,
  body: v.strictObject({
    name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9._-]{0,39}$/, 'name')),
    role: v.picklist(ROLES),
    sites: v.nullable(v.pipe(v.array(v.string()), v.minLength(1))),
    /** Their mail address; without it, the one that they have. */
    email: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254), v.check(isPlainAddress, 'address'))),
  }),
  response: v.object({
    /** The address that the person opens once, told once; null where it went to them by mail. */
    invitation_url: v.nullable(v.string()),
    valid_until: jstDateTime,
  }),
})

export const endPersonCall = staffCall({
  method: 'DELETE',
  path: '/console/v1/staff/{name}',
  who: 'staff:write',
  fresh: true,
  response: v.strictObject({}),
})
