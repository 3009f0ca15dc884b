// @vitest-environment node
import { readOrder } from '@kippu/contract/orders'
import { expect, test } from 'vitest'

import { ApiError, type FailureKind } from './api-error.ts'
import { isRefusedForGood } from './refused-for-good.ts'

function failed(kind: FailureKind, status: number | null): ApiError {
  return new ApiError({ call: readOrder, kind, status, body: null })
}

test.each([400, 404])('a call that was refused with %d is refused for good', status => {
  expect(isRefusedForGood(failed('refused', status))).toBe(true)
})

test.each([401, 403, 409, 413, 429, 500, 502, 503])('after %d a later try may help', status => {
  expect(isRefusedForGood(failed('refused', status))).toBe(false)
})

test('a call without an answer, or that broke on our side, was not refused', () => {
  expect(isRefusedForGood(failed('connection', null))).toBe(false)
  expect(isRefusedForGood(failed('timeout', 404))).toBe(false)
  expect(isRefusedForGood(new Error('404'))).toBe(false)
})
