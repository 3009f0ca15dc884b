import { expect, test } from 'vitest'

import { epochMsOf } from './jst-date.ts'
import { remindedVisitsAt, thankedDayAt } from './reminder.ts'

const moment = (time: string) => epochMsOf(`2026-11-29T${time}+09:00`)
const at = (time: string) => remindedVisitsAt(moment(time))

test.each(['10:00:00', '13:30:00', '19:59:59'])(
  'at %s in Japan visits in two days are reminded of, those of yesterday thanked for',
  time => {
    expect(thankedDayAt(moment(time))).toBe('2026-11-28')
    expect(at(time)).toEqual({ day: '2026-12-01', boughtBeforeMs: epochMsOf('2026-11-29T10:00:00+09:00') })
  },
)

test.each(['00:00:00', '09:59:59', '20:00:00', '23:59:59'])('at %s nobody is reminded or thanked', time => {
  expect(thankedDayAt(moment(time))).toBeNull()
  expect(at(time)).toBeNull()
})
