import type { Language } from '@kippu/domain/language'
import { mapSearchOf } from '@kippu/domain/visiting'
import type { Site } from '@kippu/sites/site'

/**
 * The address of a map of the house: its own, or a search. A map finds an address in Japanese for those who read that; for others in
 * English, whose link is short in a plain mail.
 */
export function mapOf({ visiting, address }: Pick<Site, 'visiting' | 'address'>, lang: Language): string {
  return visiting.map ?? mapSearchOf(lang === 'ja' ? address.ja : address.en)
}
