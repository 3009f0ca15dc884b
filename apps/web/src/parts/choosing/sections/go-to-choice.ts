import type { ChoiceKind } from '../choice/choice-kind.ts'

/**
 * Brings a choice into sight, after the page shows what was chosen before, and gives its title the focus: a visitor who
 * listens hears what comes next, and the keyboard goes on there. Moves smoothly only for visitors who like motion (WCAG
 * 2.3.3).
 */
export function goToChoice(kind: ChoiceKind): void {
  requestAnimationFrame(() => {
    const title = document.getElementById(`choose-${kind}`)
    title?.focus({ preventScroll: true })
    title?.closest('section')?.scrollIntoView({ behavior: isCalm() ? 'auto' : 'smooth' })
  })
}

function isCalm(): boolean {
  return !matchMedia('(prefers-reduced-motion: no-preference)').matches
}
