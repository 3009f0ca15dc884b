import { readFileSync } from 'node:fs'
import path from 'node:path'

import { OCTO_ERRORS } from '@kippu/contract/octo/octo-errors'
import {
  zAvailability,
  zAvailabilityCalendar,
  zBooking,
  zCapability,
  zProduct,
  zSupplier,
} from '@octocloud/types'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'

/** Shapes of the answers in the OpenAPI document of OCTO 1.0, without its words and its examples. */
const DOCUMENT = path.join(import.meta.dirname, 'octo-openapi.json')

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(JSON.parse(readFileSync(DOCUMENT, 'utf8')), 'octo')

const ANSWERS = {
  Supplier: zSupplier,
  Product: zProduct,
  Availability: zAvailability,
  AvailabilityCalendar: zAvailabilityCalendar,
  Booking: zBooking,
} as const

type Name = keyof typeof ANSWERS

const NAMES: ReadonlyArray<readonly [RegExp, Name]> = [
  [/^\/supplier/, 'Supplier'],
  [/^\/products/, 'Product'],
  [/^\/availability\/calendar/, 'AvailabilityCalendar'],
  [/^\/availability/, 'Availability'],
  [/^\/bookings/, 'Booking'],
]

/** Expects that an answer is one of the standard: by the schemas of its own package, and by its document. */
export function expectOfStandard(
  call: string,
  { status, body }: { readonly status: number; readonly body: unknown },
): void {
  if (status !== 200) {
    expect(body).toMatchObject({ error: expect.toSatisfy(isError), errorMessage: expect.any(String) })
    return
  }
  if (call.startsWith('/capabilities')) return void zCapability.array().parse(body)
  const [, name] = NAMES.find(([pattern]) => pattern.test(call)) ?? []
  // The standard has no schema of webhooks.
  if (name === undefined) return
  for (const one of Array.isArray(body) ? body : [body]) {
    ANSWERS[name].parse(one)
    ajv.validate(`octo#/$defs/${name}`, one)
    expect([call, ajv.errorsText()]).toEqual([call, 'No errors'])
  }
}

function isError(code: unknown): boolean {
  return typeof code === 'string' && Object.hasOwn(OCTO_ERRORS, code)
}
