import * as v from 'valibot'

import { call } from './call.ts'

const ok = v.object({ status: v.literal('ok') })

/** The process lives (S-15.09). */
export const healthz = call({
  method: 'GET',
  path: '/healthz',
  summary: 'The process lives',
  response: ok,
  status: 200,
  errors: [],
})

/** The process can serve: the database answers and is migrated (S-15.09). */
export const readyz = call({
  method: 'GET',
  path: '/readyz',
  summary: 'The process can serve',
  response: ok,
  status: 200,
  errors: ['busy'],
})
