import { readFileSync } from 'node:fs'
import path from 'node:path'

import * as v from 'valibot'

import { ROOT } from '../kept-cluster.ts'

const MONITORING = path.join(ROOT, 'docs', 'monitoring')
export const ALERTS = path.join(MONITORING, 'alerts.yml')

export interface Alert {
  readonly name: string
  readonly expr: string
  readonly runbook: string
}

/** The alerts as their file has them: one form, line by line. */
export function readAlerts(): readonly Alert[] {
  const parts = readFileSync(ALERTS, 'utf8')
    .split(/^ {6}- alert: /m)
    .slice(1)
  return parts.map(part => ({
    name: /^\w+/.exec(part)?.[0] ?? '',
    expr: /expr: >-\n\s*(.*)\n/.exec(part)?.[1] ?? '',
    runbook: /runbook: (\S+)/.exec(part)?.[1] ?? '',
  }))
}

const board = v.object({
  panels: v.array(v.object({ title: v.string(), targets: v.array(v.object({ expr: v.string() })) })),
})

/** Every query of the board. */
export function readBoard(): ReadonlyArray<{ readonly title: string; readonly expr: string }> {
  const read: unknown = JSON.parse(readFileSync(path.join(MONITORING, 'board.json'), 'utf8'))
  return v
    .parse(board, read)
    .panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))
}
