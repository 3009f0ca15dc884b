import type { Page } from '@playwright/test'
import { openFile } from './edits.ts'
import { loadAlive } from './live-page.ts'

const FORM = {
  file: 'apps/web/src/parts/form/customer-form.tsx',
  from: '<form className={styles.form}',
}
const NAME = '山田 花子'

/**
 * Goes to the buyer's form, types a name, and changes the form's own component.
 *
 * @returns whether the name is still there, in the same document.
 */
export async function keepsForm(page: Page, url: string, folder: string): Promise<boolean> {
  await loadAlive(page, url)
  await page.getByRole('grid').getByRole('button', { name: /円/ }).last().click()
  await page
    .getByRole('radio', { name: /\d:\d\d.*販売中/ })
    .last()
    .check({ force: true })
  await page
    .getByRole('button', { name: /増やす$/ })
    .first()
    .click()
  await page.getByRole('button', { name: '次へ進む' }).click()
  const name = page.locator('form input').first()
  await name.fill(NAME)
  await page.evaluate("document.body.setAttribute('data-same-document', '')")
  const write = openFile(folder, FORM)
  write(`<form title="changed" className={styles.form}`)
  await page.locator('form[title="changed"]').waitFor()
  const isSame = (await page.locator('body[data-same-document]').count()) === 1
  const isKept = (await name.inputValue()) === NAME
  write()
  return isSame && isKept
}
