import type { ReactElement } from 'react'

import { useDates, usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Difference } from './differences.ts'
import styles from './order-screen.module.css'

interface DifferenceDialogProps {
  readonly differences: readonly Difference[]
  readonly onAccept: () => void
  readonly onCancel: () => void
}

/** Differences that the visitor should know before the order is made: cancel stays, OK goes on. */
export function DifferenceDialog({ differences, onAccept, onCancel }: DifferenceDialogProps): ReactElement {
  const t = useText()
  const words = useWords()
  return (
    <Dialog
      title={t('order_difference_title')}
      ok={t('order_difference_accept')}
      onOk={onAccept}
      cancel={{ label: t('order_difference_cancel'), onCancel }}
    >
      <ul className={styles.differences}>
        {differences.map(difference => (
          <li key={`${difference.kind} ${difference.name}`}>{words(difference)}</li>
        ))}
      </ul>
    </Dialog>
  )
}

function useWords(): (difference: Difference) => string {
  const t = useText()
  const price = usePrice()
  const { date, timeRange } = useDates()
  const when = ({ from, to }: { readonly from: string; readonly to: string }): string =>
    `${date(from)} ${timeRange(from, to)}`
  return difference => {
    const { name } = difference
    switch (difference.kind) {
      case 'set-count':
        return t('order_difference_sets', { name, count: difference.count, tickets: difference.party })
      case 'price': {
        const [before, after] = [price(difference.before), price(difference.after)]
        return t('order_difference_price', { name, before, after })
      }
      case 'time':
        return t('order_difference_time', {
          name,
          before: when(difference.before),
          after: when(difference.after),
        })
      case 'coupon':
        return t('order_difference_coupon', { name })
      case 'login':
        return t('order_difference_login', { name })
    }
  }
}
