import type { Language } from '@kippu/domain/language'
import { HEADINGS } from '@kippu/texts/headings'
import { TEXTS } from '@kippu/texts/texts'
import type { Site } from '@kippu/sites/site'

/** Blanks, and marks that no font draws, such as that which holds a word together. */
const UNDRAWN = /[\s\p{Cf}]/gu

/** The signs of each face beside its words: digits and the signs of dates and prices. */
const DIGITS = ' 0123456789,.:-/()'
const SIGNS: Readonly<Record<Language, string>> = {
  ja: '円月日火水木金土（）・：〜、。',
  en: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ¥–’',
  kr: '원월일화수목금토',
  'zh-hans': '元日月周一二三四五六（）：',
  'zh-hant': '元日圓月週一二三四五六（）：',
  th: '฿',
}

/** Every character that the face of a house must have in a language. */
export function faceWords(site: Site, language: Language): string {
  return Array.from(new Set(Array.from(neededWords(site, language) + DIGITS + SIGNS[language]))).join('')
}

/** The words that no face may lack; a lacking sign is drawn in the font of the page. */
export function neededWords(site: Site, language: Language): string {
  const words = [site.name[language], site.tagline[language], ...HEADINGS.map(key => TEXTS[key][language])]
  return Array.from(new Set(Array.from(words.join('').replaceAll(UNDRAWN, '')))).join('')
}
