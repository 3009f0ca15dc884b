import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

import type { OfflineGate, ReportedScan } from '@kippu/contract/gate'
import type { CheckInStatus, RefusalReason } from '@kippu/domain/check-in/judge-entry'
import { epochMsOf } from '@kippu/domain/jst-date'
import { payloadOf, signedBytesOf, signedCodeOf, type TicketClaim } from '@kippu/domain/check-in/signed-code'

import { ApiError } from '../src/api/api-error.ts'
import { reportScans } from '@kippu/contract/gate'
import type { GateCalls } from '../src/gate/offline/sync-gate.ts'

export const SITE = 'demo'
/** Eight in the morning of the day of all visits. */
export const OPENING = epochMsOf('2026-12-01T08:00:00+09:00')
export const HOUR = 3_600_000

export interface SigningKey {
  readonly number: number
  readonly privateKey: KeyObject
  readonly publicKey: string
}

export function signingKey(number = 1): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { number, privateKey, publicKey: x }
}

export const uidOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

/** A ticket for the whole opening day, unless said otherwise. */
export function claimOf(n: number, changes: Partial<TicketClaim> = {}): TicketClaim {
  return {
    keyNumber: 1,
    type: 'gate',
    uid: uidOf(n),
    version: 0,
    productId: 1,
    optionValueId: 11,
    from: OPENING,
    to: OPENING + 12 * HOUR,
    issuedAt: null,
    ...changes,
  }
}

export function codeOf(claim: TicketClaim, key: SigningKey, site = SITE): string {
  const payload = payloadOf(claim)
  return signedCodeOf(payload, sign(null, signedBytesOf(site, payload), key.privateKey))
}

export function listsOf(key: SigningKey, changes: Partial<OfflineGate> = {}): OfflineGate {
  return {
    site_key: SITE,
    cursor: '1',
    as_of: '2026-12-01T08:00:00+09:00',
    keys: [{ number: key.number, public_key: key.publicKey }],
    rotating: false,
    early_minutes: 0,
    products: [
      {
        id: 1,
        name: 'Digital Forest',
        booking_type: 'time',
        entry_policy: 'once',
        reentry_minutes: null,
        kinds: [
          { id: 11, name: 'Adult', needs_proof: false },
          { id: 12, name: 'Child', needs_proof: true },
        ],
      },
    ],
    tickets: [],
    ...changes,
  }
}

/** The network between a device and the store; each is told of every call, and throws for one that gets no answer. */
interface Network {
  before: () => void
  after: () => void
}

interface OtherEnd {
  readonly calls: GateCalls
  readonly rows: ReadonlyMap<string, StoreRow>
  /** Scans that were undone after they had been reported. */
  readonly undone: readonly string[]
  readonly network: Network
}

interface StoreRow extends ReportedScan {
  readonly answer: {
    readonly scan_id: string
    readonly status: CheckInStatus
    readonly reason: RefusalReason | null
  }
}

/** The store at the other end of the network, which can be lost before or after a call reaches it. */
export function storeAtTheOtherEnd(lists: OfflineGate): OtherEnd {
  const rows = new Map<string, StoreRow>()
  const entered = new Set<string>()
  const undone: string[] = []
  const network: Network = {
    before: () => undefined,
    after: () => undefined,
  }
  const calls: GateCalls = {
    report: async scans => {
      network.before()
      for (const scan of scans) {
        if (rows.has(scan.scan_id)) continue
        const isSecond = scan.status === 'success' && entered.has(scan.code)
        if (scan.status === 'success' && scan.undone_reason === null) entered.add(scan.code)
        const answer = isSecond
          ? ({ status: 'used', reason: 'already_in' } as const)
          : ({ status: scan.status, reason: scan.reason } as const)
        rows.set(scan.scan_id, { ...scan, answer: { scan_id: scan.scan_id, ...answer } })
      }
      network.after()
      return scans.flatMap(({ scan_id: id }) => rows.get(id)?.answer ?? [])
    },
    undo: async scanId => {
      network.before()
      undone.push(scanId)
      network.after()
      return 'undone'
    },
    lists: async () => {
      network.before()
      network.after()
      return lists
    },
  }
  return { calls, rows, undone, network }
}

export function noConnection(): never {
  throw new ApiError({ call: reportScans, kind: 'connection', status: null, body: null })
}
