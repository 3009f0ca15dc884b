import type { MemberInfo } from '@kippu/contract/membership'
import type { TemporaryOrder } from '@kippu/contract/orders'
import type { ReactNode } from 'react'

import { usePrice } from '../../i18n/formats.tsx'
import { useText } from '../../i18n/texts.tsx'
import { Notice } from '../../ui/notice.tsx'

interface MemberNoticeProps {
  readonly order: TemporaryOrder
  readonly member: MemberInfo | null
}

/** Who is logged in, and what that takes off: its name and its amount. */
export function MemberNotice({
  order: { membership_promotion: promotion },
  member,
}: MemberNoticeProps): ReactNode {
  const t = useText()
  const price = usePrice()
  if (member === null && promotion === null) return null
  return (
    <Notice>
      {member !== null && <p>{t('sign_in_member')}</p>}
      {promotion !== null && (
        <p>
          {t('sign_in_promotion', {
            name: promotion.membership_promotion_name,
            amount: price(promotion.membership_discount),
          })}
        </p>
      )}
    </Notice>
  )
}
