import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

import { type Camera, type CameraTrouble, openCamera } from './camera.ts'
import { openDetector } from './code-detector.ts'
import { readCodes } from './read-codes.ts'
import { createRepeatFilter } from './repeat-filter.ts'

/** `unreadable`: the program that reads codes could not be loaded. */
export type ScannerTrouble = CameraTrouble | 'unreadable'

export type ScannerPhase = 'starting' | 'reading' | ScannerTrouble

export interface Torch {
  readonly isOn: boolean
  readonly toggle: () => void
}

export interface Scanning {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly phase: ScannerPhase
  /** Null where the camera has no light. */
  readonly torch: Torch | null
  readonly retry: () => void
}

interface ScannerUse {
  readonly onText: (text: string) => void
  /** The picture runs on, and codes in it are not told. */
  readonly isPaused: boolean
}

/**
 * The camera reads codes while the part is on the screen. A page that is hidden, and a part that is gone, have let go of the camera.
 */
export function useScanner(use: ScannerUse): Scanning {
  const video = useRef<HTMLVideoElement>(null)
  const [phase, setPhase] = useState<ScannerPhase>('starting')
  const [camera, setCamera] = useState<Camera | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [filter] = useState(createRepeatFilter)
  const isVisible = useIsVisible()
  const newest = useRef(use)
  useEffect(() => {
    newest.current = use
  })
  useEffect(() => {
    if (!isVisible) return
    const end = new AbortController()
    const onText = (text: string): void => {
      const now = performance.now()
      if (newest.current.isPaused) filter.see(text, now)
      else if (filter.isNew(text, now)) newest.current.onText(text)
    }
    void scan({ video, onText, onPhase: setPhase, onCamera: setCamera, signal: end.signal })
    return () => {
      end.abort()
      setCamera(null)
      setPhase('starting')
    }
  }, [isVisible, attempt, filter])
  const retry = (): void => {
    // The picture is there again before the camera is asked for.
    setPhase('starting')
    setAttempt(attempt + 1)
  }
  return { video, phase, torch: useTorch(camera), retry }
}

interface Scan {
  readonly video: RefObject<HTMLVideoElement | null>
  readonly onText: (text: string) => void
  readonly onPhase: (phase: ScannerPhase) => void
  readonly onCamera: (camera: Camera) => void
  readonly signal: AbortSignal
}

async function scan({ video, onText, onPhase, onCamera, signal }: Scan): Promise<void> {
  const tell = (phase: ScannerPhase): void => {
    if (!signal.aborted) onPhase(phase)
  }
  // The program arrives while the visitor is asked for the camera.
  const opening = openDetector()
  opening.catch(() => undefined)
  const camera = await openCamera()
  if (typeof camera === 'string') return tell(camera)
  signal.addEventListener('abort', camera.close)
  if (signal.aborted) return camera.close()
  camera.onEnd(() => tell('busy'))
  try {
    const element = video.current
    const detector = await opening
    if (element === null || signal.aborted) return camera.close()
    element.srcObject = camera.stream
    // The browser starts it by itself where this is refused.
    element.play().catch(() => undefined)
    onCamera(camera)
    tell('reading')
    await readCodes({ video: element, detector, onText, signal })
  } catch {
    camera.close()
    tell('unreadable')
  }
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const look = (): void => setIsVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

/** A camera that is opened anew begins without its light. */
function useTorch(camera: Camera | null): Torch | null {
  const [lit, setLit] = useState<Camera | null>(null)
  const setTorch = camera?.setTorch ?? null
  if (camera === null || setTorch === null) return null
  const isOn = lit === camera
  return {
    isOn,
    toggle: () => {
      // A light that does not obey stays as it is shown.
      setTorch(!isOn).then(
        () => setLit(isOn ? null : camera),
        () => undefined,
      )
    },
  }
}
