import type { ReactElement, ReactNode } from 'react'

import { useText } from '../../i18n/texts.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { MissingChoice } from '../../parts/choosing/choice/order-choice.ts'
import type { Guide } from '../../parts/choosing/choice/guide.ts'
import { ProductCards } from './product-cards.tsx'
import type { ProductCard } from './product-cards.tsx'
import { Section } from '../../parts/choosing/sections/section.tsx'

interface ProductSectionProps {
  readonly missing: MissingChoice | null
  readonly guide: Guide | undefined
  /** The product that was chosen before is not sold on the day. */
  readonly isUnsettled?: boolean
  /** Undefined while they are not known. */
  readonly cards: readonly ProductCard[] | undefined
  /** Shown until they are. */
  readonly meanwhile?: ReactNode
  readonly selected: string | null
  readonly onSelect: (uuid: string) => void
}

/** The section for the product, before or after the day. */
export function ProductSection(props: ProductSectionProps): ReactElement {
  const { cards, meanwhile, selected, onSelect, ...section } = props
  const t = useText()
  const chosen = cards?.find(({ product }) => product.uuid === selected)?.product.name
  return (
    <Section id="product" title={t('order_choose_product')} chosen={chosen} {...section}>
      {cards === undefined && meanwhile}
      {cards?.length === 0 && <Notice>{t('order_no_products')}</Notice>}
      {cards !== undefined && (
        <ProductCards
          cards={cards}
          selected={selected}
          label={t('order_choose_product')}
          onSelect={onSelect}
        />
      )}
    </Section>
  )
}
