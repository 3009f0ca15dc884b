import { listApprovalsCall } from '@kippu/contract/console/refunds'
import { useQuery } from '@tanstack/react-query'

import { callStaff } from '../api'

/** How many matters of a site wait for a second person. */
export function useWaitingApprovals(site: string): number {
  const { data } = useQuery({
    queryKey: ['approvals', site],
    queryFn: () => callStaff(listApprovalsCall, { params: { site } }),
  })
  return data?.approvals.filter(({ decided_by: by }) => by === null).length ?? 0
}
