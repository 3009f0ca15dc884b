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

/** The name of the member, and the name and amount of the membership discount. */
export function MemberNotice({
  order: { membership_promotion: promotion },
  member,
}: MemberNoticeProps): ReactNode {
  const t = useText()
  const price = usePrice()
  if (member === null && promotion === null) return null
  const { membership_promotion_name: name = '', membership_discount: discount = 0 } = promotion ?? {}
  return (
    <Notice>
      {member !== null && <p>{t('sign_in_member')}</p>}
      {name !== '' && (
        <p>{discount === 0 ? name : t('sign_in_promotion', { name, amount: price(discount) })}</p>
      )}
    </Notice>
  )
}
