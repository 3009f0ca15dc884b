/** Characters of the addressee of a receipt at most, as a reader counts them: 𠮷 is one. */
export const LONGEST_ADDRESSEE = 60

export type AddresseeFault = 'empty' | 'long' | 'text'

/** Marks that nobody sees: a name of nothing else prints none. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** The fault of an addressee without its outer blanks; null for nothing. Any letter of any language is right. */
export function faultOfAddressee(addressee: string): AddresseeFault | null {
  if (addressee.replace(INVISIBLE, '').trim() === '') return 'empty'
  if (Array.from(addressee).length > LONGEST_ADDRESSEE) return 'long'
  // A control character would break the line, and half of a surrogate pair is not a character.
  return /[\p{Cc}\p{Cs}]/u.test(addressee) ? 'text' : null
}
