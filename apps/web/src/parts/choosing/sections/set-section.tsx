import type { SetProduct } from '@kippu/contract/set-products'
import { lowStockThresholdOf } from '@kippu/domain/stock/availability'
import type { ReactElement } from 'react'

import { useSetting } from '../../../page/first-view-context.ts'
import { useText } from '../../../i18n/texts.tsx'
import { SetProducts } from '../sets/set-products.tsx'
import type { OrderDraft } from '../../../session/pieces.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { countsInWords } from '../choice/counts-in-words.ts'
import { setSpanOf } from '../choice/order-choice.ts'
import type { OrderPartProps } from '../choice/order-choice.ts'
import { Section } from './section.tsx'

interface SetSectionProps extends OrderPartProps {
  readonly draft: OrderDraft
  /** Undefined while no visit is chosen that set products could go with. */
  readonly offers: readonly SetProduct[] | undefined
}

/** The set products, offered once day and time of the visit are chosen. */
export function SetSection({
  choice,
  missing,
  guide,
  onChoose,
  draft,
  offers,
}: SetSectionProps): ReactElement {
  const t = useText()
  const lowStock = lowStockThresholdOf(useSetting('Low_Stock_Threshold'))
  if (offers === undefined) return <></>
  const gone = choice.sets.filter(({ uuid }) => !offers.some(offer => offer.uuid === uuid))
  if (offers.length === 0 && gone.length === 0) return <></>
  const change = (uuid: string, name: string, part: Partial<OrderDraft['sets'][string]>): void => {
    const before = draft.sets[uuid] ?? { name, count: 0, timeSpanId: null }
    onChoose({ sets: { ...draft.sets, [uuid]: { ...before, name, ...part } } })
  }
  return (
    <Section
      id="sets"
      title={t('order_choose_sets')}
      missing={missing}
      guide={guide}
      chosen={countsInWords(choice, line => line.kind === 'set')}
      isUnsettled={gone.length > 0}
    >
      {gone.map(({ uuid, name }) => (
        <Notice key={uuid} kind="caution">
          <p>{t('order_set_gone', { name })}</p>
          <Button look="plain" onClick={() => change(uuid, name, { count: 0 })}>
            {t('order_set_remove', { name })}
          </Button>
        </Notice>
      ))}
      <SetProducts
        offers={offers.map(offer => ({
          ...offer,
          count: draft.sets[offer.uuid]?.count ?? 0,
          span: setSpanOf(offer.time_spans, draft.sets[offer.uuid]?.timeSpanId ?? null),
        }))}
        lowStock={lowStock}
        onCount={({ uuid, name }, count) => change(uuid, name, { count })}
        onTime={({ uuid, name }, timeSpanId) => change(uuid, name, { timeSpanId })}
      />
    </Section>
  )
}
