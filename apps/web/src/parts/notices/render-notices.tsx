import type { FirstView } from '@kippu/contract/first-view'
import { prerender } from 'react-dom/static'

import { Words } from '../../i18n/texts.tsx'
import { NoticeBand } from './notice-band.tsx'

/** The markup of the band that the server puts above the first screen of every document. */
export async function renderNotices({ lang, texts, notices }: FirstView): Promise<string> {
  const { prelude } = await prerender(
    <Words lang={lang} texts={texts}>
      <NoticeBand notices={notices} />
    </Words>,
  )
  return new Response(prelude).text()
}
