import { spawnSync } from 'node:child_process'

import { installFromDebian, mayInstall } from './debian-packages.ts'

/** Programs that read PDF files, and draw their pages: tests of receipts look at them. Debian's are installed first where we may. */
export function preparePoppler(): void {
  if (isThere()) return
  if (mayInstall()) installFromDebian('poppler-utils')
  if (!isThere())
    throw new Error('No pdftoppm found: install poppler-utils (Debian, Ubuntu), or poppler (Homebrew).')
}

function isThere(): boolean {
  return spawnSync('pdftoppm', ['-v'], { stdio: 'ignore' }).error === undefined
}
