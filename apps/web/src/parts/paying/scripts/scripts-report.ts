import { createContext, useContext, useEffect } from 'react'

export type ScriptsStatus = 'loading' | 'ready' | 'failed'

/** Receives the loading state of the scripts of the chosen method; without a listener, it is not reported. */
export const ScriptsReport = createContext<(status: ScriptsStatus) => void>(() => undefined)

/** Reports to the form around a method; once the method is unmounted, the form waits for nothing. */
export function useScriptsReport(status: ScriptsStatus): void {
  const report = useContext(ScriptsReport)
  useEffect(() => {
    report(status)
    return () => report('ready')
  }, [report, status])
}
