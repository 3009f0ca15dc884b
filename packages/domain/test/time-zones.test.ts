import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const PROBE = fileURLToPath(new URL('./time-zone-probe.ts', import.meta.url))

/** A process reads its time zone once, so each zone needs a process of its own. */
const runIn = (zone: string) =>
  JSON.parse(execFileSync(process.execPath, [PROBE], { env: { TZ: zone }, encoding: 'utf8' })) as {
    host: { zone: string; offsetMinutes: number }
    answers: {
      days: string[]
      dateTimes: string[]
      roundTrips: number[]
      months: { dateTable: { date: string; state: string }[][] }[]
      card: { key: string } | null
    }
  }

describe('dates are Japanese whatever the zone of the host (R-9.19)', () => {
  const tokyo = runIn('Asia/Tokyo')

  test.each([
    ['Asia/Tokyo', -540],
    ['UTC', 0],
    ['America/Los_Angeles', 480],
    ['Pacific/Kiritimati', -840],
  ])('%s', (zone, offsetMinutes) => {
    const { host, answers } = runIn(zone)
    // The zone did take effect, so equal results prove something.
    expect(host).toEqual({ zone, offsetMinutes })
    expect(answers).toEqual(tokyo.answers)
  })

  test('and they are right: the day turns at 15:00 in UTC, the cell of 1 December is 2026-12-01', () => {
    const { days, dateTimes, roundTrips, months, card } = tokyo.answers
    expect([days[14], days[15]]).toEqual(['2026-12-31', '2027-01-01'])
    expect([dateTimes[14], dateTimes[15]]).toEqual(['2026-12-31T23:00:00+09:00', '2027-01-01T00:00:00+09:00'])
    expect(new Set(roundTrips)).toEqual(new Set([0]))
    expect(months[1]!.dateTable[0]![1]).toMatchObject({ date: '2026-12-01', state: 'few-stock' })
    expect(card).toEqual({ key: 'common_validate_expired' })
  })
})
