import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const WEB = path.join(import.meta.dirname, '../../apps/web')

export interface Weight {
  readonly what: string
  /** gzip -9. */
  readonly bytes: number
  readonly most: number
}

/** The size of the built web app beside its budget, as reported by the app's own check (`apps/web/check-budget.ts`). */
export async function weigh(): Promise<Weight[]> {
  const printed = await new Promise<string>(resolve => {
    execFile(process.execPath, ['check-budget.ts'], { cwd: WEB }, (_error, stdout) => resolve(stdout))
  })
  const lines = [...printed.matchAll(/(\d+) of (\d+) +(.+)/g)]
  if (lines.length === 0) throw new Error('the check of the budget told nothing')
  return lines.map(([, bytes, most, what = '']) => ({ what, bytes: Number(bytes), most: Number(most) }))
}

/** Web fonts that the built app would load: there should be none. */
export function countWebFonts(): number {
  const assets = path.join(WEB, 'dist/client/assets')
  const styles = globSync('*.css', { cwd: assets }).map(file => readFileSync(path.join(assets, file), 'utf8'))
  return styles.join('').split('@font-face').length - 1
}
