import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DEMO_SITES_DIR } from '@kippu/demo/demo-sites-dir'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './root.ts'
import { readStartSettings, statusPorts, takeFiles } from './start-settings.ts'

test('nothing set means the ports 3000, 3001 and 3025, data in .data, and simulators', () => {
  expect(readStartSettings({ PORT: '' })).toEqual({
    port: 3000,
    host: 'localhost',
    dataDir: path.join(ROOT, '.data'),
    databaseUrl: undefined,
    production: false,
    simulators: true,
    demoPast: true,
    demoReseller: false,
    simulatorsPort: 3001,
    smtpPort: 3025,
    webProcesses: 1,
    statusPort: 3100,
    drainSeconds: 5,
    secretKey: undefined,
    pinned: false,
    sitesDirs: [DEMO_SITES_DIR],
  })
})

test.each([{ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/kippu' }, { SIMULATORS: 'off' }])(
  'no simulators with %o',
  environment => expect(readStartSettings(environment).simulators).toBe(false),
)

test.each([
  [{ PORT: 'abc' }, 'PORT must be a port number; it is "abc".'],
  [{ PORT: '-1' }, 'PORT must be a port number; it is "-1".'],
  [{ SMTP_PORT: '70000' }, 'SMTP_PORT must be a port number; it is 70000.'],
  [{ NODE_ENV: 'production', SIMULATORS: 'on' }, 'SIMULATORS must be off in production.'],
  [{ NODE_ENV: 'production' }, 'DATABASE_URL must be set in production'],
  [{ SIMULATORS: 'yes' }, 'SIMULATORS must be on or off; it is "yes".'],
])('%o is refused in one line', (environment, line) => {
  expect(() => readStartSettings(environment)).toThrow(line)
})

test('--web gives the store several web processes, each process with a status port', () => {
  const settings = readStartSettings({ STATUS_PORT: '4100' }, ['--web', '2'])
  expect(settings).toMatchObject({ webProcesses: 2, statusPort: 4100 })
  expect(statusPorts(settings)).toEqual([4100, 4101, 4102])
  expect(statusPorts(readStartSettings({}, ['--web', '1']))).toEqual([])
})

test.each([
  [['--web', '0'], {}, '--web must be a number of processes, 1 to 64; it is "0".'],
  [['--web', 'many'], {}, '--web must be a number of processes, 1 to 64; it is "many".'],
  [['--web', '2'], { ROLE: 'web' }, '--web gives each process its role: leave ROLE away.'],
  [['--wbe', '2'], {}, '--wbe'],
])('%o is refused in one line', (args, environment, line) => {
  expect(() => readStartSettings(environment, args)).toThrow(line)
})

test('what lies in a file is read by the launcher if it is its own, and stays in its file if not', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kippu-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'database_url')
  writeFileSync(file, 'postgres://db/kippu\n')
  const environment = { NODE_ENV: 'production', DATABASE_URL_FILE: file, SMTP_URL_FILE: '/run/secrets/smtp' }
  takeFiles(environment)
  expect(environment).toEqual({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db/kippu',
    SMTP_URL_FILE: '/run/secrets/smtp',
  })
  expect(readStartSettings(environment).databaseUrl).toBe('postgres://db/kippu')
})

test('a file that is not there is refused in one line', () => {
  expect(() => takeFiles({ DATABASE_URL_FILE: '/nowhere' })).toThrow(
    'DATABASE_URL_FILE: /nowhere cannot be read (ENOENT)',
  )
})
