import { textKeysOf } from '@kippu/contract/errors'
import type { ErrorCode } from '@kippu/contract/errors'
import type { PaymentMethod } from '@kippu/domain/payment-method'
import { formatTimeRange } from '@kippu/domain/date-format'
import type { IsoDate } from '@kippu/domain/jst-date'
import type { Language } from '@kippu/domain/language'
import { choosesTime } from '@kippu/domain/visit-time'
import type { DemoProduct } from '@kippu/demo/products'
import type { BundledTextKey } from '@kippu/texts/texts'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import { typeCard } from './card-typing.ts'
import type { CardMethod } from './card-typing.ts'
import { codeIn, linkIn, waitForMail } from './mailbox.ts'
import type { Mail, MailKind } from './mailbox.ts'
import { BUYER } from './planted.ts'
import { Reader } from './reader.ts'
import type { SeenVisit, Visit } from './visits.ts'
import { card } from './ways-to-pay.ts'
import type { WalletAnswer, WayToPay } from './ways-to-pay.ts'

interface VisitorProps {
  readonly page: Page
  /** The language the visitor reads. */
  readonly lang: Language
  readonly email: string
}

/** Bank pages by their names in the simulator. */
const CHALLENGE_TITLE = /Confirm your payment/

/** A person in front of a browser: does and sees what a visitor can, with the names that visitors use. */
export class Visitor extends Reader {
  readonly email: string
  readonly #readMails: string[] = []
  readonly #links: string[] = []

  constructor({ page, lang, email }: VisitorProps) {
    super({ page, lang })
    this.email = email
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

  // The order screen

  async openStore(): Promise<void> {
    await this.page.goto('/')
    await this.chooseLanguage(this.lang)
    await this.sees('order_title')
  }

  async chooseProduct(product: DemoProduct): Promise<void> {
    await this.#unfold('order_choose_product')
    const name = this.page.getByText(product.name[this.lang], { exact: true })
    const card = this.page.locator('label').filter({ has: name })
    await this.isAlive()
    await card.click()
    await expect(card.locator('input')).toBeChecked()
  }

  /** A choice of the page, with its title; on a phone it is open, folded to one line, or its title alone. */
  choice(kind: 'product' | 'date' | 'time' | 'tickets' | 'sets'): Locator {
    return this.page.locator('section').filter({ has: this.page.locator(`#choose-${kind}`) })
  }

  /** On a phone, a choice that was made is one line; its button opens it again. */
  async #unfold(...titles: readonly BundledTextKey[]): Promise<void> {
    for (const title of titles) {
      const name = `${this.t('common_change')} ${this.t(title)}`
      const change = this.page.getByRole('button', { name, exact: true })
      if (await change.isVisible()) await change.click()
    }
  }

  /** A day of the calendar, whether that is open or folded to one line. */
  day(date: IsoDate): Locator {
    return this.page.locator(`[data-date="${date}"]`)
  }

  /** Moves the calendar to the month of a day. */
  async turnTo(date: IsoDate): Promise<void> {
    await this.#unfold('order_choose_date', 'order_choose_start_date')
    const grid = this.page.getByRole('grid').first()
    await expect(grid).toBeVisible()
    while (!(await this.day(date).isVisible())) {
      const month = await grid.getAttribute('aria-labelledby')
      const title = this.page.locator(`[id="${month}"]`)
      const before = await title.innerText()
      const [year = '', shown = ''] = (
        (await this.page.locator('[data-month]').getAttribute('data-month')) ?? ''
      ).split('-')
      const isLater = `${year}-${shown.padStart(2, '0')}` > date.slice(0, 7)
      await this.button(isLater ? 'calendar_previous_month' : 'calendar_next_month').click()
      await expect(title).not.toHaveText(before)
    }
  }

  async chooseDay(date: IsoDate): Promise<void> {
    await this.turnTo(date)
    await expect(this.day(date)).toHaveAccessibleName(new RegExp(`^${RegExp.escape(this.t.date(date))}`))
    await this.day(date).click()
    await expect(this.day(date)).toHaveAttribute('aria-pressed', 'true')
  }

  time({ from, to }: Pick<Visit, 'from' | 'to'>): Locator {
    const title = this.page.locator('legend').filter({ hasText: this.t('order_choose_time') })
    const label = this.page.locator('label').filter({ hasText: formatTimeRange(from, to, this.lang) })
    return this.page.locator('fieldset').filter({ has: title }).locator(label).locator('input')
  }

  async chooseTime(visit: Pick<Visit, 'from' | 'to'>): Promise<void> {
    await this.#unfold('order_choose_time')
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

  /** How many of a kind of ticket are chosen, whether the tickets are open or folded to one line. */
  count(product: DemoProduct, kind: number): Locator {
    const name = product.ticketTypes[kind]?.name[this.lang] ?? ''
    return this.page.getByRole('group', { name, exact: true, includeHidden: true }).locator('output')
  }

  more(product: DemoProduct, kind: number): Locator {
    const name = product.ticketTypes[kind]?.name[this.lang] ?? ''
    return this.page.getByRole('button', { name: this.t('order_more', { name }), exact: true })
  }

  async chooseTickets(product: DemoProduct, count: number, kind = 0): Promise<void> {
    await this.#unfold('order_choose_tickets')
    for (let i = 0; i < count; i += 1) await this.more(product, kind).click()
    await expect(this.count(product, kind)).toHaveText(String(count))
  }

  /** Chooses day, time and adults' tickets, where the product is chosen already. */
  async chooseVisit(visit: SeenVisit, tickets = 2): Promise<void> {
    await this.chooseDay(visit.date)
    if (choosesTime(visit.product.saleType)) await this.chooseTime(visit)
    await this.chooseTickets(visit.product, tickets)
  }

  /** Chooses product, day, time and two adults' tickets, and goes on to the buyer form. */
  async orderVisit(visit: SeenVisit): Promise<void> {
    await this.chooseProduct(visit.product)
    await this.chooseVisit(visit)
    await this.goOn()
  }

  /** Leaves the order screen for the buyer form. */
  async goOn(): Promise<void> {
    await this.button('common_next').click()
    await this.sees('sign_in_title')
  }

  // Buyer form and mail

  async fillForm(): Promise<void> {
    await this.field('sign_in_field_fullname').fill(BUYER.name)
    await this.field('sign_in_field_email').fill(this.email)
    await this.field('sign_in_field_email_again').fill(this.email)
    await this.page.getByRole('checkbox', { name: this.t('sign_in_terms_agree') }).check()
  }

  /** Fills the buyer form and asks for the mail. */
  async signIn(): Promise<void> {
    await this.fillForm()
    await this.button('sign_in_submit').click()
    await this.sees('mail_sent_title')
  }

  /** Has the mail sent again: half a minute after the first one, which passes at once. */
  async sendMailAgain(): Promise<void> {
    await this.page.clock.install()
    await this.page.clock.fastForward(30_000)
    await this.button('mail_sent_again').click()
    await expect(this.page.getByText(this.t('mail_sent_again_done'))).toBeVisible()
  }

  /** The field of the page that waits for the mail. */
  mailCode(): Locator {
    return this.page.getByRole('textbox', { name: this.t('mail_sent_code'), exact: true })
  }

  /** Types the code of the newest mail where the order waits for it, as it is read there. */
  async typeMailCode(): Promise<void> {
    const mail = await waitForMail(this.email, { kind: 'confirmation', read: this.#readMails })
    this.#readMails.push(mail.id)
    await this.mailCode().fill(codeIn(mail))
    await this.sees('payment_title')
  }

  /** Fills the buyer form and proves the address: from the form to the payment page. */
  async signInByMail(): Promise<void> {
    await this.signIn()
    await this.followMailLink()
  }

  /** Opens the newest mail's link, as mail programs do: in a new tab. */
  async followMailLink(kind: MailKind = 'confirmation'): Promise<void> {
    const mail = await waitForMail(this.email, { kind, read: this.#readMails })
    const link = linkIn(kind, mail)
    this.#readMails.push(mail.id)
    this.#links.push(link)
    await this.#openTab(link)
    if (kind === 'confirmation') await this.provesAddress()
  }

  /** In the browser that sent the form the page of the link proves the address by itself; elsewhere it wants a press. */
  async provesAddress(): Promise<void> {
    const press = this.button('mail_link_ask')
    await expect(press.or(this.heading('payment_title'))).toBeVisible()
    if (await press.isVisible()) await press.click()
    await this.sees('payment_title')
  }

  /** Reads the newest mail of the kind in the mailbox. */
  async readMail(kind: MailKind): Promise<Mail> {
    return waitForMail(this.email, { kind, read: this.#readMails })
  }

  /** The link of the newest mail, without following it. */
  async takeLink(kind: MailKind): Promise<string> {
    const mail = await this.readMail(kind)
    this.#readMails.push(mail.id)
    return linkIn(kind, mail)
  }

  /** The first mail's link. */
  mailLink(): string {
    const [link] = this.#links
    if (link === undefined) throw new Error('no mail was read')
    return link
  }

  /** Opens the first mail's link once more. */
  async followOldLink(): Promise<void> {
    await this.#openTab(this.mailLink())
    await this.provesAddress()
  }

  // Payment

  /** Types a code into the coupon field, and presses Enter. */
  async enterCoupon(code: string): Promise<void> {
    const fold = this.#couponFold()
    if ((await fold.getAttribute('open')) === null) {
      // Where no loader covers it, and then with the keyboard: the frame of a card above comes between the halves of a click.
      await fold.locator('summary').click({ trial: true })
      await fold.locator('summary').press('Enter')
    }
    await this.#couponField().fill(code)
    await this.#couponField().press('Enter')
  }

  #couponField(): Locator {
    return this.page.getByRole('textbox', { name: this.t('coupon_code') })
  }

  async readsCouponRefusal(code: ErrorCode): Promise<void> {
    await this.readsAtField(this.#couponField(), this.t.of(textKeysOf(code).message))
  }

  /** By itself, and not by its field, which has no role while a loader covers the page. */
  #couponFold(): Locator {
    return this.page.locator('details').filter({ hasText: this.t('coupon_open') })
  }

  /** Enters a coupon that is accepted, and sees it in the list. */
  async usesCoupon(code: string): Promise<void> {
    await this.enterCoupon(code)
    await expect(this.coupon(code)).toBeVisible()
    await expect(this.#couponFold()).not.toHaveAttribute('open')
  }

  /** A coupon in the list of the order's coupons. */
  coupon(code: string): Locator {
    return this.page.locator('main').getByRole('listitem').filter({ hasText: code })
  }

  async removesCoupon(code: string): Promise<void> {
    await this.coupon(code).getByRole('button').click()
    await expect(this.coupon(code)).toHaveCount(0)
  }

  /** The amount to charge, beside the button of a payment page. */
  total(): Locator {
    return this.page.locator('main [aria-live] > strong').filter({ visible: true })
  }

  async choosePayment(method: PaymentMethod): Promise<void> {
    // By its value: several methods of the demo have the same name and differ only by provider. A twin of one in sight is folded away.
    const radio = this.page.locator(`[name="payment-method"][value="${method}"]`)
    await radio.waitFor({ state: 'attached' })
    const fold = this.page.locator('details:not([open])').filter({ has: radio })
    // With the keyboard, as in `goOnToConfirm`: the frame of the card above takes presses of a mouse right after a scroll.
    if ((await fold.count()) > 0) await fold.locator('summary').press('Enter')
    await radio.press('Space')
    await expect(radio).toBeChecked()
  }

  /** Leaves a payment page for its confirmation. */
  async goOnToConfirm(
    title: 'confirm_title' | 'change_payment_confirm_title' = 'confirm_title',
  ): Promise<void> {
    const next = this.button(title === 'confirm_title' ? 'payment_next' : 'change_next')
    // While the script of a method loads, the button ignores presses, and a key does not wait for it as a click does.
    await expect(next).toBeEnabled()
    // With the keyboard: right after a scroll, Chromium may still send a mouse press to the frame that was there
    // before.
    await next.press('Enter')
    await this.sees(title)
  }

  /** Presses the last button of the confirmation. */
  async pay(): Promise<void> {
    await this.button('confirm_pay').click()
  }

  /** From the payment page to the confirmation. */
  async goOnWith({ method, fill }: WayToPay): Promise<void> {
    await this.choosePayment(method)
    await fill?.(this)
    await this.goOnToConfirm()
  }

  /** From the payment page through the provider's own pages. The result depends on the answers given there. */
  async payWith(way: WayToPay): Promise<void> {
    await this.goOnWith(way)
    await this.payBy(way)
  }

  /** From the confirmation through the provider's own pages. */
  async payBy({ press, answer }: Pick<WayToPay, 'press' | 'answer'>): Promise<void> {
    await (press === undefined ? this.pay() : press(this))
    await answer?.(this)
  }

  /** From the payment page to the completion page. @returns the reservation number. */
  async buyWith(way: WayToPay): Promise<string> {
    await this.payWith(way)
    return this.seesCompletionPage()
  }

  /** Pays with a card without a challenge: the shortest way to the completion page. @returns the reservation number. */
  async buys(): Promise<string> {
    return this.buyWith(card('1112'))
  }

  /** Types a card into Stripe's fields and goes on to the confirmation. */
  async enterCard(last4: string): Promise<void> {
    await typeCard(this, { method: 'stripe_secure', last4 })
    await this.goOnToConfirm()
  }

  /** Chooses a method, enters a card, and pays. The result depends on the card. */
  async payWithCard(last4: string, method?: CardMethod): Promise<void> {
    await this.payWith(card(last4, method))
  }

  async seesBankPage(): Promise<void> {
    await expect(this.page).toHaveTitle(CHALLENGE_TITLE)
  }

  async passChallenge(): Promise<void> {
    await this.seesBankPage()
    // One bank also offers "Authenticate, never come back".
    await this.page.getByRole('button', { name: /^Authenticate[^,]*$/ }).click()
  }

  async failChallenge(): Promise<void> {
    await this.seesBankPage()
    await this.page.getByRole('button', { name: 'Fail' }).click()
  }

  /** Presses a button on the page of a wallet, by the value it sends. */
  async answersWallet(answer: WalletAnswer): Promise<void> {
    await this.page.locator(`button[name="answer"][value="${answer}"]`).click()
  }

  /** Expects the completion page. @returns the reservation number. */
  async seesCompletionPage(): Promise<string> {
    await this.sees('complete_title')
    return this.page
      .locator('main')
      .getByText(/^[A-HJ-NP-Z2-9]{10}$/)
      .innerText()
  }

  /** A new tab, as mail programs open one; the old tab is closed. */
  async #openTab(address: string): Promise<void> {
    const old = this.page
    this.page = await old.context().newPage()
    await this.page.goto(address)
    await old.close()
  }
}
