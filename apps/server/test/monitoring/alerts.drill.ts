import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import * as v from 'valibot'
import { expect, test } from 'vitest'

import { findDebianProgram } from '../../../../tools/test/debian-programs.ts'
import { createApp } from '../../src/start/app.ts'
import { createMetrics } from '../../src/start/metrics/metrics.ts'
import { createStatusApp } from '../../src/start/status-app.ts'
import { tally } from '../../src/platform/tally.ts'
import { createShop } from '../shop/shop.ts'
import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { CALM, CONDITIONS } from './conditions.ts'
import { ALERTS, readAlerts, readBoard } from './read-monitoring.ts'
import { recordedHour } from './recorded-hour.ts'

/** Debian's Prometheus judges what an operator copies: every alert fires when it should and rests when it should, and the board shows something. */

const promtool = findDebianProgram('promtool')
const prometheus = findDebianProgram('prometheus')

const within = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-monitoring-'))
  await work(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** JSON is YAML. Only whether an alert fires is compared: `or vector(0)` answers where none does. */
const rulesTest = (
  cases: ReadonlyArray<readonly [Readonly<Record<string, string>>, string, readonly string[]]>,
) =>
  JSON.stringify({
    rule_files: [ALERTS],
    evaluation_interval: '30s',
    tests: cases.map(([series, at, firing]) => ({
      interval: '30s',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: readAlerts()
        .filter(({ name }) => firing.length === 0 || firing.includes(name))
        .map(({ name }) => ({
          expr: `min(count(ALERTS{alertname="${name}",alertstate="firing"}) > bool 0) or vector(0)`,
          eval_time: at,
          exp_samples: [{ labels: '{}', value: firing.includes(name) ? 1 : 0 }],
        })),
    })),
  })

test('every alert fires under its own condition, and none in a calm hour', () =>
  within(async folder => {
    expect(Object.keys(CONDITIONS)).toEqual(readAlerts().map(({ name }) => name))
    const file = path.join(folder, 'alerts-test.yml')
    writeFileSync(
      file,
      rulesTest([
        [CALM, '95m', []],
        ...Object.entries(CONDITIONS).map(([name, { series, after }]) => [series, after, [name]] as const),
      ]),
    )
    const said = execFileSync(promtool, ['test', 'rules', file], { encoding: 'utf8' })
    expect(said).toContain('SUCCESS')
  }))

const answer = v.object({ data: v.object({ result: v.array(v.unknown()) }) })

test('every query of the board shows something of an hour that a store has recorded', () =>
  within(async folder => {
    const shop = await createShop({ catalogue: 'demo' })
    const metrics = createMetrics(shop.deps, {
      holdsWaiting: () => 1,
      longestHoldWaitMs: () => 1,
      mailsWaiting: async () => 1,
      ordersInDoubt: () => 0,
      loops: () => [{ loop: 'mails', ms: 1 }],
    })
    const visitors = await createApp(shop.deps, metrics)
    const status = createStatusApp(shop.deps, metrics)
    await visitors.inject('/api/v1/langs')
    sellOne()
    const { body } = await status.inject('/metrics')
    await Promise.all([visitors.close(), status.close(), shop.close()])
    const end = Math.floor(Date.now() / 1000)
    const recorded = path.join(folder, 'hour.txt')
    // No payment is open in it.
    writeFileSync(recorded, recordedHour(`${body}\nkippu_payment_attempts_open{state="pending"} 1\n`, end))
    execFileSync(promtool, ['tsdb', 'create-blocks-from', 'openmetrics', recorded, path.join(folder, 'data')])
    const empty = await askPrometheus(folder, end)
    expect(empty).toEqual([])
  }))

/** What a purchase counts. */
function sellOne(): void {
  const [site, method] = ['demo', 'stripe']
  tally('orders_begun_total', { site, channel: 'web' })
  tally('orders_paid_total', { site, method })
  tally('paid_yen_total', { site, method }, 2_000)
  tally('orders_expired_total', {})
  tally('checkouts_total', { method, outcome: 'paid' })
  tally('provider_calls_total', { provider: 'stripe', step: 'start', outcome: 'authorized' })
  tally('provider_call_seconds_total', { provider: 'stripe', step: 'start' }, 0.4)
}

/** The titles of the panels that show nothing. */
async function askPrometheus(folder: string, end: number): Promise<readonly string[]> {
  const config = path.join(folder, 'prometheus.yml')
  writeFileSync(config, '{}\n')
  const port = await claimPort()
  const server = spawn(
    prometheus,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  try {
    const base = `http://127.0.0.1:${port}`
    await expect
      .poll(async () => (await fetch(`${base}/-/ready`).catch(() => undefined))?.ok, { timeout: 25_000 })
      .toBe(true)
    const shown = await Promise.all(
      readBoard().map(async ({ title, expr }) => {
        const query = expr.replaceAll('$__rate_interval', '2m')
        const asked = new URLSearchParams({ query, start: String(end - 1800), end: String(end), step: '60' })
        const response = await fetch(`${base}/api/v1/query_range?${asked.toString()}`)
        const { data } = v.parse(answer, await response.json())
        return { title, isEmpty: data.result.length === 0 }
      }),
    )
    return shown.filter(({ isEmpty }) => isEmpty).map(({ title }) => title)
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}
