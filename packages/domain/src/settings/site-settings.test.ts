import { describe, expect, test } from 'vitest'

import { lowStockThresholdOf } from '../stock/availability.ts'
import { maxTicketOf } from '../ticket-limit.ts'
import { changeTermsOf } from '../time-change.ts'
import { isForVisitors, SITE_SETTINGS } from './site-settings.ts'

const faultOf = (name: string, value: string) => SITE_SETTINGS.get(name)?.faultOf(value)

describe('the value of a setting', () => {
  test.each([
    ['Max_Ticket', '12'],
    ['Low_Stock_Threshold', '0'],
    ['Next_Release_At', '2026-12-01T12:00:00+09:00'],
    ['Entrance_Url', 'https://club.example/tickets'],
    ['Time_Change_Limit', '0'],
    ['Time_Change_Refund', 'false'],
    ['Signage_Languages', 'ja, en,th'],
    ['Summary_Mail', 'aki@museum.example, ren@museum.example en'],
    ['Account_Receivable_stripe', '未収入金/Stripe'],
  ])('%s is %j', (name, value) => {
    expect(faultOf(name, value)).toBeUndefined()
  })

  test.each([
    ['Max_Ticket', '0'],
    ['Max_Ticket', '1.5'],
    ['Max_Ticket', ''],
    ['Next_Release_At', '2026-02-30T12:00:00+09:00'],
    ['Next_Release_At', '2026-12-01'],
    ['Entrance_Url', 'javascript:alert(1)'],
    ['Time_Change_Refund', 'no'],
    ['Signage_Languages', 'ja,fr'],
    ['Summary_Mail', 'aki@museum.example fr'],
    ['Summary_Mail', 'aki'],
    ['Account_Sales', ' '],
    ['Account_Sales', 'a\nb'],
  ])('%s is not %j', (name, value) => {
    expect(faultOf(name, value)).toMatch(/^(?:is|has) /)
  })
})

test('addresses of staff and accounts are not for visitors, nor is what nobody knows', () => {
  expect(
    ['Max_Ticket', 'Entrance_Url', 'Summary_Mail', 'Account_Sales', 'Secret'].filter(isForVisitors),
  ).toEqual(['Max_Ticket', 'Entrance_Url'])
})

test('the standard of a setting is what the store does where nothing is set', () => {
  const standards = new Map(
    [...SITE_SETTINGS].flatMap(([name, { standard }]) => (standard === undefined ? [] : [[name, standard]])),
  )
  expect(changeTermsOf(standards)).toEqual(changeTermsOf(new Map()))
  expect(maxTicketOf(standards.get('Max_Ticket'))).toBe(maxTicketOf(undefined))
  expect(lowStockThresholdOf(standards.get('Low_Stock_Threshold'))).toBe(lowStockThresholdOf(undefined))
  expect([...standards].filter(([name, value]) => faultOf(name, value) !== undefined)).toEqual([])
})
