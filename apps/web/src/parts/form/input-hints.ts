import type { InputHTMLAttributes } from 'react'

import type { AnswerField } from './shown-fields.ts'

type Hints = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
>

/** What the browser may fill in, and which keyboard a phone shows (WCAG 1.3.5). */
export const INPUT_HINTS: Readonly<Record<AnswerField, Hints>> = {
  fullname: { autoComplete: 'name' },
  // A text field: `type=email` would refuse full-width letters before they can be folded.
  email: { autoComplete: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel', autoComplete: 'tel' },
  address: { autoComplete: 'street-address' },
  resident_area: { autoComplete: 'address-level1' },
  age: {},
  gender: { autoComplete: 'sex' },
  questionnaire1: { autoComplete: 'off' },
  questionnaire2: { autoComplete: 'off' },
  questionnaire3: { autoComplete: 'off' },
}
