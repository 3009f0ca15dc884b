import type { BookingType } from '@kippu/domain/states/ticket'
import { visitTimeOf } from '@kippu/domain/visit-time'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'

import { render } from '../../../test/render.tsx'
import { useTimeSpanText, useVisitTimeTexts } from './visit-time-texts.ts'

const FROM = '2026-12-01T10:00:00+09:00'

function Times({ type, to }: { readonly type: BookingType; readonly to: string }): ReactElement {
  const span = { from: FROM, to }
  const { lines, facts } = useVisitTimeTexts()(visitTimeOf(type, span))
  const option = useTimeSpanText()(type, span)
  const named = facts.map(({ name, text }) => `${name}: ${text}`)
  return <p>{[lines.join(', '), named.join(', '), option].join(' / ')}</p>
}

test.each([
  [
    'time',
    '2026-12-01T10:30:00+09:00',
    '2026年12月1日（火）, 10:00 ~ 10:30 / date: 2026年12月1日（火）, entry: 10:00 ~ 10:30 / 10:00 ~ 10:30',
  ],
  [
    'date',
    '2026-12-01T18:00:00+09:00',
    '2026年12月1日（火）, 10:00 ~ 18:00 / date: 2026年12月1日（火）, hours: 10:00 ~ 18:00 / 10:00 ~ 18:00',
  ],
  [
    'period',
    '2027-01-01T00:00:00+09:00',
    'ご利用期間：2026年12月1日（火）〜2026年12月31日（木） / period: 2026年12月1日（火）〜2026年12月31日（木） / 2026年12月1日（火）〜2026年12月31日（木）',
  ],
] as const)('a visit by %s that ends at %s, in words (R-3.145)', (type, to, expected) => {
  expect(render(<Times type={type} to={to} />).element.textContent).toBe(expected)
})
