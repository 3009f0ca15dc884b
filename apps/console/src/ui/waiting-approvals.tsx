import { listApprovalsCall } from '@kippu/contract/console/refunds'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { callStaff } from '../api'
import { useLanguage } from '../language'
import { Link } from './link'

/** How many matters wait for a second person; nothing where none does. */
export function WaitingApprovals({ site }: { readonly site: string }): ReactNode {
  const { say } = useLanguage()
  const { data } = useQuery({
    queryKey: ['approvals', site],
    queryFn: () => callStaff(listApprovalsCall, { params: { site } }),
  })
  const waiting = data?.approvals.filter(({ decided_by: by }) => by === null).length ?? 0
  if (waiting === 0) return null
  return (
    <p>
      <Link href={`/sites/${site}/approvals`}>
        {say('approvalsWait')}: {waiting}
      </Link>
    </p>
  )
}
