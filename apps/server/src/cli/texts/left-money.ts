import type { LeftOutcome } from '../../payments/port/port.ts'

/** Why the store does not know how much is left of a payment. */
export function notToldText(told: LeftOutcome): string {
  switch (told.kind) {
    case 'left':
      return 'Its provider tells what is left of it'
    case 'less':
      return 'Its provider says that some of it went back, and not how much'
    case 'cannot be asked':
      return 'Its provider cannot be asked what is left of it'
    case 'unknown':
      return `Its provider did not say what is left of it (${told.reason})`
  }
}
