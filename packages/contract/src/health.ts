import * as v from 'valibot'

import { call } from './call.ts'

const status = v.pipe(v.literal('ok'), v.description('How it is now.'))
const ok = v.pipe(v.object({ status }), v.title('Health'))
const ready = v.pipe(
  v.object({
    status,
    disk: v.pipe(
      v.picklist(['ok', 'full']),
      v.description(
        '`full`: within the last minute a request was refused because the disk of the database was full. What is read goes on, tickets too.',
      ),
    ),
  }),
  v.title('Readiness'),
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
  response: ready,
  status: 200,
  errors: ['busy'],
})
