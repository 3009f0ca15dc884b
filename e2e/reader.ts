import { textKeysOf } from '@kippu/contract/errors'
import type { ErrorCode } from '@kippu/contract/errors'
import type { Language } from '@kippu/domain/language'
import type { BundledTextKey as TextKey } from '@kippu/texts/texts'
import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

import { wordsIn } from './words.ts'
import type { Words } from './words.ts'

/** More focus stops than any screen has. */
const MOST_PRESSES = 100

/** A tab as a visitor reads it: elements are found by the words of a language. */
export class Reader {
  readonly lang: Language
  readonly t: Words
  /** The tab in front. */
  page: Page

  constructor({ page, lang }: { readonly page: Page; readonly lang: Language }) {
    this.page = page
    this.lang = lang
    this.t = wordsIn(lang)
  }

  heading(key: TextKey): Locator {
    const words = this.t(key)
    // The opening of a house goes on with its name.
    const name = key === 'order_title' ? new RegExp(`^${RegExp.escape(words)} `) : words
    return this.page.getByRole('heading', { level: 1, name, exact: true })
  }

  button(key: TextKey): Locator {
    return this.page.getByRole('button', { name: this.t.like(key) })
  }

  async sees(key: TextKey): Promise<void> {
    await expect(this.heading(key)).toBeVisible()
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

  /** Reads at a field why its value was refused; no dialog comes. */
  async readsAtField(field: Locator, message: string): Promise<void> {
    await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(message)))
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }

  /** All errors of a form, above it. */
  errorSummary(): Locator {
    return this.page.getByRole('region', { name: this.t('common_error_summary_title'), exact: true })
  }

  /** A required text field. */
  field(key: TextKey): Locator {
    // That it is required is a state of the field, and no part of its name: it is said once.
    return this.page.getByRole('textbox', { name: this.t(key), exact: true })
  }

  /** The app has taken over the document: a list or a radio button that is chosen before goes back. */
  async isAlive(): Promise<void> {
    await expect(this.page.locator('html')).toHaveAttribute('data-alive')
  }

  /** Chooses the language in the menu, unless the page is in it already. */
  async chooseLanguage(lang: Language): Promise<void> {
    const menu = this.page.locator('header').getByRole('combobox')
    if ((await menu.inputValue()) === lang) return
    await this.isAlive()
    await menu.selectOption(lang)
    await expect(this.page.getByRole('combobox', { name: wordsIn(lang)('common_language') })).toHaveValue(
      lang,
    )
  }

  /** Presses Tab until an element has the focus, as people without a mouse do. */
  async tabTo(target: Locator): Promise<void> {
    const isFocused = (): Promise<boolean> => target.evaluate(node => node === document.activeElement)
    for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
      if (await isFocused()) return
      await this.page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }

  // The browser's storage

  /** The names of everything this tab stores about the purchase. */
  async storedPieces(): Promise<string[]> {
    return this.page.evaluate(() => Object.keys(sessionStorage))
  }

  /** The token of this tab's order. */
  async orderToken(): Promise<string> {
    const stored = await this.page.evaluate(() => {
      const key = Object.keys(sessionStorage).find(name => name.endsWith(':orderToken'))
      return key === undefined ? null : sessionStorage.getItem(key)
    })
    if (stored === null) throw new Error('no order was begun in this tab')
    return String(JSON.parse(stored))
  }
}
