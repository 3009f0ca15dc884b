import type { InputHTMLAttributes } from 'react'

import type { AnswerField } from './shown-fields.ts'

type Hints = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
>

/** Tells the browser how to fill in a field, and which keyboard a phone shows (WCAG 1.3.5). */
export const INPUT_HINTS: Readonly<Record<AnswerField, Hints>> = {
  fullname: { autoComplete: 'name' },
  // A text field, because `type=email` would refuse full-width letters before we can change them to half width.
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
