import type { IsoDate } from '@kippu/domain/jst-date'
import { textKeysOf } from '@kippu/contract/errors'
import type { ErrorCode } from '@kippu/contract/errors'
import type { PaymentMethod } from '@kippu/contract/payment-method'
import type { Language } from '@kippu/domain/language'
import { formatTimeRange } from '@kippu/domain/date-format'
import type { DemoProduct } from '@kippu/server/db/demo/demo-product'
import { FIELDS_TEXTS } from '@kippu/simulators/stripe/fields-texts'
import { testCardNumber } from '@kippu/simulators/test-cards'
import type { BundledTextKey as TextKey } from '@kippu/texts/texts'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import { linkIn, waitForMail } from './mailbox.ts'
import type { Mail, MailKind } from './mailbox.ts'
import type { SeenVisit, Visit } from './visits.ts'
import { wordsIn } from './words.ts'
import type { Words } from './words.ts'

interface VisitorProps {
  readonly page: Page
  /** The language the visitor reads. */
  readonly lang: Language
  readonly email: string
}

/** Bank pages as the 3-D Secure simulator names its buttons. */
const CHALLENGE_TITLE = /3-D Secure/

/** More things than any screen has to stop at. */
const MOST_PRESSES = 100

/** A person in front of a browser: does and sees what a visitor can, in the visitor's words. */
export class Visitor {
  readonly email: string
  readonly lang: Language
  readonly t: Words
  /** The tab in front. */
  page: Page
  readonly #readMails: string[] = []
  readonly #links: string[] = []

  constructor({ page, lang, email }: VisitorProps) {
    this.page = page
    this.lang = lang
    this.email = email
    this.t = wordsIn(lang)
  }

  /** The same person, in another language, another tab, or with another address. */
  as({
    lang = this.lang,
    page = this.page,
    email = this.email,
  }: {
    readonly lang?: Language
    readonly page?: Page
    readonly email?: string
  }): Visitor {
    return new Visitor({ page, lang, email })
  }

  // What is on the screen

  heading(key: TextKey): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.t(key), exact: true })
  }

  button(key: TextKey): Locator {
    return this.page.getByRole('button', { name: this.t.like(key) })
  }

  async sees(key: TextKey): Promise<void> {
    await expect(this.heading(key)).toBeVisible()
  }

  async seesBankPage(): Promise<void> {
    await expect(this.page).toHaveTitle(CHALLENGE_TITLE)
  }

  /** Reads a dialog with this title and presses its button. */
  async readsDialog(key: TextKey): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: this.t(key), exact: true })
    await dialog.getByRole('button', { name: this.t('common_ok'), exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  /** Reads the dialog of a refusal, title and message, and presses its button. */
  async readsRefusal(code: ErrorCode): Promise<void> {
    const { title, message } = textKeysOf(code)
    const dialog = this.page.getByRole('dialog', { name: this.t.of(title), exact: true })
    await expect(dialog).toContainText(this.t.of(message))
    await dialog.getByRole('button', { name: this.t('common_ok'), exact: true }).click()
    await expect(dialog).toBeHidden()
  }

  /** Sees the thanks. @returns the reservation number. */
  async seesThanks(): Promise<string> {
    await this.sees('complete_title')
    return this.page
      .locator('main')
      .getByText(/^[A-HJ-NP-Z2-9]{10}$/)
      .innerText()
  }

  // The order screen

  async openStore(): Promise<void> {
    await this.page.goto('/')
    await this.chooseLanguage(this.lang)
    await this.sees('order_title')
  }

  /** Takes the language from the menu, unless the page speaks it already. */
  async chooseLanguage(lang: Language): Promise<void> {
    const menu = this.page.locator('header').getByRole('combobox')
    if ((await menu.inputValue()) === lang) return
    await menu.selectOption(lang)
    await expect(this.page.getByRole('combobox', { name: wordsIn(lang)('common_language') })).toHaveValue(
      lang,
    )
  }

  async chooseProduct(product: DemoProduct): Promise<void> {
    const products = this.page.getByRole('group', { name: this.t('order_choose_product') })
    await products.getByText(product.name[this.lang], { exact: true }).click()
    await expect(products.getByRole('radio', { name: product.name[this.lang] })).toBeChecked()
  }

  day(date: IsoDate): Locator {
    return this.page.getByRole('grid').getByRole('button', { name: this.t.date(date) })
  }

  /** Turns the calendar to the month of a day. */
  async turnTo(date: IsoDate): Promise<void> {
    const grid = this.page.getByRole('grid')
    await expect(grid).toBeVisible()
    while (!(await this.day(date).isVisible())) {
      const month = await grid.getAttribute('aria-labelledby')
      const title = this.page.locator(`[id="${month}"]`)
      const before = await title.innerText()
      await this.button('calendar_next_month').click()
      await expect(title).not.toHaveText(before)
    }
  }

  async chooseDay(date: IsoDate): Promise<void> {
    await this.turnTo(date)
    await this.day(date).click()
    await expect(this.day(date)).toHaveAttribute('aria-pressed', 'true')
  }

  time({ from, to }: Pick<Visit, 'from' | 'to'>): Locator {
    const times = this.page.getByRole('group', { name: this.t('order_choose_time') })
    return times.getByRole('radio', { name: formatTimeRange(from, to, this.lang) })
  }

  async chooseTime(visit: Pick<Visit, 'from' | 'to'>): Promise<void> {
    const radio = this.page.getByRole('radio', { name: formatTimeRange(visit.from, visit.to, this.lang) })
    // The radio button itself is only for screen readers; fingers press the label around it.
    await this.page.locator('label').filter({ has: radio }).click()
    await expect(this.time(visit)).toBeChecked()
  }

  /** The counter of a kind of ticket: 0 adult, 1 youth, 2 child. */
  counter(product: DemoProduct, kind: number): Locator {
    return this.page.getByRole('group', {
      name: product.ticketTypes[kind]?.name[this.lang] ?? '',
      exact: true,
    })
  }

  more(product: DemoProduct, kind: number): Locator {
    const name = product.ticketTypes[kind]?.name[this.lang] ?? ''
    return this.page.getByRole('button', { name: this.t('order_more', { name }), exact: true })
  }

  async chooseTickets(product: DemoProduct, count: number, kind = 0): Promise<void> {
    for (let i = 0; i < count; i += 1) await this.more(product, kind).click()
    await expect(this.counter(product, kind).getByRole('status')).toHaveText(String(count))
  }

  /** Chooses product, day, time and two adults' tickets, and goes on to the buyer form. */
  async orderVisit(visit: SeenVisit): Promise<void> {
    await this.chooseProduct(visit.product)
    await this.chooseDay(visit.date)
    if (visit.product.saleType === 'time') await this.chooseTime(visit)
    await this.chooseTickets(visit.product, 2)
    await this.goOn()
  }

  /** Leaves the order screen for the buyer form. */
  async goOn(): Promise<void> {
    await this.button('common_next').click()
    await this.sees('sign_in_title')
  }

  // Buyer form and mail

  async fillForm(): Promise<void> {
    await this.#field('sign_in_field_fullname').fill('Kippu Taro')
    await this.#field('sign_in_field_email').fill(this.email)
    await this.#field('sign_in_field_email_again').fill(this.email)
    await this.page.getByRole('checkbox', { name: this.t('sign_in_terms_agree') }).check()
  }

  /** Fills the buyer form and asks for the mail. */
  async signIn(): Promise<void> {
    await this.fillForm()
    await this.button('sign_in_submit').click()
    await this.sees('mail_sent_title')
  }

  /** Opens the newest mail's link, as mail programs do: in a new tab. */
  async followMailLink(kind: MailKind = 'confirmation'): Promise<void> {
    const mail = await waitForMail(this.email, { kind, read: this.#readMails })
    const link = linkIn(kind, mail)
    this.#readMails.push(mail.id)
    this.#links.push(link)
    await this.#openTab(link)
    if (kind === 'confirmation') await this.sees('payment_title')
  }

  /** Reads the newest mail of the kind where mails are read. */
  async readMail(kind: MailKind): Promise<Mail> {
    return waitForMail(this.email, { kind, read: this.#readMails })
  }

  /** The link of the newest mail, not followed. */
  async takeLink(kind: MailKind): Promise<string> {
    const mail = await this.readMail(kind)
    this.#readMails.push(mail.id)
    return linkIn(kind, mail)
  }

  /** The link that was followed first. */
  mailLink(): string {
    const [link] = this.#links
    if (link === undefined) throw new Error('no mail was read')
    return link
  }

  /** Opens the first mail's link once more. */
  async followOldLink(): Promise<void> {
    await this.#openTab(this.mailLink())
    await this.sees('payment_title')
  }

  // Payment

  /** Types a code where coupons are entered, and presses Enter. */
  async enterCoupon(code: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: this.t('coupon_code') })
    if (!(await field.isVisible())) await this.page.getByText(this.t('coupon_open'), { exact: true }).click()
    await field.fill(code)
    await field.press('Enter')
  }

  /** Enters a coupon that is taken, and sees it in the list. */
  async usesCoupon(code: string): Promise<void> {
    await this.enterCoupon(code)
    await expect(this.coupon(code)).toBeVisible()
  }

  /** A coupon in the list of those that the order has. */
  coupon(code: string): Locator {
    return this.page.locator('main').getByRole('listitem').filter({ hasText: code })
  }

  async removesCoupon(code: string): Promise<void> {
    await this.coupon(code).getByRole('button').click()
    await expect(this.coupon(code)).toHaveCount(0)
  }

  async choosePayment(method: PaymentMethod): Promise<void> {
    // By its value: several ways of the demo site have one name, and differ by who takes the payment.
    await this.page
      .getByRole('radio')
      .and(this.page.locator(`[value="${method}"]`))
      .check()
  }

  /** Pays with a card that asks nothing: the shortest way to the thanks. @returns the reservation number. */
  async buys(): Promise<string> {
    await this.payWithCard('1112')
    return this.seesThanks()
  }

  /** Types a card into the provider's fields and goes on to the confirmation. */
  async enterCard(last4: string): Promise<void> {
    await this.#field('payment_card_name').fill('KIPPU TARO')
    const words = FIELDS_TEXTS[this.lang] ?? FIELDS_TEXTS['en']
    const fields = this.page.frameLocator('iframe')
    await fields.getByLabel(words?.number ?? '', { exact: true }).fill(testCardNumber(last4))
    await fields.getByLabel(words?.expiry ?? '', { exact: true }).fill('12 / 40')
    await fields.getByLabel(words?.cvc ?? '', { exact: true }).fill('123')
    // With the keyboard: Chromium may still give a mouse that presses right after a scroll to the frame that was there.
    await this.button('payment_next').press('Enter')
    await this.sees('confirm_title')
  }

  /** Chooses a method, enters a card, and pays. What comes then depends on the card. */
  async payWithCard(last4: string, method: 'stripe' | 'stripe_secure' = 'stripe_secure'): Promise<void> {
    await this.choosePayment(method)
    await this.enterCard(last4)
    await this.pay()
  }

  /** Presses the last button of the confirmation. */
  async pay(): Promise<void> {
    await this.button('confirm_pay').click()
  }

  async passChallenge(): Promise<void> {
    await this.seesBankPage()
    await this.page.getByRole('button', { name: 'Authenticate' }).click()
  }

  async failChallenge(): Promise<void> {
    await this.seesBankPage()
    await this.page.getByRole('button', { name: 'Fail' }).click()
  }

  /** Presses Tab until something has the focus, as people without a mouse do. */
  async tabTo(target: Locator): Promise<void> {
    const isFocused = (): Promise<boolean> => target.evaluate(node => node === document.activeElement)
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      if (await isFocused()) return
      await this.page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }

  // What the browser remembers

  /** Names of everything this tab keeps of the purchase. */
  async storedPieces(): Promise<string[]> {
    return this.page.evaluate(() => Object.keys(sessionStorage))
  }

  /** The token of the order this tab is buying. */
  async orderToken(): Promise<string> {
    const stored = await this.page.evaluate(() => {
      const key = Object.keys(sessionStorage).find(name => name.endsWith(':orderToken'))
      return key === undefined ? null : sessionStorage.getItem(key)
    })
    if (stored === null) throw new Error('no order was begun in this tab')
    return String(JSON.parse(stored))
  }

  /** A new tab, as mail programs open one; the old tab is closed. */
  async #openTab(address: string): Promise<void> {
    const old = this.page
    this.page = await old.context().newPage()
    await this.page.goto(address)
    await old.close()
  }

  #field(key: TextKey): Locator {
    const mark = RegExp.escape(this.t('common_required'))
    return this.page.getByRole('textbox', { name: new RegExp(`^${RegExp.escape(this.t(key))}\\s*${mark}$`) })
  }
}
