import { createContext, useContext, useEffect } from 'react'

import type { ScriptsState } from './use-scripts.ts'

type Status = ScriptsState['status']

/** Receives the loading state of the scripts of the chosen method; without a listener, it is not reported. */
export const ScriptsReport = createContext<(status: Status) => void>(() => undefined)

/** Reports to the form around a method; once the method is unmounted, the form waits for nothing. */
export function useScriptsReport(status: Status): void {
  const report = useContext(ScriptsReport)
  useEffect(() => {
    report(status)
    return () => report('ready')
  }, [report, status])
}
