import * as v from 'valibot'

import { call } from './call.ts'

const ok = v.pipe(
  v.object({ status: v.pipe(v.literal('ok'), v.description('How it is now.')) }),
  v.title('Health'),
)

export const healthz = call({
  method: 'GET',
  path: '/healthz',
  summary: 'The process lives',
  description: 'Answers while the process is alive, and the loops of a worker come round.',
  response: ok,
  status: 200,
  errors: ['busy'],
})

export const readyz = call({
  method: 'GET',
  path: '/readyz',
  summary: 'The process can serve',
  description:
    'Answers while the process can serve: the database is reachable and migrated, and nobody asked it to stop.',
  response: ok,
  status: 200,
  errors: ['busy'],
})
