import type { Answer, Arguments, Call } from '@kippu/contract/call'
import type { QueryKey } from '@tanstack/react-query'

import { request } from './client.ts'

/** What TanStack Query needs to read a call and to know its answer again. */
export interface CallQuery<C extends Call> {
  readonly queryKey: QueryKey
  readonly queryFn: () => Promise<Answer<C>>
}

/** `useQuery(queryOf(readOrder, { params: { token } }))`: failures are told to the visitor by the query client. */
export function queryOf<C extends Call>(call: C, args: Arguments<C>): CallQuery<C> {
  return { queryKey: [call.path, args], queryFn: () => request(call, args) }
}
