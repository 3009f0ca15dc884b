import { randomBytes } from 'node:crypto'

import { CARD_WAYS, isPaidBy } from '@kippu/domain/payment-method'
import type { Language } from '@kippu/domain/language'
import { siteOf } from '@kippu/demo/demo-sites'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

import { originOf, STACK } from './stack.ts'
import { Visitor } from './visitor.ts'
import { productOf, seededVisit } from './visits.ts'
import type { SeenVisit } from './visits.ts'
import { card } from './ways-to-pay.ts'

/** Of the house that sells to members alone. */
const MEMBER = { id: 'boc-1001', email: 'member@example.com' }

/** Goes from the home of any house to its tickets and their receipt, with two adults. */
export class Guest {
  readonly #key: string
  readonly #visitor: Visitor
  readonly #visit: SeenVisit

  constructor(key: string, page: Page, lang: Language = 'ja') {
    const isMember = siteOf(key).membership.required
    const email = isMember ? MEMBER.email : `guest-${randomBytes(8).toString('hex')}@example.com`
    this.#key = key
    this.#visitor = new Visitor({ page, lang, email })
    this.#visit = seededVisit(key, productOf(key, 'time'))
  }

  /** The tab in front: a link in a mail opens a new one. */
  get page(): Page {
    return this.#visitor.page
  }

  /** By which a stranger would know the house. */
  get names(): readonly string[] {
    const { name, tagline } = siteOf(this.#key)
    const { lang } = this.#visitor
    return [name[lang], tagline[lang], this.#visit.product.name[lang]]
  }

  async opensHome(): Promise<void> {
    await this.page.goto(`${originOf(this.#key)}/?lang=${this.#visitor.lang}`, { waitUntil: 'networkidle' })
  }

  /** To the payment page. */
  async orders(): Promise<void> {
    const { membership, orderLayout } = siteOf(this.#key)
    await this.#comesIn()
    if (orderLayout === 'date_first') await this.#visitor.chooseDay(this.#visit.date)
    await this.#visitor.orderVisit(this.#visit)
    if (membership.required) await this.#signInAsMember()
    else await this.#visitor.signInByMail()
    // The ways to pay are listed, and the fields of a provider are there.
    await this.page.locator('[name="payment-method"]').first().waitFor({ state: 'attached' })
    await expect(this.#visitor.button('payment_next')).toBeEnabled()
  }

  /** To the completion page, with a card that asks for no challenge. */
  async pays(): Promise<void> {
    const method = siteOf(this.#key).paymentMethods.web.find(one => isPaidBy(one, CARD_WAYS))
    if (method === undefined) throw new Error(`${this.#key} takes no card`)
    await this.#visitor.buyWith(card('1112', method))
  }

  async opensTickets(): Promise<void> {
    await this.#visitor.followMailLink('completion')
    const position = this.#visitor.t('ticket_position', { current: 1, total: 2 })
    await this.page.getByLabel(this.#visitor.t('ticket_qr_label', { position }), { exact: true }).waitFor()
  }

  async opensReceipt(): Promise<void> {
    const { t, page } = this.#visitor
    await page.getByRole('link', { name: t('ticket_receipt'), exact: true }).click()
    await this.#visitor.field('receipt_ask_addressee').fill('山田 花子')
    await page.keyboard.press('Enter')
    await this.#visitor.sees('receipt_title')
  }

  async #signInAsMember(): Promise<void> {
    const { t } = this.#visitor
    await this.page.getByRole('checkbox', { name: t('sign_in_terms_agree') }).check()
    await this.#visitor.button('common_next').click()
    await this.#visitor.sees('payment_title')
    await expect(this.page.getByText(t('membership_done'))).toBeHidden()
  }

  /** By the link that a house gives out where it sells to nobody else. */
  async #comesIn(): Promise<void> {
    const { membership, requiresProduct } = siteOf(this.#key)
    if (membership.required) {
      await this.page.goto(
        `${STACK.simulators}/membership?site=${this.#key}&member=${MEMBER.id}&seconds=1800`,
      )
      await this.page.getByRole('link', { name: /Go to the store/ }).click()
    } else if (requiresProduct)
      await this.page.goto(`${originOf(this.#key)}/#/order?product=${this.#visit.product.uuid}`)
    else await this.page.goto(originOf(this.#key))
    await this.#visitor.sees('order_title')
  }
}
