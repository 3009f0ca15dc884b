import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestApp, type TestApp } from '../../test/app.ts'
import { runCli } from './run-cli.ts'

let server: TestApp

beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

test('a product that is named by no UUID is refused as a word, and not by the database', async () => {
  const said: string[] = []
  const code = await runCli(['channels', 'demo', 'forest', 'web'], {
    open: () => server.deps,
    out: text => said.push(text),
    err: text => said.push(text),
  })
  expect(code).toBe(2)
  expect(said.join('\n')).toContain('forest is no UUID')
})
