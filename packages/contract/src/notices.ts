import { NOTICE_SEVERITIES } from '@kippu/domain/notice'
import * as v from 'valibot'

import { call } from './call.ts'
import { askedLanguage, jstDateTime, language, rowId } from './shapes.ts'

const shownNotice = v.object({
  id: rowId,
  severity: v.picklist(NOTICE_SEVERITIES),
  /** A page that is open then takes it off by itself. */
  shown_until: jstDateTime,
  /** The language of its words: English where the asked one has none. */
  lang: language,
  text: v.string(),
})
export type ShownNotice = v.InferOutput<typeof shownNotice>

/** The notices that every screen of the site shows now, warnings first. Each document carries them too (decision 66). */
export const getNotices = call({
  method: 'GET',
  path: '/api/v1/notices',
  summary: 'Notices of the house, shown now',
  query: v.strictObject({ lang: askedLanguage }),
  response: v.array(shownNotice),
  status: 200,
  errors: [],
  revalidated: true,
})
