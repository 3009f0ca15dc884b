import type { FirstView, SiteView } from '@kippu/contract/first-view'
import { createContext, use } from 'react'

/** The data that the server wrote into the document. Null only outside of the app. */
export const FirstViewContext = createContext<FirstView | null>(null)

/** @throws Error outside of the app. */
export function useFirstView(): FirstView {
  const view = use(FirstViewContext)
  if (view === null) throw new Error('no first view above this component')
  return view
}

export function useSite(): SiteView {
  return useFirstView().site
}

/** A setting that operators change at run time, undefined when it is not set. */
export function useSetting(key: string): string | undefined {
  return useFirstView().settings[key]
}
