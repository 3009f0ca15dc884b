import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { createTokens } from '../../platform/tokens.ts'
import { addGateKey, listGateKeys, readSigningKeys, retireGateKey } from './signing-keys.ts'

let database: TestDatabase
let opened: Database
const db = () => opened
const BYTES = Buffer.from('what a ticket claims')
const FIRST = createTokens('the first secret of this deployment')
const SECOND = createTokens('the second secret of this deployment', ['the first secret of this deployment'])
const LOST = createTokens('a secret that knows no other one')

beforeAll(async () => {
  database = await createTestDatabase('seeded')
  opened = openDatabase(database.url, { poolSize: 4 })
})
beforeEach(() => db().transaction(tx => tx.deleteFrom('gate_keys').execute()))
afterAll(async () => {
  await opened.close()
  await database.drop()
})

const keysOf = (tokens = FIRST, siteKey = 'demo') => readSigningKeys(db(), tokens, siteKey)
const add = (tokens = FIRST) => db().transaction(tx => addGateKey(tx, tokens, 'demo'))
const numbers = async () => (await db().read(read => listGateKeys(read, 'demo'))).map(({ number }) => number)

test('a site gets its key when it is first asked for, and only one, however many ask', async () => {
  const asked = await Promise.all([keysOf(), keysOf(), keysOf()])
  expect(asked.map(({ number }) => number)).toEqual([1, 1, 1])
  const signature = asked[0]!.sign(BYTES)
  expect(asked.map(keys => keys.isSigned(1, BYTES, signature))).toEqual([true, true, true])
  expect(await numbers()).toEqual([1])
})

test('nothing of the private part is stored, and another site has another key', async () => {
  const [demo, mori] = [await keysOf(), await keysOf(FIRST, 'mori')]
  expect(mori.isSigned(1, BYTES, demo.sign(BYTES))).toBe(false)
  expect(demo.publicKeys[0]!.publicKey).toHaveLength(32)
})

test('an altered signature or claim is none, whichever key it names', async () => {
  await keysOf()
  await add()
  const keys = await keysOf()
  for (const number of [1, 2]) {
    const signature = keys.sign(BYTES)
    signature[5]! ^= 1
    expect(keys.isSigned(number, BYTES, signature)).toBe(false)
    expect(keys.isSigned(number, Buffer.from('another claim'), keys.sign(BYTES))).toBe(false)
    expect(keys.isSigned(number, BYTES, keys.sign(BYTES).subarray(1))).toBe(false)
  }
  expect(keys.isSigned(3, BYTES, keys.sign(BYTES))).toBe(false)
})

test('after a rotation new codes are signed anew, and former ones are good until their key is retired', async () => {
  const before = await keysOf()
  const signature = before.sign(BYTES)
  await add()
  const after = await keysOf()
  expect(after.number).toBe(2)
  expect(after.sign(BYTES)).not.toEqual(signature)
  expect(after.isSigned(1, BYTES, signature)).toBe(true)
  await db().transaction(tx => retireGateKey(tx, { siteKey: 'demo', number: 1 }))
  expect((await keysOf()).isSigned(1, BYTES, signature)).toBe(false)
  expect(await db().transaction(tx => retireGateKey(tx, { siteKey: 'demo', number: 1 }))).toBe(false)
})

test('a new secret of the deployment goes on with the key, and checks what the former one signed', async () => {
  const signature = (await keysOf()).sign(BYTES)
  const keys = await keysOf(SECOND)
  expect(keys.number).toBe(1)
  expect(keys.sign(BYTES)).toEqual(signature)
})

test('where the secret of a key is lost, a new one signs, and what the former one signed still admits', async () => {
  const signature = (await keysOf()).sign(BYTES)
  const keys = await keysOf(LOST)
  expect(keys.number).toBe(2)
  expect(keys.isSigned(1, BYTES, signature)).toBe(true)
})

test('a key is retired at its own site alone', async () => {
  await keysOf()
  await keysOf(FIRST, 'mori')
  await db().transaction(tx => retireGateKey(tx, { siteKey: 'mori', number: 1 }))
  const [demo] = await db().read(read => listGateKeys(read, 'demo'))
  expect(demo?.retiredAt).toBeNull()
})
