import path from 'node:path'

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { keepCompiledCode, keepTemporaryFilesInMemory } from './tools/test/test-folders.ts'

// The tests bring the sites that they test.
delete process.env['SITES_DIR']
keepTemporaryFilesInMemory()
keepCompiledCode()

/** What takes minutes comes first, so that no worker is left alone with it in the end. */
const LONG_ONES = [
  '(?:kills?|conformance|faults|wrong)-[a-z-]+',
  'store-processes',
  'restart',
  'silent-database',
  'load-limits',
  'login-failures',
  'tenancy',
  'changed-account',
  'one-port',
]
const LONG = new RegExp(`/(?:${LONG_ONES.join('|')})\\.test\\.ts$`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}

/** Their files share the modules of a worker: nothing in these projects changes what another file sees. */
const SHARED = { isolate: false }

/**
 * Garbage of tests dies young: a nursery of 32 MB is emptied seldom. One thread beside the test collects and compiles, for the processors
 * have other workers.
 */
const WORKER = { execArgv: ['--max-semi-space-size=32', '--v8-pool-size=1'] }

/** What Node runs it also loads in the tests, as it is: Vite transforms the web's alone. */
const BY_NODE = { ...SHARED, ...WORKER, experimental: { viteModuleRunner: false, nodeLoader: false } }

/** Property tests print their seed, and take it from FC_SEED. */
const PROPERTIES = { setupFiles: [path.join(import.meta.dirname, 'tools/test/seed-properties.ts')] }

const SERVER = { ...BY_NODE, ...PROPERTIES, globalSetup: ['./test/global-setup.ts'], hookTimeout: 60_000 }

const project = (name: string, root: string, more: object = {}) => ({
  test: { name, root, include: ['**/*.test.ts', '**/*.test.tsx'], ...more },
})

/**
 * Drills start what `npm test` does without: a faulty network, a backup of a whole cluster, alerts, and programs of
 * Debian.
 */
const isWholeProof = process.env['PROOF'] === 'whole'

/** One project a layer. Server tests run on a real PostgreSQL: each worker gets a clone of one template database. */
export default defineConfig({
  test: {
    // Many tests wait for a database or a process they started, so two processors serve three workers well.
    maxWorkers: 3,
    // Patience for a machine that is busy, no promise of speed.
    testTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('domain', 'packages/domain', { ...BY_NODE, ...PROPERTIES }),
      project('contract', 'packages/contract', { ...BY_NODE, ...PROPERTIES }),
      project('client', 'packages/client', BY_NODE),
      project('sites', 'packages/sites', BY_NODE),
      project('demo', 'demo', BY_NODE),
      project('texts', 'packages/texts', BY_NODE),
      project('simulators', 'apps/simulators', BY_NODE),
      project('server', 'apps/server', SERVER),
      project('web', 'apps/web', {
        ...SHARED,
        ...WORKER,
        environment: 'happy-dom',
        setupFiles: [path.join(import.meta.dirname, 'apps/web/test/own-window.ts')],
      }),
      project('tools', 'tools', BY_NODE),
      ...(isWholeProof
        ? [
            project('neighbours', 'apps/server', { ...SERVER, include: ['test/neighbours/*.drill.ts'] }),
            project('backup', 'apps/server', { ...SERVER, include: ['test/backup/*.drill.ts'] }),
            project('alerts', 'apps/server', { ...SERVER, include: ['test/monitoring/*.drill.ts'] }),
            project('network', 'apps/server', { ...SERVER, include: ['test/network/*.drill.ts'] }),
            project('failover', 'apps/server', { ...SERVER, include: ['test/failover/*.drill.ts'] }),
          ]
        : []),
      ...(process.env['PROOF'] === 'restart'
        ? [project('restart', 'apps/server', { ...SERVER, include: ['test/neighbours/long/*.drill.ts'] })]
        : []),
    ],
  },
})
