import type { Receipt } from '@kippu/contract/receipts'
import { jstIso } from '@kippu/domain/jst-date'
import { DEFAULT_LANGUAGE, type Language } from '@kippu/domain/language'
import { sumOf } from '@kippu/domain/sum'

import type { Words } from '../../sites/words.ts'
import type { StoredReceipt } from './find-receipts.ts'
import { composeSheet, type PrintedReceipt } from './pdf/compose-sheet.ts'
import { hasFaces } from './pdf/embed-fonts.ts'
import { cellsOf } from './pdf/sheet.ts'
import type { ReceiptDocument } from './receipt-document.ts'

/** How a receipt is shown. */
export interface ReceiptLocale {
  readonly lang: Language
  readonly words: Words
}

export interface ShownReceipt {
  readonly receipt: StoredReceipt
  /** All receipts of the reservation, the oldest first. */
  readonly all: readonly StoredReceipt[]
  readonly isReissue: boolean
}

/** A stored receipt as it is read in a language: the words that the venue had in it when it was issued. */
export function presentReceipt(locale: ReceiptLocale, shown: ShownReceipt): Receipt {
  const printed = printedReceipt(locale, shown)
  return {
    ...printed,
    original_pass: null,
    has_pdf: hasFaces(cellsOf(composeSheet(locale, printed)), locale.lang),
  }
}

function printedReceipt(
  { lang, words }: ReceiptLocale,
  { receipt, all, isReissue }: ShownReceipt,
): PrintedReceipt {
  const { number, formerId, addressee, issuedAt, document } = receipt
  const nameIn = (names: Readonly<Record<string, string>>): string =>
    names[lang] ?? names.en ?? names[DEFAULT_LANGUAGE] ?? Object.values(names)[0] ?? ''
  const paidBy = new Set(document.payments.map(({ method }) => method))
  return {
    receipt_number: number,
    former_receipt_number: all.find(({ id }) => id === formerId)?.number ?? null,
    receipt_numbers: all.map(one => one.number),
    reservation_number: document.reservation_number,
    issued_at: jstIso(issuedAt.getTime()),
    addressee,
    reissue: isReissue,
    price: document.total,
    tax: sumOf(document.taxes.map(({ tax }) => tax)),
    tax_rate: document.taxes[0]?.tax_rate ?? 0,
    taxes: document.taxes,
    lines: document.lines.map(({ name, option_name, quantity, unit_price, tax_rate }) => ({
      name: nameIn(name),
      option_name: nameIn(option_name),
      quantity,
      unit_price,
      price: unit_price * quantity,
      tax_rate,
    })),
    adjustments: document.adjustments,
    payments: document.payments.map(({ paid_at, method, ...paid }) => ({
      paid_at: dateTimeOf(paid_at),
      payment_method_type: method,
      ...paid,
    })),
    payment_method_name: [...paidBy]
      // A refund has no method, and nothing is paid by `free`.
      .flatMap(method => (method === null || method === 'free' ? [] : words(`payment_method_${method}`)))
      .join(' / '),
    ...visitOf(document),
    issuer: document.issuer,
  }
}

function visitOf({ visit }: ReceiptDocument): Pick<Receipt, 'visit_from' | 'visit_to'> {
  return { visit_from: dateTimeOf(visit.starts_at), visit_to: dateTimeOf(visit.ends_at) }
}

function dateTimeOf(seconds: number): string {
  return jstIso(seconds * 1000)
}
