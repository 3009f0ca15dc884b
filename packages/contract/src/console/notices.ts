import { LANGUAGES } from '@kippu/domain/language'
import { NOTICE_SEVERITIES } from '@kippu/domain/notice'
import * as v from 'valibot'

import { jstDateTime, jstMoment, rowId, storableText } from '../shapes.ts'
import { staffCall } from './staff-call.ts'

const notice = v.object({
  id: rowId,
  severity: v.picklist(NOTICE_SEVERITIES),
  state: v.picklist(['to_come', 'shown', 'over', 'withdrawn']),
  from: jstDateTime,
  until: jstDateTime,
  texts: v.object(v.entriesFromList(LANGUAGES, v.optional(v.string()))),
})
export type NoticeListed = v.InferOutput<typeof notice>

/** The latest notices, the newest first. */
export const listNoticesCall = staffCall({
  method: 'GET',
  path: '/console/v1/sites/{site}/notices',
  who: 'notices:write',
  response: v.object({
    notices: v.array(notice),
    /** Those of the site, with the house's own words of the band. */
    languages: v.array(
      v.object({
        id: v.picklist(LANGUAGES),
        information: v.string(),
        warning: v.string(),
        english: v.string(),
      }),
    ),
  }),
})

export type NoticesListed = v.InferOutput<(typeof listNoticesCall)['response']>

/** Puts a notice above every screen, or one in the place of another that is open. */
export const putNoticeCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/notices',
  who: 'notices:write',
  repeatable: true,
  body: v.strictObject({
    severity: v.picklist(NOTICE_SEVERITIES),
    /** Null: at once. */
    from: v.nullable(jstMoment),
    until: jstMoment,
    texts: v.strictObject(v.entriesFromList(LANGUAGES, v.pipe(storableText, v.maxLength(1_000)))),
    replaces: v.nullable(rowId),
  }),
  response: v.object({ id: rowId }),
})

/** Takes one off every screen. */
export const withdrawNoticeCall = staffCall({
  method: 'POST',
  path: '/console/v1/sites/{site}/notices/{notice}/withdrawal',
  who: 'notices:write',
  repeatable: true,
  body: v.strictObject({}),
  response: v.strictObject({}),
})
