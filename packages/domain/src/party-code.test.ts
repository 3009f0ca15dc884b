import { describe, expect, test } from 'vitest'

import { partyCodeOf } from './party-code.ts'
import type { TicketStatus, TicketType } from './states/ticket.ts'

const ticket = (code: string, status: TicketStatus = 'available', type: TicketType = 'gate') => ({
  code,
  status,
  type,
})

describe('the code of a party', () => {
  test('is that of the first ticket with the end of the second, and nothing personal (S-8.06)', () => {
    const party = [ticket('tkt_aaaaaaaaaaaa'), ticket('tkt_bbbbbb123456'), ticket('tkt_cccccccccccc')]
    expect(partyCodeOf(party)).toBe('party:tkt_aaaaaaaaaaaa.123456')
  })

  test.each(['used', 'success', 'invalid', 'invalid_time'] as const)(
    'passes over tickets that are %s, handed on, or no admission',
    status => {
      const party = [
        ticket('tkt_1', status),
        ticket('tkt_2', 'available', 'set'),
        ticket(''),
        ticket('tkt_3'),
        ticket('tkt_4'),
      ]
      expect(partyCodeOf(party)).toBe('party:tkt_3.tkt_4')
    },
  )

  test('is there for two people or more', () => {
    expect(partyCodeOf([])).toBeNull()
    expect(partyCodeOf([ticket('tkt_1')])).toBeNull()
    expect(partyCodeOf([ticket('tkt_1'), ticket('tkt_2', 'used')])).toBeNull()
  })

  test('dies when the code of the first ticket changes', () => {
    const rest = ticket('tkt_2')
    expect(partyCodeOf([ticket('tkt_1'), rest])).not.toBe(partyCodeOf([ticket('tkt_9'), rest]))
  })
})
