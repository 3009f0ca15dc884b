import { type Me, readMe } from '@kippu/contract/console/sign-in'
import type { Permission } from '@kippu/domain/staff/permission'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'

import { callStaff, StaffError } from '../api'
import { withPasskey } from './passkey'

export const ME = ['me'] as const

/** The person who is signed in; null for nobody. */
export function useMe(): UseQueryResult<Me | null> {
  return useQuery({
    queryKey: ME,
    queryFn: async (): Promise<Me | null> => {
      try {
        return await callStaff(readMe, {})
      } catch (error) {
        if (error instanceof StaffError && error.code === 'not signed in') return null
        throw error
      }
    },
  })
}

export function mayDo({ permissions }: Pick<Me, 'permissions'>, permission: Permission): boolean {
  return permissions.includes(permission)
}

/** Does something of weight, after the passkey where it is needed. */
export function useWeight(): <T>(act: () => Promise<T>) => Promise<T> {
  const client = useQueryClient()
  return act => withPasskey(act, me => client.setQueryData(ME, me))
}
