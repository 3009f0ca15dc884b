import { formatDate } from '@kippu/domain/date-format'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { formatCurrency } from '@kippu/domain/money'
import { fillTemplate } from '@kippu/domain/text-template'
import type { TextParams } from '@kippu/domain/text-template'
import { TEXTS } from '@kippu/texts/texts'
import type { TextKey } from '@kippu/texts/texts'

/** What the store says in one language, found by the keys of the texts: no words are copied into tests. */
export interface Words {
  (key: TextKey, params?: TextParams): string
  /** The text with anything in the places of its parameters, from the first letter to the last. */
  readonly like: (key: TextKey) => RegExp
  readonly price: (yen: number) => string
  readonly date: (date: IsoDate) => string
}

export function wordsIn(lang: Language): Words {
  const words = (key: TextKey, params?: TextParams): string => fillTemplate(TEXTS[key][lang], params)
  return Object.assign(words, {
    like: (key: TextKey) => {
      const parts = TEXTS[key][lang].split(/\{\w+\}/).map(part => RegExp.escape(part))
      return new RegExp(`^${parts.join('.+')}$`)
    },
    price: (yen: number) => formatCurrency(yen, { template: TEXTS.common_price_with_unit[lang] }),
    date: (date: IsoDate) => formatDate(date, TEXTS.common_date_format[lang], lang),
  })
}
