import { formatDate } from '@kippu/domain/date-format'
import type { IsoDate } from '@kippu/domain/jst-date'

import { useLanguage, useTemplate } from '../../../i18n/texts.tsx'

/** `12月1日（火）`: a day that is near, without its year. */
export function useDayWords(): (day: IsoDate) => string {
  const lang = useLanguage()
  const format = useTemplate('order_day_format')
  return day => formatDate(day, format, lang)
}
