import { useCallback, useEffect, useState } from 'react'

import { loadAll } from './load-script.ts'
import type { ProviderFiles } from './load-script.ts'
import { useScriptsReport } from './scripts-report.ts'
import type { ScriptsStatus } from './scripts-report.ts'

export interface ScriptsState {
  readonly status: ScriptsStatus
  readonly retry: () => void
}

/**
 * How long the rendering may take, in ms, before the visitor gets a message; a result that comes later is still shown.
 */
const PREPARE_TIMEOUT = 20_000

/** Renders the fields that the scripts provide, or fails; it removes them when the signal aborts. */
export type PrepareFields = (signal: AbortSignal) => Promise<void> | void

/**
 * Loads the files that a method needs as soon as its part is mounted, and then prepares it.
 *
 * @param prepare the same function in every rendering.
 */
export function useScripts({ scripts, styles }: ProviderFiles, prepare: PrepareFields): ScriptsState {
  const [status, setStatus] = useState<ScriptsStatus>('loading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const tell = (next: ScriptsStatus): void => {
      if (!signal.aborted) setStatus(next)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async (): Promise<void> => {
      await loadAll({ scripts, styles })
      if (signal.aborted) return
      timer = setTimeout(() => tell('failed'), PREPARE_TIMEOUT)
      await prepare(signal)
    }
    run()
      .then(
        () => tell('ready'),
        () => tell('failed'),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [attempt, prepare, scripts, styles])
  useScriptsReport(status)
  const retry = useCallback(() => {
    setStatus('loading')
    setAttempt(count => count + 1)
  }, [])
  return { status, retry }
}
