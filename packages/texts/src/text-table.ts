import type { Language } from '@kippu/domain/language'

/**
 * The texts of one area: each key with its words in all six languages, side by side. A text is added, read and
 * corrected in one place, and a missing language does not compile. `{name}` marks a placeholder.
 */
export type TextTable = Readonly<Record<string, Readonly<Record<Language, string>>>>
