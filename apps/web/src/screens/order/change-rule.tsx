import { epochMsOf, jstDateOf, jstIso, timeOf } from '@kippu/domain/jst-date'
import { changeEndOf, changeTermsOf } from '@kippu/domain/time-change'
import type { ReactNode } from 'react'

import { useDates } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { useFirstView } from '../../page/first-view-context.ts'
import type { Choice } from '../../parts/choosing/choice/order-choice.ts'

/** The rules of change and cancellation of the chosen visit, beside its price. */
export function ChangeRule({ product, span }: Choice): ReactNode {
  const t = useText()
  const { date } = useDates()
  const { settings } = useFirstView()
  const terms = changeTermsOf(new Map(Object.entries(settings)))
  const isMoved = product?.can_be_moved === true && terms.limit !== 0
  const until = span && changeEndOf({ startsAtMs: epochMsOf(span.from), movesUntilMs: null }, terms)
  return (
    <>
      {product !== undefined && !isMoved && <p>{t('hours_move_none')}</p>}
      {isMoved && until !== undefined && (
        <p>{t('hours_move_until', { date: date(jstDateOf(until)), time: timeOf(jstIso(until)) })}</p>
      )}
      <p>{t('site_cancellation')}</p>
    </>
  )
}
