import type { MethodPaidBy, PaymentMethod } from '@kippu/domain/payment-method'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { typeCard } from './card-typing.ts'
import type { CardMethod } from './card-typing.ts'
import { readQrCode } from './qr-code.ts'
import type { Reader } from './reader.ts'

/** The visitor, as far as a way to pay needs them. */
export interface Payer extends Reader {
  as(change: { readonly page: Page }): Payer
  passChallenge(): Promise<void>
  failChallenge(): Promise<void>
  /** Presses a button on the page of a wallet, by the value it sends. */
  answersWallet(answer: WalletAnswer): Promise<void>
}

export type WalletAnswer = 'pay' | 'cancel' | 'fail' | 'pay_no_return' | 'login'

/** The steps that one payment method has of its own; all other steps are the same for every method. */
export interface WayToPay {
  readonly method: PaymentMethod
  /** Fills in the fields under the method on the payment page. */
  readonly fill?: (visitor: Payer) => Promise<void>
  /** Presses the last button, where it is not ours, and returns the page that it opens. */
  readonly press?: (visitor: Payer) => Promise<void>
  /** Acts on the provider's own pages after the last button, until the browser is sent back. */
  readonly answer?: (visitor: Payer) => Promise<void>
}

/** A card of the test book. Whether its bank asks for a challenge depends on the card: 3220 does. */
export function card(last4: string, method: CardMethod = 'stripe_secure'): WayToPay {
  return { method, fill: visitor => typeCard(visitor, { method, last4 }) }
}

/** A card whose bank challenges the visitor, who passes. */
export function challengedCard(method: CardMethod): WayToPay {
  return { ...card('3220', method), answer: visitor => visitor.passChallenge() }
}

/** A method whose page has the usual buttons of the simulated wallets. */
export type WalletMethod = MethodPaidBy<'away'>

/** Pays on the wallet's page. */
export function wallet(method: WalletMethod): WayToPay {
  return { method, answer: visitor => visitor.answersWallet('pay') }
}

/** Logs in to d ACCOUNT, checks the amount, and pays on docomo's page. */
export const dPay: WayToPay = {
  method: 'd_pay',
  answer: async visitor => {
    await visitor.answersWallet('login')
    await visitor.sees('d_pay_confirm_title')
    await visitor.button('d_pay_confirm_pay').click()
    await visitor.answersWallet('pay')
  },
}

/**
 * Scans the code with a phone and pays there, while the page with the code stays as it is. The phone is a browser of its
 * own: closing a tab that is in front of another one sometimes hangs in Chromium.
 */
export const weChatPay: WayToPay = {
  method: 'adyen_we_chat_pay',
  answer: async visitor => {
    const device = await visitor.page.context().browser()?.newContext()
    if (device === undefined) throw new Error('the browser is gone')
    const phone = visitor.as({ page: await device.newPage() })
    await phone.page.goto(await scans(visitor))
    await phone.answersWallet('pay')
    await device.close()
  },
}

/** Reads the code that the page shows, as the app of a wallet would. */
async function scans({ page, t }: Reader): Promise<string> {
  const code = page.getByRole('figure', { name: t('payment_code_label'), exact: true })
  let address: string | undefined
  await expect.poll(async () => (address = await readQrCode(code)), 'a code to scan').toBeDefined()
  return address ?? ''
}

/** Agrees in the sheet of Apple Pay. */
export const applePay: WayToPay = {
  method: 'gmo_apple_pay',
  press: async visitor => {
    await opensSheet(visitor)
    await answersSheet(visitor, 'Pay')
  },
}

export async function opensSheet(visitor: Reader): Promise<void> {
  await visitor.page.getByRole('button', { name: visitor.t('confirm_pay_apple'), exact: true }).click()
}

/** Presses a button of the sheet. */
export async function answersSheet({ page }: Reader, answer: 'Pay' | 'Cancel'): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Apple Pay' })
  await sheet.getByRole('button', { name: answer }).click()
}
