import type { Receipt } from '@kippu/contract/receipts'
import { textsOf } from '@kippu/texts/texts'
import { expect, test } from 'vitest'

import { answerFetch } from '../../../test/answering-fetch.ts'
import { buildFirstView } from '../../../test/first-view.ts'
import { eventually, render } from '../../../test/render.tsx'
import { FixedRouter, ParamsContext } from '../../page/router.tsx'
import { ReceiptScreen } from './receipt-screen.tsx'

const texts = textsOf('ja')
const RECEIPT: Receipt = {
  receipt_number: '2026-000042',
  former_receipt_number: '2026-000041',
  receipt_numbers: ['2026-000041', '2026-000042'],
  reservation_number: 'ABCDEFGH23',
  issued_at: '2026-11-24T10:00:00+09:00',
  addressee: '山田商店',
  reissue: true,
  original_pass: null,
  has_pdf: true,
  price: 7000,
  tax: 636,
  tax_rate: 10,
  taxes: [{ tax_rate: 10, price: 7000, tax: 636 }],
  lines: [{ name: '光の森', option_name: '大人', quantity: 2, unit_price: 3500, price: 7000, tax_rate: 10 }],
  adjustments: [],
  payments: [
    { paid_at: '2026-11-20T10:00:00+09:00', payment_method_type: 'stripe', price: 6400 },
    { paid_at: '2026-11-22T10:00:00+09:00', payment_method_type: 'stripe', price: 600 },
  ],
  payment_method_name: 'クレジットカード',
  visit_from: '2026-12-02T10:00:00+09:00',
  visit_to: '2026-12-02T10:30:00+09:00',
  issuer: { name: '灯森', address: '東京都', registration_number: 'T1234567890123' },
}

const refusal = (status: number, error: string) => new Response(JSON.stringify({ error }), { status })

function open(receipt: unknown, reservation?: unknown): HTMLElement {
  answerFetch({
    'GET /api/v1/receipts/rsv_1': receipt,
    ...(reservation !== undefined && { 'GET /api/v1/reservations/rsv_1': reservation }),
  })
  return render(
    <FixedRouter route="/id/rsv_1/receipt">
      <ParamsContext value={{ reservationToken: 'rsv_1' }}>
        <ReceiptScreen />
      </ParamsContext>
    </FixedRouter>,
    buildFirstView({ texts }),
  ).element
}

test('S-14.05, S-14.08: a receipt after a paid change has issuer, tax, the difference and every receipt of the reservation', async () => {
  const element = open(RECEIPT)
  await eventually(() => expect(element.textContent).toContain('山田商店 様'))
  for (const part of ['636円', '600円', texts['receipt_payment_difference'], 'T1234567890123', '再発行'])
    expect(element.textContent).toContain(part)
  expect(element.textContent).toContain(texts['receipt_former']?.replace('{number}', '2026-000041'))
  const links = Array.from(element.querySelectorAll('nav a'), link => link.getAttribute('href'))
  expect(links).toEqual([
    '#/id/rsv_1/receipt?receipt_number=2026-000041',
    '#/id/rsv_1/receipt?receipt_number=2026-000042',
  ])
})

test('a receipt that no PDF can show says how it is saved all the same', async () => {
  const element = open({ ...RECEIPT, has_pdf: false })
  await eventually(() => expect(element.textContent).toContain(texts['receipt_no_pdf']))
  expect(element.querySelector('a[download]')).toBeNull()
})

test('S-8.07: a visit that was moved leads to the page that says so', async () => {
  open(refusal(410, 'reservation url changed'))
  await eventually(() => expect(location.hash).toBe('#/change-url'))
})

test('an unknown reservation says that there is no receipt to show, and offers another try', async () => {
  const element = open(refusal(404, 'record not found'), refusal(404, 'record not found'))
  await eventually(() =>
    expect(element.querySelector('h1')?.textContent).toBe(texts['receipt_missing_title']),
  )
  expect(element.querySelector('button')?.textContent).toBe(texts['common_retry'])
})
