import { readFile } from 'node:fs/promises'

import type { Site } from '@kippu/sites/site'
import { mailPicture } from '@kippu/sites/site-files'

import type { Deps } from '../../platform/deps.ts'
import { isRefusal, refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { UnknownToken } from '../former-tokens.ts'
import { composeSheet } from './pdf/compose-sheet.ts'
import { drawSheet } from './pdf/draw-sheet.ts'
import { isOriginalPass } from './original-pass.ts'
import { type AskedReceipt, readReceipt } from './read-receipt.ts'

export interface AskedPdf extends Omit<AskedReceipt, 'siteKey'> {
  readonly site: Pick<Site, 'key' | 'folders'>
  /** From the answer that issued the receipt. */
  readonly pass: string | undefined
}

export interface ReceiptPdf {
  /** `2026-000042`. */
  readonly number: string
  readonly bytes: Buffer
}

/** A receipt as a PDF. It is marked as a reissue unless the answer that issued it asks for it. */
export async function makeReceiptPdf(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens'>,
  { pass, site, ...asked }: AskedPdf,
): Promise<ReceiptPdf | UnknownToken | Refusal<'record not found'>> {
  const receipt = await readReceipt(deps, { ...asked, siteKey: site.key })
  if (isRefusal(receipt)) return receipt
  if (!receipt.has_pdf) return refuse('record not found')
  const { lang } = asked.locale
  const isOriginal = pass !== undefined && isOriginalPass(deps, receipt, pass)
  const sheet = composeSheet(asked.locale, { ...receipt, reissue: !isOriginal })
  const logoFile = mailPicture(site, 'mail/logo-light.png')
  const logo = logoFile === undefined ? undefined : await readFile(logoFile)
  const bytes = await drawSheet(sheet, { lang, issuedAt: new Date(receipt.issued_at), logo })
  return { number: receipt.receipt_number, bytes }
}
