import { expect, test } from 'vitest'

import { runSteps, type Step } from './run-steps.ts'

const node = (title: string, code: string): Step => ({ title, command: ['node', '-e', code] })

test('steps side by side all run to their ends, a failed one counts, and no later stage begins', async () => {
  let counted = 0
  const { count, times } = await runSteps([
    [
      node('red', 'process.exit(1)'),
      { ...node('green', ''), count: () => ({ passed: (counted += 1), failed: 0, skipped: 0 }) },
    ],
    node('later', ''),
  ])
  expect(count).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(times.map(({ title }) => title)).toEqual(['red', 'green'])
})

test('each step side by side has its own processor time on its account, with that of its children', async () => {
  const busy = 'const start = process.cpuUsage().user; while (process.cpuUsage().user - start < 4e5);'
  const parent = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`
  const { times } = await runSteps([[node('busy', parent), node('idle', '')]])
  const [ofBusy, ofIdle] = times.map(({ cpuSeconds }) => cpuSeconds)
  if (process.platform !== 'linux') return
  expect(ofBusy).toBeGreaterThan(0.35)
  expect(ofIdle).toBeLessThan(ofBusy!)
})
