import { REFUSAL_REASONS, type RefusalReason } from '@kippu/domain/check-in/judge-entry'
import { LANGUAGES } from '@kippu/domain/language'
import { gateTexts } from '@kippu/texts/gate'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { gateViewOf } from '../../../test/gate-view.ts'
import { OPENING } from '../../../test/gate-world.ts'
import type { GateResult, ShownTicket } from '../device/scan-ticket.ts'
import { WordsProvider } from '../words/words.tsx'
import { markOf, markOfReason } from './outcome.ts'
import { ResultPanel } from './result-panel.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const HOUR = 3_600_000
const open: (() => void)[] = []
afterEach(() => open.splice(0).forEach(close => close()))

const ADULT: ShownTicket = {
  kindName: 'Adult',
  productName: 'Digital Forest',
  isSet: false,
  needsProof: false,
  status: 'success',
  reason: null,
  admitsFrom: OPENING + 2 * HOUR,
  admitsUntil: OPENING + 3 * HOUR,
  lastInAt: null,
  lastOutAt: null,
}

function resultOf(changes: Partial<GateResult>): GateResult {
  return {
    question: { scanId: 's', direction: 'in', scanned: { code: '' } },
    at: OPENING,
    isOffline: false,
    outcome: { kind: 'success' },
    tickets: [ADULT],
    ...changes,
  }
}

function refusedFor(reason: RefusalReason, changes: Partial<ShownTicket> = {}): GateResult {
  const status = reason === 'already_in' ? 'used' : 'invalid'
  return resultOf({
    outcome: { kind: 'refused', reason },
    tickets: [{ ...ADULT, status, reason, ...changes }],
  })
}

function show(result: GateResult, lang: (typeof LANGUAGES)[number] = 'en') {
  vi.setSystemTime(OPENING + 4 * HOUR)
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  act(() =>
    root.render(
      <WordsProvider view={gateViewOf('demo', lang)}>
        <ResultPanel result={result} onNext={() => undefined} onAgain={() => undefined} />
      </WordsProvider>,
    ),
  )
  open.push(() => {
    act(() => root.unmount())
    element.remove()
  })
  return { text: element.textContent, mark: element.querySelector('[data-mark]')?.getAttribute('data-mark') }
}

describe('what a scan has led to', () => {
  test.each(LANGUAGES)('every refusal has a shape, a reason and what to do, in %s', lang => {
    for (const reason of REFUSAL_REASONS) {
      const { text, mark } = show(refusedFor(reason), lang)
      expect(mark).toBe(markOfReason(reason))
      expect(text).toContain(gateTexts.gate_not_in[lang])
      expect(text).toContain(gateTexts[`gate_reason_${reason}`][lang])
      expect(text).toContain(gateTexts[`gate_advice_${reason}`][lang])
    }
  })

  test.each([
    [refusedFor('already_in', { lastInAt: OPENING + 2 * HOUR + 120_000 }), 'In at 10:02'],
    [refusedFor('too_early'), 'May enter from 10:00'],
    [refusedFor('too_late'), 'Was valid until 11:00'],
    [refusedFor('not_inside', { lastOutAt: OPENING }), 'Out at 08:00'],
  ])('it says since when, from when or until when', (result, fact) => {
    expect(show(result).text).toContain(fact)
  })

  test('a time of another day has its day', () => {
    expect(show(refusedFor('too_early', { admitsFrom: OPENING + 26 * HOUR })).text).toMatch(
      /from .*Dec 2.*10:00/,
    )
  })

  test('who needs a proof is admitted with the call to look at it; who does not is admitted without', () => {
    expect(show(resultOf({ tickets: [{ ...ADULT, kindName: 'Child', needsProof: true }] })).text).toContain(
      'Check ID',
    )
    expect(show(resultOf({})).text).not.toContain('Check ID')
  })

  test('each person of a party has a row: who is refused, and why', () => {
    const late = {
      ...ADULT,
      kindName: 'Youth',
      status: 'used',
      reason: 'already_in',
      lastInAt: OPENING,
    } as const
    const { text } = show(resultOf({ tickets: [ADULT, ADULT, late] }))
    expect(text).toContain('Admit 2')
    expect(text).toContain('1 more may not enter')
    expect(text).toMatch(/Youth.*Already in.*In at 08:00/)
  })

  test.each(['plain', 'party', 'short', 'list', 'lists'] as const)(
    'what only the store can tell (%s) says what to do instead',
    because => {
      const { text, mark } = show(resultOf({ outcome: { kind: 'needs_store', because }, tickets: [] }))
      expect(mark).toBe('ask')
      expect(text).toContain(gateTexts[`gate_store_${because}`].en)
    },
  )

  test('the four outcomes have four shapes', () => {
    const outcomes: GateResult['outcome'][] = [
      { kind: 'success' },
      { kind: 'refused', reason: 'already_in' },
      { kind: 'refused', reason: 'too_early' },
      { kind: 'needs_store', because: 'party' },
    ]
    expect(new Set(outcomes.map(outcome => markOf({ outcome }))).size).toBe(4)
  })
})
