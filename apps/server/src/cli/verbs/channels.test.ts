import { afterAll, beforeAll, expect, test } from 'vitest'

import { createShop, type DemoShop } from '../../../test/shop/shop.ts'
import { runCli } from '../run-cli.ts'

let server: DemoShop

beforeAll(async () => {
  server = await createShop({ catalogue: 'demo' })
})
afterAll(() => server.close())

test('a product that the site does not have is refused as a word', async () => {
  const said: string[] = []
  const code = await runCli(['channels', 'demo', 'forest', 'web'], {
    open: () => server.deps,
    out: text => said.push(text),
    err: text => said.push(text),
  })
  expect(code).toBe(2)
  expect(said.join('\n')).toContain('demo has no product forest')
})
