import type { Page } from '@playwright/test'

import { isStore } from './stack.ts'
import type { Visitor } from './visitor.ts'

/** What a screen asks of its reader. */
export interface CountedScreen {
  readonly name: string
  /** Words, or characters where words are not divided by blanks. */
  readonly words: number
  /** In screens of the phone. */
  readonly height: number
}

/** What a person does for a purchase, as their browser sees it: the tests count nothing by hand, but the link in the mail. */
export class Counting {
  /** Fingers on our pages, and on the mail that leads to them. */
  taps = 0
  /** Fingers on pages of a provider: our page is gone then. A frame in our page is our page. */
  tapsElsewhere = 0
  /** Fields that something was typed into. */
  fields = 0
  /** Documents of the store. */
  loads = 0
  readonly screens: CountedScreen[] = []
  readonly #visitor: Visitor

  private constructor(visitor: Visitor) {
    this.#visitor = visitor
  }

  static async over(visitor: Visitor): Promise<Counting> {
    const counting = new Counting(visitor)
    const context = visitor.page.context()
    await context.exposeBinding('countTap', ({ page }) => counting.#tapped(page))
    await context.exposeBinding('countField', () => {
      counting.fields += 1
    })
    await context.addInitScript(() => {
      const typed = new WeakSet<EventTarget>()
      addEventListener('touchstart', () => Reflect.get(globalThis, 'countTap')(), true)
      addEventListener(
        'input',
        ({ target }) => {
          if (!(target instanceof HTMLInputElement) || /checkbox|radio/.test(target.type)) return
          if (!typed.has(target)) Reflect.get(globalThis, 'countField')()
          typed.add(target)
        },
        true,
      )
    })
    context.on('response', response => {
      const request = response.request()
      const isDocument = request.isNavigationRequest() && request.frame().parentFrame() === null
      // The link of a mail leads on to its page, and nothing is shown before that.
      if (isDocument && response.status() !== 302 && isStore(new URL(request.url()).origin))
        counting.loads += 1
    })
    return counting
  }

  #tapped(page: Page): void {
    if (isStore(new URL(page.url()).origin)) this.taps += 1
    else this.tapsElsewhere += 1
  }

  /** Follows the link of the mail, which is a tap there. */
  async followMailLink(): Promise<void> {
    await this.#visitor.followMailLink()
    this.taps += 1
  }

  /** Reads the screen in front from top to bottom. */
  async read(name: string): Promise<void> {
    const { page, lang } = this.#visitor
    const { text, height } = await page.evaluate(() => ({
      text: document.body.innerText,
      height: document.documentElement.scrollHeight / innerHeight,
    }))
    const words = lang === 'en' ? text.split(/\s+/).filter(Boolean).length : text.replaceAll(/\s/g, '').length
    this.screens.push({ name, words, height: Math.round(height * 10) / 10 })
  }
}
