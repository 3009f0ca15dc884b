import { formatCurrency, stripSymbols } from '@kippu/domain/money'

import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import type { AmountWords } from '../../parts/choosing/calendar/month-grid.tsx'

/** A difference in yen: `+600` under a day, `600円の追加` in a sentence. */
export function useDifferenceWords(): AmountWords {
  const t = useText()
  const price = usePrice()
  return {
    short: yen => `${yen > 0 ? '+' : yen < 0 ? '−' : '±'}${stripSymbols(formatCurrency(Math.abs(yen)))}`,
    whole: yen => {
      if (yen === 0) return t('change_equal')
      return t(yen > 0 ? 'change_more' : 'change_less', { price: price(Math.abs(yen)) })
    },
  }
}
