import { expect, test } from 'vitest'

import { promisesTooMuch } from './promised-entry.ts'

const ONCE = { entry_policy: 'once', reentry_minutes: null }

test.each([
  '17時から22時まで、何度でも出入りできます。',
  'Come as often as you like for one year.',
  'Come and go from 17:00 to 22:00.',
  '17시부터 22시까지 자유롭게 드나들 수 있습니다.',
  '17:00至22:00可多次进出。',
  '有效期間內不限次數入場。',
  'เข้าออกได้ตลอดตั้งแต่ 17:00 ถึง 22:00 น.',
])('%s promises to come in again', text => {
  expect(promisesTooMuch(['森', text], ONCE)).toBe(true)
  expect(promisesTooMuch([text], { ...ONCE, entry_policy: 'any' })).toBe(false)
  expect(promisesTooMuch([text], { ...ONCE, reentry_minutes: 30 })).toBe(false)
})

test.each(['入場は1回限りです。再入場はできません。', 'No re-entry.', '', 'Stay as long as you like.'])(
  '%j promises nothing',
  text => {
    expect(promisesTooMuch([text], ONCE)).toBe(false)
  },
)
