import { spawnSync } from 'node:child_process'

import { installFromDebian, mayInstall } from './debian-packages.ts'

/** Tests of receipts read PDF files and look at their pages by programs of Poppler: Debian's are installed where we may and they are missing. */
export function preparePoppler(): void {
  if (isThere()) return
  if (mayInstall()) installFromDebian('poppler-utils')
  if (!isThere())
    console.warn(
      'Without pdftoppm tests of receipts fail: install poppler-utils (Debian), or poppler (Homebrew).',
    )
}

function isThere(): boolean {
  return spawnSync('pdftoppm', ['-v'], { stdio: 'ignore' }).error === undefined
}
