import { createContext, useContext, useEffect } from 'react'

import type { ScriptsState } from './use-scripts.ts'

type Status = ScriptsState['status']

/** Hears how far the scripts of the chosen method are; where nobody listens, nothing is said. */
export const ScriptsReport = createContext<(status: Status) => void>(() => undefined)

/** Tells the form around a method; once the method is gone, nothing is waited for any more. */
export function useScriptsReport(status: Status): void {
  const report = useContext(ScriptsReport)
  useEffect(() => {
    report(status)
    return () => report('ready')
  }, [report, status])
}
