import { readScannedText } from '@kippu/domain/check-in/scanned-text'
import type { Direction } from '@kippu/domain/check-in/judge-entry'
import { useRef, useState } from 'react'

import type { GateDevice } from '../device/gate-device.ts'
import { type GateResult, type Scanned, type ScanQuestion, scanTicket } from '../device/scan-ticket.ts'
import { signal } from '../parts/sounds.ts'
import { markOf } from './outcome.ts'

export interface Scanning {
  readonly isChecking: boolean
  /** The result on the screen; null while the next code is waited for. */
  readonly result: GateResult | null
  /** The newest entry or exit, for as long as it may have to be undone. */
  readonly last: GateResult | null
  /** A code that the camera sees. */
  readonly see: (code: string) => void
  readonly ask: (scanned: Scanned) => void
  /** The same scan once more: it counts once. */
  readonly askAgain: () => void
  readonly next: () => void
  readonly forgetLast: () => void
}

/** A code that is still held to the camera is not asked for again; in ms after it was seen last. */
const STILL_THERE = 3_000

export function useScanning(device: GateDevice, direction: Direction): Scanning {
  const [isChecking, setIsChecking] = useState(false)
  const [result, setResult] = useState<GateResult | null>(null)
  const [last, setLast] = useState<GateResult | null>(null)
  const seen = useRef({ who: '', at: 0 })
  const turn = useRef(0)

  const check = async (question: ScanQuestion): Promise<void> => {
    turn.current += 1
    const mine = turn.current
    const show = (answer: GateResult): void => {
      if (mine !== turn.current) return
      setResult(answer)
      if (answer.outcome.kind === 'success') setLast(answer)
      signal(signalOf(answer))
    }
    setIsChecking(true)
    setResult(null)
    const answer = await scanTicket(device, question, show).finally(() => {
      if (mine === turn.current) setIsChecking(false)
    })
    if (answer !== null) show(answer)
  }

  const ask = (scanned: Scanned): void => {
    if (!isChecking) void check({ scanId: crypto.randomUUID(), direction, scanned }).catch(reportError)
  }

  return {
    isChecking,
    result,
    last,
    ask,
    see: code => {
      const who = holderOf(code) + direction
      const now = performance.now()
      const isThere = seen.current.who === who && now - seen.current.at < STILL_THERE
      seen.current = { who, at: now }
      if (!isThere) ask({ code })
    },
    askAgain: () => {
      if (result !== null && !isChecking) void check(result.question).catch(reportError)
    },
    next: () => {
      turn.current += 1
      setResult(null)
    },
    forgetLast: () => setLast(null),
  }
}

/** A code that changes every half minute is still that of the same ticket. */
function holderOf(code: string): string {
  const text = readScannedText(code)
  return text.kind === 'signed' ? text.code.claim.uid : code
}

function signalOf(result: GateResult): Parameters<typeof signal>[0] {
  const mark = markOf(result)
  const needsProof = result.tickets.some(ticket => ticket.needsProof && ticket.status === 'success')
  return mark === 'go' && needsProof ? 'proof' : mark
}
