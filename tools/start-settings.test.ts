import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run-steps.ts'
import { readStartSettings } from './start-settings.ts'

test('nothing set means the ports 3000, 3001 and 3025, data in .data, and simulators', () => {
  expect(readStartSettings({ PORT: '' })).toEqual({
    port: 3000,
    host: 'localhost',
    dataDir: path.join(ROOT, '.data'),
    databaseUrl: undefined,
    production: false,
    simulators: true,
    simulatorsPort: 3001,
    smtpPort: 3025,
    secretKey: undefined,
    pinned: false,
  })
})

test.each([{ NODE_ENV: 'production' }, { SIMULATORS: 'off' }])('no simulators with %o', environment =>
  expect(readStartSettings(environment).simulators).toBe(false),
)

test.each([
  [{ PORT: 'abc' }, 'PORT must be a port number; it is "abc".'],
  [{ PORT: '-1' }, 'PORT must be a port number; it is "-1".'],
  [{ SMTP_PORT: '70000' }, 'SMTP_PORT must be a port number; it is 70000.'],
  [{ NODE_ENV: 'production', SIMULATORS: 'on' }, 'SIMULATORS must be off in production.'],
  [{ SIMULATORS: 'yes' }, 'SIMULATORS must be on or off; it is "yes".'],
])('%o is refused in one line', (environment, line) => {
  expect(() => readStartSettings(environment)).toThrow(line)
})
