import { maxTicketOf } from '@kippu/domain/ticket-limit'
import type { ReactElement } from 'react'

import { useSetting } from '../../../page/first-view-context.ts'
import { useCount, useText } from '../../../i18n/texts.tsx'
import { TicketPicker } from '../tickets/ticket-picker.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { OrderPartProps } from '../choice/order-choice.ts'
import styles from './sections.module.css'
import { Section } from './section.tsx'
import { countsInWords, isTicketLine } from '../choice/counts-in-words.ts'
import { mostWithHolder, withCount } from '../choice/companion-counts.ts'
import { groupsOf, partyOf } from '../choice/ticket-kinds.ts'
import type { Counts } from '../choice/ticket-kinds.ts'

/** The numbers of tickets of each kind and of extras. */
export function TicketSection({ choice, missing, guide, onChoose }: OrderPartProps): ReactElement {
  const t = useText()
  const count = useCount()
  const max = maxTicketOf(useSetting('Max_Ticket'))
  const { product, day, span, counts } = choice
  const groups = groupsOf(product, { basePrice: day?.base_price, span })
  const party = partyOf(product, counts)
  return (
    <Section
      id="tickets"
      title={t('order_choose_tickets')}
      missing={missing}
      guide={guide}
      chosen={countsInWords(choice, isTicketLine)}
    >
      {missing === 'places' && (
        <Notice kind="error">{count('order_places_left', span?.stock_count ?? 0)}</Notice>
      )}
      {product === undefined && <p className={styles.hint}>{t('order_missing_product')}</p>}
      {groups.map(({ id, name, type, kinds }, index) => (
        <TicketPicker
          key={`${product?.uuid} ${id}`}
          {...(groups.length > 1 && { title: name })}
          kinds={kinds}
          counts={type === 'extra' ? mapValues(counts, chosen => Math.min(chosen, party)) : counts}
          maxOf={kind =>
            type === 'extra'
              ? party
              : Math.min(
                  (counts[kind.optionValueId] ?? 0) + Math.max(0, max - party),
                  mostWithHolder(kind, kinds, counts),
                )
          }
          isFromPrice={day === undefined && type !== 'extra'}
          onChange={(optionValueId, chosen) =>
            onChoose({ counts: withCount(kinds, counts, { optionValueId, count: chosen }) })
          }
          hasSizes={index === 0 && type !== 'extra'}
          {...(type === 'extra' && { note: t('order_extra_note') })}
        />
      ))}
      {product !== undefined && <p className={styles.hint}>{t('order_max_tickets', { count: max })}</p>}
    </Section>
  )
}

function mapValues(counts: Counts, change: (count: number) => number): Counts {
  return Object.fromEntries(Object.entries(counts).map(([id, count]) => [id, change(count)]))
}
