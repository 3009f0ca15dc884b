import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import type { FileTime } from './test-reports.ts'

/**
 * Writes the seconds of each test file to `--outputFile.times`: the start of its worker, its imports, hooks and tests.
 * Vitest's JSON report has only those from the first test to the end of the last, without `beforeAll`.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest loads the default export of a reporter.
export default class FileTimesReporter implements Reporter {
  #config: Vitest['config'] | undefined

  onInit({ config }: Vitest): void {
    this.#config = config
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { root = '', outputFile } = this.#config ?? {}
    const list = typeof outputFile === 'object' ? outputFile['times'] : undefined
    if (list === undefined) throw new Error('--outputFile.times=<file> is missing')
    const file = path.resolve(root, list)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(modules.map(module => timeOf(module, root))))
  }
}

function timeOf(module: TestModule, root: string): FileTime {
  const spent = module.diagnostic()
  const milliseconds =
    spent.environmentSetupDuration +
    spent.prepareDuration +
    spent.setupDuration +
    spent.collectDuration +
    spent.duration
  return { file: path.relative(root, module.moduleId), seconds: milliseconds / 1000 }
}
