import { judgeContents, violationOf } from '@kippu/domain/form/field-rules'
import { ORDER_FIELDS, contentsOf, isOrderFieldName, normaliseAnswer } from '@kippu/domain/form/order-fields'
import type { OrderFieldName } from '@kippu/domain/form/order-fields'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as v from 'valibot'

import { rounds } from '../../../tools/test/proof-choice.ts'
import { sendOrderMail } from './order-mails.ts'

/** The fields that are typed or chosen; magazines are boxes. */
const FIELDS = Object.keys(ORDER_FIELDS)
  .filter(isOrderFieldName)
  .filter(field => !field.endsWith('magazine'))

/**
 * Characters that visitors type, and some that nobody types: every plane, marks, dashes, widths, controls, lone
 * surrogates.
 */
const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(...Array.from('0123456789０１８９-－ー‐−() +.．　@＠aＡ')),
    maxLength: 20,
  }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      '\u0301',
      '\u200b',
      '\u200d',
      '\ufeff',
      '👩',
      '\u{e0100}',
      '𠮷',
      'ﾀ',
      '\0',
      '\ud800',
    ),
    maxLength: 150,
  }),
  fc.constantFrom(
    '',
    ' ',
    '\u3000',
    'noSend',
    'no\u200bSend',
    'male',
    '18-24',
    'true',
    'taro＠ｂ．ｃｏ',
    '🎫'.repeat(1000),
    `a${'\u0301'.repeat(9000)}`,
  ),
  fc.emailAddress(),
)

/** Whether the server accepts a body: first by the schema of the call, then by the rules of the contents. */
function serverTakes(contents: unknown, field: OrderFieldName, isRequired: boolean) {
  const body = v.safeParse(sendOrderMail.body!, { contents })
  return body.success ? judgeContents(body.output.contents, templatesOf(field, isRequired)) : null
}

const templatesOf = (field: OrderFieldName, is_require: boolean) =>
  [...new Set([field, 'email'])].map(field_name => ({ field_name, is_display: true, is_require }))

test(
  'for any input in any field, the browser sends what the server accepts, and refuses what it would refuse (D-27, R-5.23, R-7.79)',
  { timeout: 300_000 },
  () => {
    const whole = fc.property(
      fc.constantFrom(...FIELDS),
      fc.boolean(),
      typed,
      (field, isRequired, answer) => {
        const isRefused = violationOf(field, isRequired, answer) !== null
        const values = { email: 'a@b.co', [ORDER_FIELDS[field].formKey]: answer }
        const sent = contentsOf(values, templatesOf(field, isRequired))
        const judged = serverTakes(sent, field, isRequired)
        const normal = normaliseAnswer(field, answer)
        expect(normaliseAnswer(field, normal)).toBe(normal)
        expect(judged === null || judged.problems.length > 0).toBe(isRefused)
        expect(isRefused ? sent : judged?.answers).toEqual(sent)
      },
    )
    // A failure prints the seed and the path that repeat it.
    fc.assert(whole, { numRuns: rounds({ short: 1_500, whole: 200_000 }) })
  },
)
