import { getVisiting } from '@kippu/contract/visiting'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'

import { request } from '../../api/client.ts'
import { useLanguage, useText } from '../../i18n/texts.tsx'
import { HousePage } from '../../parts/house/house-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Guide } from './guide.tsx'

/** `/visiting`: when the house is open, how to come, what to know, whom to ask. */
export function VisitingScreen(): ReactElement {
  const t = useText()
  const lang = useLanguage()
  const { data } = useQuery({
    queryKey: ['visiting', lang],
    queryFn: () => request(getVisiting, { query: { lang } }),
  })
  return (
    <HousePage title={t('common_visiting')}>
      {data === undefined ? <Skeleton lines={8} label={t('common_loading')} /> : <Guide guide={data} />}
    </HousePage>
  )
}
