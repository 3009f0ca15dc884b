import type { TicketType } from '../states/ticket.ts'
import { base45Of, bytesOfBase45 } from './base45.ts'

/** The facts that a gate reads out of a code without asking anybody. They say nothing about a person. */
export interface TicketClaim {
  /** The number among the site's keys, 1–255. */
  readonly keyNumber: number
  readonly type: TicketType
  /** The id of the ticket: never changes. */
  readonly uid: string
  /** Raised when the ticket is handed on, taken back or moved. */
  readonly version: number
  readonly productId: number
  /** Null on a ticket for a set product. */
  readonly optionValueId: number | null
  /** The time of the ticket's visit, in ms since 1970. */
  readonly from: number
  readonly to: number
  /** In ms since 1970; null on a code that does not change. */
  readonly issuedAt: number | null
}

/** A code as it was read: what it claims, and what proves it. */
export interface SignedCode {
  readonly claim: TicketClaim
  /** The signed bytes, for the site that is asked. */
  readonly payload: Uint8Array
  readonly signature: Uint8Array
}

export const SIGNED_PREFIX = 'KT1:'
/** How often a code changes that does, in ms. */
export const ROTATION_MS = 30_000
/** How old such a code may be, or how far a phone's network may lag, in ms. */
const MOST_AGE_MS = 3 * ROTATION_MS

const FORMAT = 1
const PAYLOAD_BYTES = 41
const SIGNATURE_BYTES = 64
const UID_BYTES = 16
const SECOND_MS = 1_000
/** A ticket that changed hands more often shows the code that the store alone knows. */
export const LARGEST_VERSION = 0xffff
const SET = 1
/** Where each part stands; numbers are big-endian. */
const AT = {
  format: 0,
  key: 1,
  flags: 2,
  uid: 3,
  version: 19,
  product: 21,
  option: 25,
  from: 29,
  to: 33,
  issued: 37,
} as const

/** The bytes of a claim. Times are whole seconds. */
export function payloadOf(claim: TicketClaim): Uint8Array<ArrayBuffer> {
  if (claim.version > LARGEST_VERSION) throw new RangeError(`a ticket was handed on ${claim.version} times`)
  const bytes = new Uint8Array(PAYLOAD_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint8(AT.format, FORMAT)
  view.setUint8(AT.key, claim.keyNumber)
  view.setUint8(AT.flags, claim.type === 'set' ? SET : 0)
  bytes.set(bytesOfUid(claim.uid), AT.uid)
  view.setUint16(AT.version, claim.version)
  view.setUint32(AT.product, claim.productId)
  view.setUint32(AT.option, claim.optionValueId ?? 0)
  view.setUint32(AT.from, secondsOf(claim.from))
  view.setUint32(AT.to, secondsOf(claim.to))
  view.setUint32(AT.issued, claim.issuedAt === null ? 0 : secondsOf(claim.issuedAt))
  return bytes
}

/** The bytes that are signed: a code of one site is not a code of another, even with the same key. */
export function signedBytesOf(siteKey: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  // Keys of sites are ASCII.
  const domain = Uint8Array.from(`kippu ticket 1 ${siteKey}\0`, letter => letter.charCodeAt(0))
  const bytes = new Uint8Array(domain.length + payload.length)
  bytes.set(domain)
  bytes.set(payload, domain.length)
  return bytes
}

export function signedCodeOf(payload: Uint8Array, signature: Uint8Array): string {
  const bytes = new Uint8Array(payload.length + signature.length)
  bytes.set(payload)
  bytes.set(signature, payload.length)
  return SIGNED_PREFIX + base45Of(bytes)
}

/** Reads a code; null for anything else. Its signature is not checked here. */
export function parseSignedCode(text: string): SignedCode | null {
  if (!text.startsWith(SIGNED_PREFIX)) return null
  const bytes = bytesOfBase45(text.slice(SIGNED_PREFIX.length))
  if (bytes?.length !== PAYLOAD_BYTES + SIGNATURE_BYTES || bytes[AT.format] !== FORMAT) return null
  const payload = bytes.slice(0, PAYLOAD_BYTES)
  const view = new DataView(payload.buffer)
  const option = view.getUint32(AT.option)
  const issued = view.getUint32(AT.issued)
  return {
    payload,
    signature: bytes.slice(PAYLOAD_BYTES),
    claim: {
      keyNumber: view.getUint8(AT.key),
      type: view.getUint8(AT.flags) === SET ? 'set' : 'gate',
      uid: uidOf(payload.slice(AT.uid, AT.uid + UID_BYTES)),
      version: view.getUint16(AT.version),
      productId: view.getUint32(AT.product),
      optionValueId: option === 0 ? null : option,
      from: view.getUint32(AT.from) * SECOND_MS,
      to: view.getUint32(AT.to) * SECOND_MS,
      issuedAt: issued === 0 ? null : issued * SECOND_MS,
    },
  }
}

/** Whether a code that changes was issued too long ago, or by a clock of tomorrow. One that does not change is never too old. */
export function isStale({ issuedAt }: Pick<TicketClaim, 'issuedAt'>, now: number): boolean {
  return issuedAt !== null && (now - issuedAt > MOST_AGE_MS || issuedAt - now > MOST_AGE_MS)
}

function secondsOf(ms: number): number {
  return Math.floor(ms / SECOND_MS)
}

function bytesOfUid(uid: string): Uint8Array {
  const digits = uid.replaceAll('-', '')
  return Uint8Array.from({ length: UID_BYTES }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16))
}

function uidOf(bytes: Uint8Array): string {
  const digits = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-')
}
