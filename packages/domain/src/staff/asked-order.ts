import { faultOfReservationNumber, normaliseReservationNumber } from '../reservation-number.ts'

/**
 * The meanings of a text that somebody at the desk typed to find an order, by its shape. Several at once: ten letters
 * may be a number or a name.
 */
export interface AskedOrders {
  /** A reservation number, as it is stored. */
  readonly number: string | null
  readonly email: string | null
  /** At least four digits: the end of a telephone number. */
  readonly phone: string | null
  /** The reference of a payment at its provider. */
  readonly reference: string | null
  /** The id of an order or of a payment. */
  readonly id: string | null
  /** The token in the address of a page that the visitor has open. */
  readonly token: string | null
  readonly name: string | null
  /** The log's name for an order. */
  readonly logged: string | null
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const REFERENCE = /^[A-Za-z0-9_-]{6,64}$/
const LOGGED = /^[\da-f]{12}$/
const LEAST_DIGITS = 4
/** Japan's number in front is dialled in several ways, and the 0 behind it falls away. */
const FRONT = /^(?:00|\+)?81|^0/

export function readAskedOrder(typed: string): AskedOrders {
  const text = typed.normalize('NFKC').trim()
  const nothing: AskedOrders = {
    number: null,
    email: null,
    phone: null,
    reference: null,
    id: null,
    token: null,
    name: null,
    logged: null,
  }
  if (/^https?:\/\//.test(text)) return { ...nothing, token: tokenIn(text) }
  if (UUID.test(text)) return { ...nothing, id: text.toLowerCase(), reference: text }
  if (text.includes('@')) return { ...nothing, email: text }
  return {
    ...nothing,
    number: faultOfReservationNumber(text) === null ? normaliseReservationNumber(text) : null,
    phone: phoneIn(text),
    reference: REFERENCE.test(text) ? text : null,
    name: /\p{Letter}/u.test(text) ? text : null,
    logged: LOGGED.test(text) ? text : null,
  }
}

/** The last part of the route behind the mark that begins it. */
function tokenIn(address: string): string | null {
  const lastSlash = address.lastIndexOf('/')
  for (const { 0: token, index } of address.matchAll(/[A-Za-z0-9_-]{20,}/g)) {
    const end = index + token.length
    if (end === address.length || ('/?#'.includes(address.charAt(end)) && lastSlash <= end)) return token
  }
  return null
}

function phoneIn(text: string): string | null {
  if (/[^\d\s()+./‐-]/.test(text)) return null
  const digits = text.replaceAll(/[^\d+]/g, '').replace(FRONT, '')
  return digits.length >= LEAST_DIGITS ? digits : null
}
