import { useState } from 'react'
import { describe, expect, test } from 'vitest'

import { click, eventually, render } from '../../../../test/render.tsx'
import { TicketPicker } from './ticket-picker.tsx'

const KINDS = [
  { optionValueId: 1, name: '大人', price: 3200, caution: null },
  { optionValueId: 2, name: 'こども', price: 1000, caution: '保護者の同伴が必要です' },
]

function Picker({ max }: { readonly max: number }) {
  const [counts, setCounts] = useState<Record<string, number>>({})
  const change = (id: number, count: number) => setCounts({ ...counts, [id]: count })
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const maxOf = ({ optionValueId: id }: { optionValueId: number }) => (counts[id] ?? 0) + max - total
  return <TicketPicker kinds={KINDS} counts={counts} maxOf={maxOf} isFromPrice={false} onChange={change} />
}

function open(max = 10) {
  const { element } = render(<Picker max={max} />)
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

  test('R-2.08: a kind with a caution is counted only after it was acknowledged, and asks once', async () => {
    const { element, counts, more, fewer } = open()
    more('こども')
    await eventually(() => expect(element.querySelector('dialog')?.textContent).toContain('保護者の同伴'))
    expect(counts()).toEqual([0, 0])
    const [cancel, accept] = element.querySelectorAll('dialog button')
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
    click(element.querySelector('dialog button'))
    expect(counts()).toEqual([0, 0])
    expect(element.querySelector('dialog')).toBeNull()
  })
})
