import type { Receipt } from '@kippu/contract/receipts'
import { formatDate } from '@kippu/domain/date-format'
import type { Language } from '@kippu/domain/language'
import { formatCurrency } from '@kippu/domain/money'
import { isOfDays, isReducedRate, paymentPurposes } from '@kippu/domain/receipt-parts'

import type { Words } from '../../../sites/words.ts'
import type { Block, Cell, Row, Sheet } from './sheet.ts'

/** How a receipt is written. */
export interface SheetLocale {
  readonly lang: Language
  readonly words: Words
}

/** The parts of a receipt that it prints: whether it has a PDF is not part of it. */
export type PrintedReceipt = Omit<Receipt, 'has_pdf' | 'original_pass'>

/** The same parts in the same order as the screen has them. */
export function composeSheet(locale: SheetLocale, receipt: PrintedReceipt): Sheet {
  const { words } = locale
  return {
    title: `${words('receipt_title')} ${receipt.receipt_number}`,
    author: receipt.issuer.name,
    blocks: [
      headBlock(locale, receipt),
      amountBlock(locale, receipt),
      factsBlock(locale, receipt),
      ...linesBlocks(locale, receipt),
      taxesBlock(locale, receipt),
      paymentsBlock(locale, receipt),
      footBlock(locale, receipt),
    ],
    pageOf: (page, pages) => words('receipt_page', { page, pages }),
  }
}

function headBlock({ lang, words }: SheetLocale, receipt: PrintedReceipt): Block {
  const number = (label: string, text: string): Cell[] => [
    { text: label, width: 0.18, size: 9, isSoft: true },
    { text, width: 0.26, align: 'end' },
  ]
  const title: Cell = { text: words('receipt_title'), width: 0.36, size: 22, isBold: true }
  const japanese: Cell = {
    text: lang === 'ja' ? '' : words('receipt_title_japanese'),
    width: 0.56,
    size: 10,
    isSoft: true,
  }
  const stamp: Cell = {
    text: receipt.reissue ? words('receipt_reissue') : '',
    width: 0.2,
    size: 11,
    isBold: true,
    isStamp: receipt.reissue,
  }
  return {
    rows: [
      { cells: [title, stamp, ...number(words('receipt_number'), receipt.receipt_number)] },
      {
        cells: [
          japanese,
          ...number(words('receipt_issued_at'), writeDate({ lang, words }, receipt.issued_at)),
        ],
      },
    ],
  }
}

function amountBlock({ words }: SheetLocale, { addressee, price }: PrintedReceipt): Block {
  const statements =
    price > 0 ? [words('receipt_for'), words('receipt_received')] : [words('receipt_all_returned')]
  return {
    rows: [
      {
        gap: 14,
        rule: 'double',
        cells: [{ text: words('receipt_addressee', { name: addressee }), width: 1, size: 15, isBold: true }],
      },
      {
        gap: 14,
        isField: true,
        cells: [
          { text: words('receipt_amount'), width: 0.25 },
          { text: writeYen({ words }, price), width: 0.5, size: 24, isBold: true, align: 'center' },
          { text: words('common_tax_included'), width: 0.25, size: 9, align: 'end' },
        ],
      },
      ...statements.map((text, index) => ({ gap: index === 0 ? 14 : 0, cells: [{ text, width: 1 }] })),
    ],
  }
}

function factsBlock(locale: SheetLocale, receipt: PrintedReceipt): Block {
  const { words } = locale
  const { visit_from: from, visit_to: to } = receipt
  const visit = isOfDays({ from, to })
    ? words('common_period', { from: writeDate(locale, from), to: writeDate(locale, to) })
    : writeDate(locale, from)
  const fact = (label: string, text: string): Row => ({
    cells: [
      { text: label, width: 0.25, size: 9, isSoft: true },
      { text, width: 0.75 },
    ],
  })
  return {
    rows: [
      { ...fact(words('receipt_reservation'), receipt.reservation_number), gap: 14 },
      fact(words('receipt_visit'), visit),
    ],
  }
}

const LINE_WIDTHS = { item: 0.52, quantity: 0.12, unit: 0.18, price: 0.18 } as const

function linesBlocks(locale: SheetLocale, { lines, adjustments, price }: PrintedReceipt): Block[] {
  const { words } = locale
  const head = titledHead(words('receipt_lines'), [
    { text: words('receipt_item'), width: LINE_WIDTHS.item },
    { text: words('receipt_quantity'), width: LINE_WIDTHS.quantity, align: 'end' },
    { text: words('receipt_unit_price'), width: LINE_WIDTHS.unit, align: 'end' },
    { text: words('receipt_price'), width: LINE_WIDTHS.price, align: 'end' },
  ])
  const bought = lines.map<Row>(line => ({
    rule: 'thin',
    cells: [
      {
        text: [line.name, line.option_name, isReducedRate(line.tax_rate) ? words('receipt_reduced_mark') : '']
          .filter(part => part !== '')
          .join(' '),
        width: LINE_WIDTHS.item,
      },
      { text: String(line.quantity), width: LINE_WIDTHS.quantity, align: 'end' },
      { text: writeYen(locale, line.unit_price), width: LINE_WIDTHS.unit, align: 'end' },
      { text: writeYen(locale, line.price), width: LINE_WIDTHS.price, align: 'end' },
    ],
  }))
  const hasReduced = lines.some(line => isReducedRate(line.tax_rate))
  return [
    { head, isBroken: true, rows: bought },
    {
      rows: [
        ...adjustments.map(({ kind, price: yen }) =>
          amountRow(locale, { label: words(`receipt_adjustment_${kind}`), yen, rule: 'thin' }),
        ),
        amountRow(locale, { label: words('common_total'), yen: price, rule: 'thick' }),
        ...(hasReduced
          ? [{ cells: [{ text: words('receipt_reduced'), width: 1, size: 9, isSoft: true }] }]
          : []),
      ],
    },
  ]
}

function taxesBlock(locale: SheetLocale, { taxes }: PrintedReceipt): Block {
  const { words } = locale
  const row = (label: string, price: string, tax: string): Cell[] => [
    { text: label, width: 0.52 },
    { text: price, width: 0.24, align: 'end' },
    { text: tax, width: 0.24, align: 'end' },
  ]
  return {
    rows: [
      ...titledHead(words('receipt_taxes'), row('', words('receipt_tax_price'), words('receipt_tax'))),
      ...taxes.map<Row>(({ tax_rate: rate, price, tax }) => ({
        rule: 'thin',
        cells: row(words('receipt_tax_rate', { rate }), writeYen(locale, price), writeYen(locale, tax)),
      })),
    ],
  }
}

function paymentsBlock(locale: SheetLocale, { payments }: PrintedReceipt): Block {
  const { words } = locale
  const purposes = paymentPurposes(payments)
  return {
    isBroken: true,
    head: titledHead(words('receipt_payments'), []),
    rows: payments.map<Row>(({ paid_at: at, payment_method_type: method, price }, index) => ({
      rule: 'thin',
      cells: [
        { text: words(`receipt_payment_${purposes[index] ?? 'first'}`), width: 0.3 },
        {
          text: [writeDate(locale, at), ...nameOfMethod(locale, method)].join(' '),
          width: 0.52,
          size: 9,
          isSoft: true,
        },
        { text: writeYen(locale, price), width: 0.18, align: 'end' },
      ],
    })),
  }
}

/** A refund has no method, and nothing is paid by `free`. */
function nameOfMethod(
  { words }: Pick<SheetLocale, 'words'>,
  method: PrintedReceipt['payments'][number]['payment_method_type'],
): string[] {
  return method === null || method === 'free' ? [] : [words(`payment_method_${method}`)]
}

function footBlock({ words }: SheetLocale, receipt: PrintedReceipt): Block {
  const { issuer, former_receipt_number: former, receipt_numbers: all, receipt_number: number } = receipt
  const newest = all.at(-1)
  const notes = [
    ...(former === null ? [] : [words('receipt_former', { number: former })]),
    ...(newest === undefined || newest === number ? [] : [words('receipt_replaced', { number: newest })]),
  ]
  const issuerLines: Cell[] = [
    { text: issuer.name, width: 0.75, size: 12, isBold: true },
    { text: issuer.address, width: 0.75 },
    { text: `${words('receipt_registration')} ${issuer.registration_number}`, width: 0.75 },
  ]
  return {
    rows: [
      ...issuerLines.map<Row>((cell, index) => ({
        ...(index === 0 && { gap: 18, rule: 'thin' as const }),
        cells: [
          { text: index === 0 ? words('receipt_issuer') : '', width: 0.25, size: 9, isSoft: true },
          cell,
        ],
      })),
      ...notes.map((text, index) => ({
        gap: index === 0 ? 10 : 0,
        cells: [{ text, width: 1, size: 9, isSoft: true }],
      })),
    ],
  }
}

/** The name of a table, and the names of its columns. */
function titledHead(title: string, columns: readonly Cell[]): Row[] {
  return [
    { gap: 14, cells: [{ text: title, width: 1, isBold: true }] },
    ...(columns.length === 0 ? [] : [{ cells: columns.map(cell => ({ ...cell, size: 9, isSoft: true })) }]),
  ]
}

interface AmountRow {
  readonly label: string
  readonly yen: number
  readonly rule: 'thin' | 'thick'
}

function amountRow(locale: SheetLocale, { label, yen, rule }: AmountRow): Row {
  const isBold = rule === 'thick'
  return {
    rule,
    cells: [
      { text: label, width: 0.7, isBold },
      { text: writeYen(locale, yen), width: 0.3, align: 'end', isBold },
    ],
  }
}

function writeYen({ words }: Pick<SheetLocale, 'words'>, yen: number): string {
  return formatCurrency(yen, { template: words('common_price_with_unit', { price: '{price}' }) })
}

function writeDate({ lang, words }: SheetLocale, at: string): string {
  return formatDate(at.slice(0, 10), words('common_date_format'), lang)
}
