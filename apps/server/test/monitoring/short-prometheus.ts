import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import * as v from 'valibot'

import { claimPort } from '../../../../tools/start/claim-ports.ts'
import { startDebianProgram } from '../neighbours/debian-program.ts'
import { ALERTS } from './read-monitoring.ts'

/** By how much the drill shortens how long a condition must last: a minute is a second. Nothing else of a rule is changed. */
const FACTOR = 60
/** Longer than the store waits for its database before it answers without it. */
const EVERY_SECONDS = 5

export interface ShortPrometheus {
  /** The alerts that fire, each with its page. */
  firing(): Promise<ReadonlyMap<string, string>>
  /** How many targets have answered so far. */
  seen(): Promise<number>
  /** Asks these too from now on. */
  watch(targets: readonly string[]): void
  /** What a query shows: a line each. */
  ask(query: string): Promise<string>
  stop(): Promise<void>
}

const alerts = v.object({
  data: v.object({
    alerts: v.array(
      v.object({
        state: v.string(),
        labels: v.object({ alertname: v.string() }),
        annotations: v.object({ runbook: v.string() }),
      }),
    ),
  }),
})
const vector = v.object({
  data: v.object({
    result: v.array(
      v.object({ metric: v.record(v.string(), v.string()), value: v.tuple([v.number(), v.string()]) }),
    ),
  }),
})

/** A Prometheus that knows nothing yet, with the rules of the repository. */
export async function startShortPrometheus(targets: readonly string[]): Promise<ShortPrometheus> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-prometheus-'))
  const rules = readFileSync(ALERTS, 'utf8').replaceAll(/^( {8}for: )(\d+)([mh])$/gm, shortened)
  writeFileSync(path.join(folder, 'rules.yml'), rules)
  const every = `${EVERY_SECONDS}s`
  const config = {
    global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: [
      { job_name: 'kippu', file_sd_configs: [{ files: ['targets.json'], refresh_interval: '1s' }] },
    ],
  }
  const watched = new Set<string>()
  const watch = (more: readonly string[]): void => {
    for (const target of more) watched.add(target)
    const file = path.join(folder, 'targets.json')
    writeFileSync(`${file}.new`, JSON.stringify([{ targets: [...watched] }]))
    renameSync(`${file}.new`, file)
  }
  watch(targets)
  // JSON is YAML.
  writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify(config))
  const address = `127.0.0.1:${await claimPort()}`
  const get = (at: string): Promise<Response> => fetch(`http://${address}${at}`)
  const program = await startDebianProgram(
    'prometheus',
    [
      `--config.file=${path.join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=warn',
    ],
    { folder, logFile: 'prometheus.log', isReady: async () => (await get('/-/ready')).ok },
  )
  const query = async (expr: string) => {
    const answer = await get(`/api/v1/query?${new URLSearchParams({ query: expr }).toString()}`)
    return v.parse(vector, await answer.json()).data.result
  }
  return {
    firing: async () => {
      const { data } = v.parse(alerts, await (await get('/api/v1/alerts')).json())
      const firing = data.alerts.filter(({ state }) => state === 'firing')
      return new Map(firing.map(({ labels, annotations }) => [labels.alertname, annotations.runbook]))
    },
    seen: async () => (await query('kippu_build_info')).length,
    watch,
    ask: async expr =>
      (await query(expr)).map(({ metric, value }) => `${JSON.stringify(metric)} ${value[1]}`).join('\n'),
    stop: async () => {
      await program.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function shortened(_line: string, before: string, amount: string, unit: string): string {
  return `${before}${(Number(amount) * (unit === 'h' ? 3_600 : 60)) / FACTOR}s`
}
