import { formatDate } from '@kippu/domain/date-format'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { formatCurrency } from '@kippu/domain/money'
import { fillTemplate } from '@kippu/domain/text-template'
import type { TextParams } from '@kippu/domain/text-template'
import { TEXTS, textsOf } from '@kippu/texts/texts'
import type { BundledTextKey } from '@kippu/texts/texts'

/** The store's texts in one language, found by their keys: no words are copied into tests. */
export interface Words {
  (key: BundledTextKey, params?: TextParams): string
  /** A text whose key is data: the title of a refusal. */
  readonly of: (key: string) => string
  /** A pattern of the whole text, with anything in place of its parameters. */
  readonly like: (key: BundledTextKey) => RegExp
  readonly price: (yen: number) => string
  readonly date: (date: IsoDate) => string
}

export function wordsIn(lang: Language): Words {
  const words = (key: BundledTextKey, params?: TextParams): string => fillTemplate(TEXTS[key][lang], params)
  const all = textsOf(lang)
  return Object.assign(words, {
    of: (key: string) => {
      const text = all[key]
      if (text === undefined) throw new Error(`no text: ${key}`)
      return text
    },
    like: (key: BundledTextKey) => {
      const parts = TEXTS[key][lang].split(/\{\w+\}/).map(part => RegExp.escape(part))
      return new RegExp(`^${parts.join('.+')}$`)
    },
    price: (yen: number) => formatCurrency(yen, { template: TEXTS.common_price_with_unit[lang] }),
    date: (date: IsoDate) => formatDate(date, TEXTS.common_date_format[lang], lang),
  })
}
