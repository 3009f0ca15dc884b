import { jstIso } from '@kippu/domain/jst-date'

import type { StoryEvent } from './order-events.ts'

/**
 * A story in which a refund is one line: who gave what back and why, and when it was done. What the books, the payment and the request say of the same
 * refund is left out; what is not done yet, or has failed, stays.
 */
export function toldOnce(events: readonly StoryEvent[]): StoryEvent[] {
  const told = new Map(events.map(event => [event, event]))
  const take = (is: (event: StoryEvent) => boolean): StoryEvent | undefined => {
    const found = events.find(event => told.get(event) === event && is(event))
    if (found !== undefined) told.delete(found)
    return found
  }
  for (const asked of events.filter(({ kind }) => kind === 'refund asked for')) {
    const { request, amount, reason } = asked.facts
    const isIts = ({ kind, facts }: StoryEvent): boolean =>
      kind === 'refund' && yenOf(facts) === yenOf(asked.facts) && (facts['reason'] ?? '') === (reason ?? '')
    const line = events.find(event => told.get(event) === event && isIts(event)) ?? asked
    if (line !== asked) told.delete(asked)
    const parts = events.filter(
      ({ kind, facts }) => /^refund \w+$/.test(kind) && facts['request'] === request,
    )
    const isDone = parts.length > 0 && parts.every(({ kind }) => kind === 'refund done')
    const done = isDone ? { done: jstIso(Math.max(...parts.map(({ at }) => at.getTime()))) } : {}
    told.set(line, {
      ...line,
      facts: { ...line.facts, amount: Number(amount), yen: null, difference: null, ...done },
    })
    if (!isDone) continue
    for (const part of parts) {
      told.delete(part)
      const isOfPart = (name: 'attempt' | 'amount') => (facts: StoryEvent['facts']) =>
        facts[name] === part.facts[name]
      take(
        ({ kind, facts }) =>
          kind === 'money: refund' && isOfPart('attempt')(facts) && isOfPart('amount')(facts),
      )
      take(
        ({ kind, facts }) =>
          RETURNED.includes(kind) && facts['needs a person'] !== true && isOfPart('attempt')(facts),
      )
    }
  }
  return events.flatMap(event => told.get(event) ?? [])
}

const RETURNED: readonly string[] = ['payment refunded', 'payment partially_refunded']

/** Yen that went back, by whichever name a line has them. */
function yenOf({ yen, difference, amount }: StoryEvent['facts']): number {
  return Math.abs(Number(yen ?? difference ?? amount))
}
