import { existsSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { ROOT } from '../kept-cluster.ts'
import { ALERT_CASES, type AlertCase } from './alert-cases.ts'
import { readPage } from './alert-page.ts'
import { type AlertRig, openAlertRig, until, UNITS } from './alert-rig.ts'
import { type ShortPrometheus, startShortPrometheus } from './short-prometheus.ts'

/**
 * A store that runs, watched by Debian's Prometheus with the rules of the repository: each alert is caused, fires, and names its page; and
 * the page is followed as it is written, by somebody who copies its lines. `for` is sixty times shorter, nothing else is changed.
 */

const ALL_MS = 900_000
const FIRES_WITHIN_MS = 150_000

let rig: AlertRig
beforeAll(async () => {
  rig = await openAlertRig()
}, ALL_MS)
afterAll(() => rig?.close(), ALL_MS)

test.for(Object.entries(ALERT_CASES))(
  '%s fires, names its page, and the page leads to the cause',
  { timeout: ALL_MS },
  async ([name, { begin, goOn, says }], { annotate }) => {
    const prometheus = await startShortPrometheus(rig.targets())
    try {
      await until(async () => (await prometheus.seen()) === rig.targets().length)
      // One that knows nothing yet misses the worker.
      await until(async () => !(await prometheus.firing()).has(name))
      const mend = await begin(rig)
      prometheus.watch(rig.targets())
      try {
        const begun = performance.now()
        await until(async () => {
          await goOn?.(rig)
          return (await prometheus.firing()).has(name)
        }, FIRES_WITHIN_MS)
        await annotate(`fired after ${Math.round((performance.now() - begun) / 1000)} s`)
        expect((await prometheus.firing()).get(name)).toBe(`docs/alerts.md#${name.toLowerCase()}`)
        await follow({ name, says, prometheus, mend })
      } finally {
        await mend()
      }
    } finally {
      await prometheus.stop()
    }
  },
)

interface Following extends Pick<AlertCase, 'says'> {
  readonly name: string
  readonly prometheus: ShortPrometheus
  /** Whoever restarts something has put right what was wrong. */
  readonly mend: () => Promise<unknown>
}

/** Copies line after line, and fills in what those before have said. */
async function follow({ name, says, prometheus, mend }: Following): Promise<void> {
  const known = new Map<string, string>()
  const expected = [...says]
  for (const { kind, text } of readPage(name)) {
    const line = filled(text, known)
    const [, verb, units] = /^systemctl (\w+) (.*)$/.exec(line) ?? []
    if (verb !== undefined) {
      await control(verb, units ?? '', mend)
      continue
    }
    const answer = kind === 'sh' ? await rig.shell(line) : await prometheus.ask(line)
    expect.soft(answer, `${name}: ${line}`).toMatch(expected.shift() ?? /a line that no case expects/)
    for (const [word, pattern] of WORDS) {
      const [, found] = pattern.exec(answer) ?? []
      if (found !== undefined && !known.has(word)) known.set(word, found)
    }
  }
  expect(expected).toEqual([])
}

/** What a line of a page says in `<…>`, as an earlier one answered it. */
const WORDS = [
  ['<pid>', /^ *(\d+) \|/m],
  ['<attempt>', /^([\da-f]{8}-[\da-f-]{27}) /m],
  ['<endpoint>', /^([\da-f]{8}-[\da-f-]{27}) /m],
] as const

function filled(line: string, known: ReadonlyMap<string, string>): string {
  const text = WORDS.reduce((all, [word]) => all.replaceAll(word, known.get(word) ?? word), line)
  expect(text).not.toMatch(/<\w+>/)
  return text.replaceAll(/\bmuseum\b/g, 'demo')
}

/** There is no systemd here: the unit must be one of ours, and its process is started or started anew. */
async function control(verb: string, units: string, mend: () => Promise<unknown>): Promise<void> {
  const names = units
    .replaceAll(/'|--\S+/g, '')
    .trim()
    .split(' ')
  for (const name of names) {
    const file = name.replace(/@.*$/, '@')
    expect([name, existsSync(path.join(ROOT, 'docs/systemd', `${file}.service`))]).toEqual([name, true])
    const unit = UNITS.find(one => one === name)
    if (verb === 'status' || unit === undefined) continue
    await mend()
    await rig.stop(unit)
    await rig.start(unit)
  }
}
