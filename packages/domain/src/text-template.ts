import { bcp47Of } from './language.ts'
import type { Language } from './language.ts'

export type TextParams = Readonly<Record<string, string | number>>

/** Fills the `{name}` placeholders of a text; one without a value becomes empty. Values are inserted literally. */
export function fillTemplate(template: string, params: TextParams = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : '',
  )
}

/** The names that a text has places for, each once, as they are written: `{name}`. */
export function placeholdersIn(template: string): readonly string[] {
  return [...new Set(Array.from(template.matchAll(/\{[A-Za-z]\w*\}/g), ([name]) => name))]
}

/** The key of the text for a count: `key_one` or `key_other`. Of the six languages only English distinguishes them. */
export function pluralKey(key: string, count: number, lang: Language): string {
  const category = new Intl.PluralRules(bcp47Of(lang)).select(count)
  return category === 'one' ? `${key}_one` : `${key}_other`
}
