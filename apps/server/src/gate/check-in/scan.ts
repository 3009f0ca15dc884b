import type {
  CheckInStatus,
  Direction,
  EntryRules,
  Judgement,
  RefusalReason,
  TicketPast,
} from '@kippu/domain/check-in/judge-entry'

/** Why somebody may not pass. */
export type Refused = Exclude<Judgement, { status: 'success' }>

/** A ticket that somebody wants in or out with, as it was when it was looked up. */
export interface AskedTicket {
  readonly reservationId: string
  /** Inside its reservation. */
  readonly number: number
  /** The version of the code that was shown: a ticket that has another one by now was moved or changed hands. */
  readonly version: number
  /** Its whole reservation is. */
  readonly isCancelled: boolean
  /** For what time it is counted. */
  readonly spanId: number
  readonly rules: EntryRules
}

/** One scan, of one ticket or of a party. */
export interface Scan {
  readonly id: string
  readonly siteKey: string
  /** Null where somebody checked in by the code of the day. */
  readonly gateId: string | null
  readonly deviceId: string | null
  readonly mode: 'read_qr' | 'tap_ticket' | 'staff'
  readonly direction: Direction
  /** In ms since 1970. */
  readonly at: number
  readonly tickets: readonly AskedTicket[]
  /** The answer where there are no tickets. */
  readonly otherwise: Refused
  /** It has happened already, at a gate that was offline: what is written is what this gate did. */
  readonly happened?: Happened
}

export interface Happened {
  readonly isAdmitted: boolean
  /** The gate's refusal, where it was not admitted. */
  readonly refused: Refused
  readonly undoneReason: string | null
}

/** The decision on one ticket of a scan. */
export interface AdmittedTicket {
  readonly reservationId: string
  readonly number: number
  readonly judged: Judgement
  /** Its newest entry and exit before this scan, in ms since 1970. */
  readonly past: TicketPast
}

export interface ScanResult {
  readonly status: CheckInStatus
  readonly reason: RefusalReason | null
  /** In ms since 1970: when the same scan was first decided. */
  readonly at: number
  readonly tickets: readonly AdmittedTicket[]
}

export function keyOf({ reservationId, number }: Pick<AskedTicket, 'reservationId' | 'number'>): string {
  return `${reservationId}/${number}`
}
