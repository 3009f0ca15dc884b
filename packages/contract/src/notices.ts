import { NOTICE_SEVERITIES } from '@kippu/domain/notice'
import * as v from 'valibot'

import { call } from './call.ts'
import { askedLanguage, jstDateTime, language, rowId } from './shapes.ts'

const shownNotice = v.pipe(
  v.object({
    id: v.pipe(rowId, v.description('The number of the notice.')),
    severity: v.pipe(v.picklist(NOTICE_SEVERITIES), v.description('How much it matters.')),
    shown_until: v.pipe(jstDateTime, v.description('A page takes it off then.')),
    lang: v.pipe(language, v.description('The language of the words: English where the asked one has none.')),
    text: v.pipe(v.string(), v.description('What the house says, in plain text.')),
  }),
  v.title('ShownNotice'),
)
export type ShownNotice = v.InferOutput<typeof shownNotice>

/** Each document carries them too (decision 66). */
export const getNotices = call({
  method: 'GET',
  path: '/api/v1/notices',
  summary: 'Notices of the house, shown now',
  description: 'What the house says above every screen now, warnings first.',
  query: v.strictObject({ lang: askedLanguage }),
  response: v.array(shownNotice),
  status: 200,
  errors: [],
  revalidated: true,
})
