import { performance } from 'node:perf_hooks'

import { importCatalogue } from '@kippu/server/office/catalogue/import-catalogue'
import { boundNewObjects } from '@kippu/server/cli/bound-new-objects'
import { systemClock } from '@kippu/server/platform/clock'
import { openDatabase } from '@kippu/server/platform/db/database'
import { FOR_WHOLE_TABLES } from '@kippu/server/platform/db/patience'
import { byStaff } from '@kippu/server/platform/staff/staff-verb'

/** One import in a process of its own, so that its memory is nobody else's, with the bounds of a command. */
boundNewObjects()
const [url = '', file = ''] = process.argv.slice(2)
const db = openDatabase(url, { poolSize: 2, patience: FOR_WHOLE_TABLES })
const actor = { name: 'bench', role: 'owner', siteKeys: null } as const
const begin = performance.now()
const outcome = await importCatalogue(byStaff(actor, { db, clock: systemClock }), {
  siteKey: 'bench',
  paths: [file],
  isWhole: false,
  isApplied: true,
  isScheduled: false,
  oddPrices: 0,
})
const seconds = Number(((performance.now() - begin) / 1_000).toFixed(1))
await db.close()
const faults = outcome.kind === 'faults' ? outcome.total : 0
const cpu = process.cpuUsage()
const cpuSeconds = Number(((cpu.user + cpu.system) / 1e6).toFixed(1))
const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024)
process.stdout.write(JSON.stringify({ kind: outcome.kind, faults, seconds, cpuSeconds, megabytes }))
