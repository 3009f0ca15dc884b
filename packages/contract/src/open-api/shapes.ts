import type { JsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'

import { paymentMethod } from '../payment-method.ts'
import {
  askedLanguage,
  isoDate,
  jstDateTime,
  jstMoment,
  language,
  rowId,
  uuid,
  yen,
  yenDifference,
} from '../shapes.ts'

/** Unit, shape and format of the schemas that many fields share. */
const SHARED: ReadonlyArray<readonly [GenericSchema, JsonSchema]> = [
  [yen, { description: 'Whole yen (JPY), with tax, zero or more.', examples: [2400] }],
  [yenDifference, { description: 'Whole yen (JPY), with tax; may be negative.', examples: [-500] }],
  [isoDate, { format: 'date', description: 'A day in Japan, `yyyy-MM-dd`.', examples: ['2026-12-01'] }],
  [jstDateTime, momentOf()],
  [jstMoment, momentOf()],
  [uuid, { description: 'A UUID; capital letters are read like small ones.' }],
  [rowId, { description: 'A number of the store, valid at this site.', examples: [42] }],
  [language, { description: 'A language of the product.' }],
  [askedLanguage, { description: 'A language; for one that the site does not have, its default is used.' }],
  [paymentMethod, { description: 'A way to pay.' }],
]

/** By the schema that a pipe begins with, which is what the converter meets. */
export const SHAPES: ReadonlyMap<GenericSchema, JsonSchema> = new Map(
  SHARED.map(([schema, shape]) => [beginOf(schema), shape]),
)

function beginOf(schema: GenericSchema): GenericSchema {
  if (!('pipe' in schema) || !Array.isArray(schema.pipe)) return schema
  const [begin]: readonly GenericSchema[] = schema.pipe
  return begin === undefined ? schema : begin
}

function momentOf(): JsonSchema {
  return {
    format: 'date-time',
    description: 'A moment in the time of Japan, ISO 8601 with whole seconds and `+09:00`.',
    examples: ['2026-12-01T10:00:00+09:00'],
  }
}
