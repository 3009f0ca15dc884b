import { type Admission, entryWordsOf } from '@kippu/domain/check-in/entry-words'

import { useText } from '../../i18n/texts.tsx'

/** Returns a function that says how often a ticket admits, a sentence each; nothing where a visit is once. */
export function useEntryWords(): (admission: Admission) => readonly string[] {
  const t = useText()
  return admission => entryWordsOf(admission).map(({ key, params }) => t(key, params))
}
