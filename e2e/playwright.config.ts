import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { defineConfig } from '@playwright/test'

import { keepCompiledCode, keepTemporaryFilesInMemory } from '../tools/test/test-folders.ts'
import { IS_WHOLE_PROOF } from '../tools/test/proof-choice.ts'
import { launchOptions } from './browser.ts'
import { stackLog } from './stack-logs.ts'
import { STACK, TAG_MANAGER_ID } from './stack.ts'

// The product's tests test the product, whatever sites a venue has.
delete process.env['SITES_DIR']
keepTemporaryFilesInMemory()
keepCompiledCode()

const OUTPUT = path.join(import.meta.dirname, '..', 'test-results')

// One data folder a run; workers read this file too and find the folder in their environment.
process.env['E2E_DATA_DIR'] ??= temporaryFolder()

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const ALONE = /(?:answer-lost|consequences)\.test\.ts/
const LAST = /logs\.test\.ts/
/** They are made at a desktop, in the whole proof on a phone as well. */
const PURCHASES = /\/(?:purchase|keyboard)\.test\.ts/

/** It is deleted when the process that made it ends, after everything it started has stopped. The stack's log of a failed run stays in `test-results`. */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kippu-e2e-'))
  process.on('exit', code => {
    try {
      if (code !== 0 && existsSync(stackLog())) cpSync(stackLog(), path.join(OUTPUT, 'stack.log'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
  return folder
}

/** Visitors' stories in a real browser, against the stack that `npm start` starts. */
export default defineConfig({
  testDir: 'flows',
  outputDir: OUTPUT,
  fullyParallel: true,
  // A story waits as long as it works, for pages, mails and banks: three keep two processors busy.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Long time limits for a busy machine; they promise no speed.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: STACK.store,
    locale: 'ja-JP',
    // Dates are Japanese wherever the visitor is: the browser is in another time zone on purpose.
    timezoneId: 'America/Los_Angeles',
    // Motion takes a sixth of the time: the stories that have it are those of the ways that most visitors go (decision 89).
    contextOptions: { reducedMotion: IS_WHOLE_PROOF ? 'no-preference' : 'reduce' },
    // Recording traces takes a fifth of a small machine; `E2E_TRACE=on` keeps those of failed stories.
    trace: process.env['E2E_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    {
      name: 'phone',
      use: PHONE,
      testIgnore: [ALONE, LAST, ...(IS_WHOLE_PROOF ? [] : [PURCHASES])],
      teardown: 'logs',
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 900 } },
      testMatch: PURCHASES,
      teardown: 'logs',
    },
    // Faults of a provider affect its next caller, and what a site withdraws everybody, so these stories of the whole proof run after all others.
    { name: 'alone', use: PHONE, testMatch: ALONE, dependencies: ['phone', 'desktop'], workers: 1 },
    // These run at the very end, whatever the outcome of the others.
    { name: 'logs', testMatch: LAST },
  ],
  webServer: {
    command: 'node start-stack.ts',
    cwd: import.meta.dirname,
    url: `${STACK.store}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(STACK.port),
      SIMULATORS_PORT: String(STACK.simulatorsPort),
      SMTP_PORT: String(STACK.smtpPort),
      DATA_DIR: process.env['E2E_DATA_DIR'],
      E2E_DATA_DIR: process.env['E2E_DATA_DIR'],
      LOG_LEVEL: 'trace',
      // Each story has the orders that it makes.
      DEMO_PAST: 'off',
      // All visitors of the stories come from one address.
      REQUESTS_PER_MINUTE: '100000',
      ORDERS_PER_MINUTE: '100000',
      PAYMENTS_PER_MINUTE: '100000',
      UNPROVEN_SHARES: 'off',
      // Their mailboxes are all of one domain.
      CONFIRMATION_MAILS_PER_HOUR: '1000000',
      CONFIRMATION_ADDRESSES_PER_HOUR: '1000000',
      CONFIRMATION_NETWORK_ADDRESSES_PER_HOUR: '1000000',
      // One site has a tag manager; the simulators have a stand-in for it.
      CANCANFACTORY__TAG_MANAGER_ID: TAG_MANAGER_ID,
      // By hand: a story that is red now and then is looked for with `E2E_LATE_MS=1500`.
      ...(process.env['E2E_LATE_MS'] !== undefined && {
        NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'late-answers.ts')}`,
      }),
    },
  },
})
