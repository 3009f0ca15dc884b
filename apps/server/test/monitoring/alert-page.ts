import { readFileSync } from 'node:fs'
import path from 'node:path'

import { ROOT } from '../kept-cluster.ts'

interface PageLine {
  /** `sh`: for a shell of the machine. `promql`: for Prometheus. */
  readonly kind: string
  /** As whoever is on call copies it. */
  readonly text: string
}

const PAGES = readFileSync(path.join(ROOT, 'docs/alerts.md'), 'utf8')

/** Everything that the page of an alert has one type, in order. */
export function readPage(alert: string): readonly PageLine[] {
  const section = PAGES.split(/^## /m).find(text => text.startsWith(`${alert}\n`)) ?? ''
  return linesIn(section)
}

/** What stands before the pages: functions, and what all of them use. */
export function readPreparation(): readonly PageLine[] {
  return linesIn(PAGES.split(/^## /m)[0] ?? '')
}

function linesIn(text: string): readonly PageLine[] {
  return [...text.matchAll(/^ *```(sh|promql)\n([^]*?)^ *```$/gm)].flatMap(([, kind = '', block = '']) =>
    block
      .trim()
      .split('\n')
      .map(line => ({ kind, text: line.trim() })),
  )
}
