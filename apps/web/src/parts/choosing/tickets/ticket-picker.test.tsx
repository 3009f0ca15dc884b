import { useState } from 'react'
import { describe, expect, test } from 'vitest'

import { click, eventually, render } from '../../../../test/render.tsx'
import { TicketPicker } from './ticket-picker.tsx'
import type { TicketKind } from './ticket-picker.tsx'

const KINDS = [
  { optionValueId: 1, name: '大人', price: 3200, caution: null, onlyWith: null },
  { optionValueId: 2, name: 'こども', price: 1000, caution: '保護者の同伴が必要です', onlyWith: null },
]

function Picker({ max, kinds }: { readonly max: number; readonly kinds: readonly TicketKind[] }) {
  const [counts, setCounts] = useState<Record<string, number>>({})
  const change = (id: number, count: number) => setCounts({ ...counts, [id]: count })
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const maxOf = ({ optionValueId: id }: { optionValueId: number }) => (counts[id] ?? 0) + max - total
  return (
    <TicketPicker
      kinds={kinds}
      counts={counts}
      maxOf={maxOf}
      isFromPrice={false}
      onChange={change}
      hasSizes
    />
  )
}

function open(max = 10, kinds: readonly TicketKind[] = KINDS) {
  const { element } = render(<Picker max={max} kinds={kinds} />)
  const button = (name: string) => element.querySelector(`[aria-label="${name}"]`)
  const counts = () => [...element.querySelectorAll('output')].map(output => Number(output.textContent))
  return {
    element,
    counts,
    more: (name: string) => click(button(`${name}を1枚増やす`)),
    fewer: (name: string) => click(button(`${name}を1枚減らす`)),
    button,
  }
}

describe('the ticket picker', () => {
  test('R-2.06: counts go up and down, never below zero', () => {
    const { counts, more, fewer } = open()
    more('大人')
    more('大人')
    fewer('大人')
    expect(counts()).toEqual([1, 0])
    fewer('大人')
    fewer('大人')
    expect(counts()).toEqual([0, 0])
  })

  test('D-01: the maximum number of tickets of one order counts all kinds together', () => {
    const { counts, more, button } = open(2)
    for (let i = 0; i < 4; i++) more('大人')
    expect(counts()).toEqual([2, 0])
    expect(button('こどもを1枚増やす')?.getAttribute('aria-disabled')).toBe('true')
  })

  test('usual numbers of the first kind take one press, as far as the order may hold them (R-2.06, D-01)', () => {
    const { element, counts, more, button } = open(
      3,
      KINDS.map(kind => ({ ...kind, caution: null })),
    )
    const sizes = () => [...element.querySelectorAll('[aria-pressed]')].map(size => size.textContent)
    expect(sizes()).toEqual(['2枚', '3枚'])
    click(button('大人 2枚'))
    expect(counts()).toEqual([2, 0])
    expect(button('大人 2枚')?.getAttribute('aria-pressed')).toBe('true')
    more('こども')
    expect(sizes()).toEqual(['2枚'])
  })

  test('R-2.08: a number at one press is counted only after its caution was acknowledged', async () => {
    const { element, counts, button } = open(10, KINDS.toReversed())
    click(button('こども 3枚'))
    await eventually(() => expect(element.querySelector('dialog')).not.toBeNull())
    expect(counts()).toEqual([0, 0])
    click(element.querySelector('dialog button'))
    expect(counts()).toEqual([3, 0])
  })

  test('R-2.08: a kind with a caution is counted only after it was acknowledged, and asks once', async () => {
    const { element, counts, more, fewer } = open()
    more('こども')
    await eventually(() => expect(element.querySelector('dialog')?.textContent).toContain('保護者の同伴'))
    expect(counts()).toEqual([0, 0])
    const [accept, cancel] = element.querySelectorAll('dialog button')
    expect(cancel?.textContent).toBe('キャンセル')
    click(accept)
    expect(counts()).toEqual([0, 1])
    fewer('こども')
    more('こども')
    expect(counts()).toEqual([0, 1])
  })

  test('R-2.08: without acknowledgement the count stays zero', async () => {
    const { element, counts, more } = open()
    more('こども')
    await eventually(() => expect(element.querySelector('dialog')).not.toBeNull())
    click(element.querySelector('dialog button:last-child'))
    expect(counts()).toEqual([0, 0])
    expect(element.querySelector('dialog')).toBeNull()
  })
})
