import * as v from 'valibot'

import { call } from './call.ts'

const ok = v.object({ status: v.literal('ok') })

/** Answers while the process is alive, and the loops of a worker come round (S-15.09). */
export const healthz = call({
  method: 'GET',
  path: '/healthz',
  summary: 'The process lives',
  response: ok,
  status: 200,
  errors: ['busy'],
})

/** Answers when the process can serve: the database is reachable and migrated, and it was not asked to stop (S-15.09). */
export const readyz = call({
  method: 'GET',
  path: '/readyz',
  summary: 'The process can serve',
  response: ok,
  status: 200,
  errors: ['busy'],
})
