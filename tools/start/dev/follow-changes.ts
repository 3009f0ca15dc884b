import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { styleText } from 'node:util'
import type { ViteDevServer } from 'vite'
import { ROOT } from '../root.ts'
import type { RestartingStore } from './restarting-store.ts'
import { isStoreSource, siteOfTheme, STORE_FOLDERS } from './store-sources.ts'

/**
 * Files that are saved together restart the store once. The delay also lets an editor finish writing: it may empty a
 * file first.
 */
const TOGETHER_MS = 30

/**
 * Restarts the store when its sources change, and reloads the open pages once it answers. A change of a site's theme is
 * visible at once and without a reload: the store gets it for the next document.
 */
export function followChanges(vite: ViteDevServer, store: RestartingStore): void {
  const { hot } = vite.environments.client
  let changed: string[] = []
  let timer: NodeJS.Timeout | undefined
  /** Kept over starts that fail or that a later start replaces. */
  let isReloadDue = false
  const showTheme = (file: string): void => {
    const site = siteOfTheme(file)
    const full = path.join(ROOT, file)
    if (site === undefined || !existsSync(full)) return
    hot.send('kippu:theme', { site, css: readFileSync(full, 'utf8') })
  }
  const restart = async (): Promise<void> => {
    const files = changed
    changed = []
    files.forEach(showTheme)
    isReloadDue ||= files.some(file => siteOfTheme(file) === undefined)
    say(`${files.join(', ')} changed: the store starts again …`)
    const took = await store.restart()
    if (took === undefined) return
    say(`the store answers again after ${(took / 1000).toFixed(1)} s`)
    if (isReloadDue) hot.send({ type: 'full-reload' })
    isReloadDue = false
  }
  vite.watcher.add(STORE_FOLDERS.map(folder => path.join(ROOT, folder)))
  vite.watcher.on('all', (_event, full) => {
    const file = path.relative(ROOT, full).split(path.sep).join('/')
    if (!isStoreSource(file)) return
    if (!changed.includes(file)) changed.push(file)
    clearTimeout(timer)
    timer = setTimeout(() => {
      restart().catch((error: unknown) => sayBroken(error instanceof Error ? error.message : String(error)))
    }, TOGETHER_MS)
  })
}

/** The program itself has written the cause above. */
export function sayBroken(how: string): void {
  say(styleText('red', `${how}: it starts again when a file of it is saved`))
}

function say(line: string): void {
  console.log(`${styleText('dim', new Date().toLocaleTimeString('en-GB'))} ${line}`)
}
