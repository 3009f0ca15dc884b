import * as v from 'valibot'

import { type Answer, invalidRequest } from './answer.ts'

/** A list in a form is an object with the keys 0, 1, …. */
export const list = v.pipe(
  v.union([v.record(v.string(), v.string()), v.array(v.string())]),
  v.transform(items => Object.values(items)),
)

export const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,12}$/, 'Invalid integer'), v.transform(Number))
export const flag = v.pipe(
  v.picklist(['true', 'false']),
  v.transform(value => value === 'true'),
)
export const metadata = v.record(v.pipe(v.string(), v.maxLength(40)), v.pipe(v.string(), v.maxLength(500)))
export const expand = v.optional(list, [])

/** Yen within Stripe's limits for jpy: 50 to 99,999,999. */
export const chargeable = v.pipe(
  wholeNumber,
  v.minValue(50, 'Amount must be at least ¥50 jpy'),
  v.maxValue(99_999_999, 'Amount must be no more than ¥99,999,999 jpy'),
)

/** Checks parameters as Stripe does: the first wrong, missing or unknown one is named in a 400. */
export function readParams<Output>(
  schema: v.GenericSchema<unknown, Output>,
  params: unknown,
): { readonly params: Output } | { readonly refusal: Answer } {
  const result = v.safeParse(schema, params)
  if (result.success) return { params: result.output }
  const [issue] = result.issues
  const [first = '', ...inner] = (issue.path ?? []).map(item => String(item.key))
  const param = first + inner.map(key => `[${key}]`).join('')
  if (issue.type === 'strict_object' && issue.expected === 'never')
    return refusal(`Received unknown parameter: ${param}`, 'parameter_unknown', param)
  if (issue.received === 'undefined')
    return refusal(`Missing required param: ${param}.`, 'parameter_missing', param)
  return refusal(`Invalid ${param}: ${issue.message}`, codeOf(issue), param)
}

function codeOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'min_value') return 'amount_too_small'
  return issue.type === 'max_value' ? 'amount_too_large' : 'parameter_invalid'
}

function refusal(message: string, code: string, param: string): { readonly refusal: Answer } {
  return { refusal: invalidRequest(message, { code, param }) }
}
