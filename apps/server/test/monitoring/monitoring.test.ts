import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { createMetrics, type Gauges } from '../../src/start/metrics/metrics.ts'
import { createStatusApp } from '../../src/start/status-app.ts'
import { TALLIES } from '../../src/platform/tally.ts'
import { createShop } from '../shop/shop.ts'
import { ROOT } from '../kept-cluster.ts'
import { ALERT_CASES } from './alert-cases.ts'
import { readPage, readPreparation } from './alert-page.ts'
import { readAlerts, readBoard } from './read-monitoring.ts'

/** Files that an operator copies: nothing in them may lead to what is not there. */

const EVERY_GAUGE: Gauges = {
  holdsWaiting: () => 0,
  longestHoldWaitMs: () => 0,
  fullShares: () => ({ day: 0 }),
  mailsWaiting: async () => 0,
  ordersInDoubt: () => 0,
  ordersEmptied: () => 0,
  connectionsCut: () => 0,
  loops: () => [{ loop: 'mails', ms: 0 }],
}

const page = (name: string): string => readFileSync(path.join(ROOT, 'docs', name), 'utf8')

test('every alert has its own page, and every page an alert', () => {
  const alerts = readAlerts()
  const pages = [...page('alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(pages).toEqual(alerts.map(({ name }) => name))
  for (const { name, runbook } of alerts) expect(runbook).toBe(`docs/alerts.md#${name.toLowerCase()}`)
})

test('every alert is caused by the drill on a store that runs, and each line of its page is expected', () => {
  const names = readAlerts().map(({ name }) => name)
  expect(Object.keys(ALERT_CASES)).toEqual(names)
  const typed = names.map(name => [
    name,
    readPage(name).filter(({ text }) => !text.startsWith('systemctl')).length,
  ])
  expect(typed).toEqual(Object.entries(ALERT_CASES).map(([name, { says }]) => [name, says.length]))
  const given = readPreparation().flatMap(({ text }) => /^(\w+)\(\) \{/.exec(text)?.[1] ?? [])
  expect(given).toEqual(['kippu', 'logs', 'db', 'kippu', 'logs', 'db'])
})

test('every metric that an alert or the board asks for is answered by a store, and explained', async () => {
  const shop = await createShop({ catalogue: 'demo' })
  const status = createStatusApp(shop.deps, createMetrics(shop.deps, EVERY_GAUGE))
  await shop.app.inject('/api/v1/langs')
  const { body } = await status.inject('/metrics')
  await Promise.all([status.close(), shop.close()])
  const known = new Set([...body.matchAll(/^# TYPE (kippu_\w+)/gm)].map(([, name]) => name))
  const asked = [...readAlerts(), ...readBoard()].flatMap(({ expr }) => [...expr.matchAll(/kippu_\w+/g)])
  const names = new Set(asked.map(([name]) => name.replace(/_bucket$/, '')))
  expect([...names].filter(name => !known.has(name))).toEqual([])
  const explained = page('operations.md')
  const ours = [...known].filter(name => !/^kippu_(?:process|nodejs)_/.test(name ?? ''))
  expect(ours.filter(name => !explained.includes(`\`${name}\``))).toEqual([])
  expect(Object.keys(TALLIES).filter(name => !known.has(`kippu_${name}`))).toEqual([])
})
