import { describe, expect, test } from 'vitest'

import { readAuthorizationCode, readCode } from './sps-errors.ts'

describe('codes of SB Payment Service', () => {
  test.each([
    ['10105202', 'refused', 'configuration', false],
    ['10109999', 'refused', 'configuration', false],
    ['10110999', 'refused', 'configuration', false],
    ['10114001', 'refused', 'configuration', false],
    ['http_401', 'refused', 'configuration', false],
    ['10120999', 'refused', 'declined', false],
    ['10121999', 'refused', 'provider_busy', true],
    ['10122999', 'refused', 'declined', true],
    ['10127999', 'refused', 'declined', true],
    ['10161999', 'refused', 'declined', true],
    ['10193999', 'refused', 'limit', false],
    ['101T1999', 'refused', 'invalid_input', true],
    ['101T2999', 'refused', 'invalid_input', true],
    ['101K1999', 'refused', 'limit', false],
    ['31112999', 'unknown_id', 'configuration', false],
    ['10180999', 'unsure', 'provider_busy', true],
    ['10186999', 'unsure', 'provider_busy', true],
    ['10190999', 'unsure', 'provider_busy', true],
    ['10192999', 'unsure', 'provider_busy', true],
    ['10141999', 'repeated', 'other', false],
    ['10146999', 'repeated', 'other', false],
    ['10152999', 'repeated', 'other', false],
    ['10160999', 'repeated', 'other', false],
    ['10196999', 'repeated', 'other', false],
    ['101ZZ999', 'refused', 'other', false],
    ['', 'refused', 'other', false],
  ])('%s is %s: %s, to be tried again: %s (S-7.08)', (code, meaning, errorClass, retryable) => {
    expect(readCode(code)).toEqual({ meaning, error: { codes: [code], class: errorClass, retryable } })
  })

  test('an unlisted refusal of an issuer is declined, and another card may work', () => {
    expect(readAuthorizationCode('10165999')).toMatchObject({
      meaning: 'refused',
      error: { class: 'declined', retryable: true },
    })
    expect(readAuthorizationCode('10109999')).toMatchObject({ error: { class: 'configuration' } })
    expect(readAuthorizationCode('10196999')).toMatchObject({ meaning: 'repeated' })
  })
})
