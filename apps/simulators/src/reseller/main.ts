import { parseArgs } from 'node:util'

import { sellCarelessly } from './careless-reseller.ts'

/** `node apps/simulators/src/reseller/main.ts --endpoint http://localhost:3000/octo --key res_… --guests 20` */
const { values } = parseArgs({
  options: {
    endpoint: { type: 'string', default: 'http://localhost:3000/octo' },
    key: { type: 'string', default: process.env['OCTO_KEY'] ?? '' },
    guests: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const JST_MS = 9 * 3_600_000
const DAY_MS = 24 * 3_600_000
const dayIn = (days: number): string =>
  new Date(Date.now() + JST_MS + days * DAY_MS).toISOString().slice(0, 10)

const { bookings, owed, complaints } = await sellCarelessly({
  endpoint: values.endpoint,
  key: values.key,
  days: { from: dayIn(2), to: dayIn(32) },
  guests: Number(values.guests),
  seed: Number(values.seed),
})
const lines = bookings.map(
  ({ uuid, status, availabilityId, unitItems, pricing }) =>
    `${uuid} ${status} ${availabilityId} ${unitItems.length} units ¥${pricing.net}`,
)
process.stdout.write(`${[...lines, `owed ¥${owed}, seed ${values.seed}`].join('\n')}\n`)
process.stderr.write(complaints.map(complaint => `${complaint}\n`).join(''))
process.exitCode = complaints.length === 0 ? 0 : 1
