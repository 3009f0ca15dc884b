import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createPaymentsApp, type PaymentsApp } from '../../test/payments-app.ts'
import { hashToken } from '../tokens.ts'
import { referenceOf } from '../payments/attempts/payment-name.ts'
import { type FormerPrograms, seesFormerPrograms, watchFormerPrograms } from './former-programs.ts'

let shop: PaymentsApp
let former: FormerPrograms & { stop(): Promise<void> }

beforeAll(async () => {
  shop = await createPaymentsApp({
    replace: () => ({ formerPrograms: { areThere: () => former.areThere() } }),
  })
})
afterAll(() => shop.close())
beforeEach(() => shop.resetStock())

/** Runs with a connection of this name at the database. */
async function beside(name: string | undefined, run: () => Promise<void>): Promise<void> {
  const other = new Client({
    connectionString: shop.databaseUrl,
    ...(name !== undefined && { application_name: name }),
  })
  await other.connect()
  try {
    await run()
  } finally {
    await other.end()
  }
}

test.each([
  [undefined, true],
  ['kippu 12', true],
  ['kippu 15', true],
  ['kippu 16', false],
  ['kippu 17', false],
  ['psql', false],
  ['kippu 1x', false],
])('a connection of the name %s is of a program that finds payments by numbers alone: %s', (name, expected) =>
  beside(name, async () => {
    expect(await seesFormerPrograms(shop)).toBe(expected)
  }),
)

/** Begins a payment whose visitor leaves. @returns the part of its return address that names it, and its number. */
async function leave(): Promise<{ readonly name: string | undefined; readonly number: string }> {
  former = await watchFormerPrograms(shop.deps)
  await former.stop()
  const { body } = await shop.pay(await shop.readyOrder(), '3220', 'stripe_secure')
  const { pathname } = await shop.stripe.answer(String(body['redirect_url']), 'authenticate')
  const number = String(body['payment_number'])
  await shop.confirm(number)
  return { name: pathname.split('/')[3], number }
}

test('a return address names its payment such that every program that runs finds it (decision 45)', async () => {
  await beside('kippu 15', async () => {
    const { name, number } = await leave()
    expect(name).toBe(number)
  })
  await expect.poll(() => seesFormerPrograms(shop)).toBe(false)
  const { name, number } = await leave()
  expect(name).toBe(referenceOf(hashToken(number)))
})
