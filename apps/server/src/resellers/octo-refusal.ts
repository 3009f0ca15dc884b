import type { ErrorCode } from '@kippu/contract/errors'
import type { NamedId, OctoError } from '@kippu/contract/octo/octo-errors'

import type { Refusal } from '../platform/http/refusal.ts'

/** An expected refusal of a reseller's call, as a value: only the HTTP layer turns it into an answer. */
export class OctoRefusal {
  readonly code: OctoError
  readonly words: string
  readonly named: NamedId

  constructor(code: OctoError, words: string, named: NamedId = {}) {
    this.code = code
    this.words = words
    this.named = named
  }
}

export function isOctoRefusal(value: unknown): value is OctoRefusal {
  return value instanceof OctoRefusal
}

/** It cannot be done now, as things stand. */
export function unprocessable(words: string): OctoRefusal {
  return new OctoRefusal('UNPROCESSABLE_ENTITY', words)
}

export function badRequest(words: string): OctoRefusal {
  return new OctoRefusal('BAD_REQUEST', words)
}

export function unknownId(named: NamedId): OctoRefusal {
  const [[name, id] = ['uuid', '']] = Object.entries(named)
  const code = CODES[name]
  if (code === undefined) throw new Error(`no code of OCTO for ${name}`)
  return new OctoRefusal(code, `There is no such ${NAMES[name] ?? name}: ${id}`, named)
}

const CODES: Readonly<Record<string, OctoError>> = {
  productId: 'INVALID_PRODUCT_ID',
  optionId: 'INVALID_OPTION_ID',
  unitId: 'INVALID_UNIT_ID',
  availabilityId: 'INVALID_AVAILABILITY_ID',
  uuid: 'INVALID_BOOKING_UUID',
}

const NAMES: Readonly<Record<string, string>> = {
  productId: 'product of this key',
  optionId: 'option of the product',
  unitId: 'unit of the option',
  availabilityId: 'availability of the option',
  uuid: 'booking of this key',
}

/** A refusal of the store's own verbs in the words of OCTO. */
export function translated({ code }: Refusal): OctoRefusal {
  if (code === 'busy')
    return new OctoRefusal('SERVICE_UNAVAILABLE', 'The store is busy: send the same request again')
  return unprocessable(WORDS.get(code) ?? `Refused: ${code}`)
}

const WORDS: ReadonlyMap<ErrorCode, string> = new Map([
  ['out of stock', 'It is sold out'],
  ['ticket not on sale now', 'It is not on sale now'],
  ['no stock registered for this product', 'It is not on sale now'],
  ['companion without its holder', 'A companion is booked with the unit that it accompanies'],
  ['session_timeout', 'The hold of the booking has ended'],
  ['cannot change ticket', 'It can be moved neither now nor to this time'],
  ['time_change_out_of_stock', 'It is sold out'],
  ['invalid_request', 'More units than one booking may have'],
])
