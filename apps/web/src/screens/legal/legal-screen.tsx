import type { ReactElement } from 'react'

import { PrivacyPage } from './privacy-page.tsx'
import { SpecifiedPage } from './specified-page.tsx'
import { TermsPage } from './terms-page.tsx'

const PAGES = { privacy: PrivacyPage, specified: SpecifiedPage, terms: TermsPage } as const

/** `/privacy`, `/specified` and `/terms`: the legal pages of a site, in one chunk. */
export function LegalScreen({ page }: { readonly page: keyof typeof PAGES }): ReactElement {
  const Page = PAGES[page]
  return <Page />
}
