import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { FirstView, FirstViewRenderer } from '@kippu/contract/first-view'

import { withKeptMarkup } from './kept-markup.ts'

/** The documents of the web app: two entries of the store, and the gate of the staff. */
export type Template = FirstView['kind'] | 'gate'

/** The build of `apps/web`: its documents, the module that renders their first view, and the files that they load. */
export interface WebBuild {
  /** The document of an entry, to be filled. Asked for after the first view is rendered, so that it may depend on it. */
  template(kind: Template): string | Promise<string>
  readonly renderer: FirstViewRenderer
  /** Folder of the hashed files under `/assets`. */
  readonly assetsFolder: string
  /** Script of the service worker of the ticket pages (decision 51); null where nothing is built. */
  readonly worker: string | null
  /** That of the gate (decision 55). */
  readonly gateWorker: string | null
  /** The folder of the build of `apps/console`; null where it is not built. */
  readonly consoleFolder: string | null
}

const FOLDER = path.join(import.meta.dirname, '../../../../web/dist')
const CONSOLE_FOLDER = path.join(import.meta.dirname, '../../../../console/dist')

/** @throws an error of one line when the web app is not built. */
export async function loadWebBuild(folder: string = FOLDER): Promise<WebBuild> {
  const read = (file: string): Promise<string> => readFile(path.join(folder, file), 'utf8')
  try {
    const [order, ticket, gate, worker, gateWorker] = await Promise.all([
      read('client/index.html'),
      read('client/tickets/index.html'),
      read('client/gate/index.html'),
      read('worker/worker.js'),
      read('gate-worker/worker.js'),
    ])
    const renderer = await loadRenderer(path.join(folder, 'server', 'render-first-view.js'))
    const templates = { order, ticket, gate }
    return {
      template: kind => templates[kind],
      renderer: withKeptMarkup(renderer),
      assetsFolder: path.join(folder, 'client', 'assets'),
      worker,
      gateWorker,
      consoleFolder: existsSync(path.join(CONSOLE_FOLDER, 'index.html')) ? CONSOLE_FOLDER : null,
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The web app is not built: run \`npm run build -w @kippu/web\` (${reason})`, {
      cause: error,
    })
  }
}

async function loadRenderer(file: string): Promise<FirstViewRenderer> {
  const module: unknown = await import(pathToFileURL(file).href)
  if (!isRenderer(module))
    throw new Error(`${path.basename(file)} exports no renderFirstView and renderNotices`)
  return module
}

function isRenderer(module: unknown): module is FirstViewRenderer {
  return (
    typeof module === 'object' &&
    module !== null &&
    'renderFirstView' in module &&
    typeof module.renderFirstView === 'function' &&
    'renderNotices' in module &&
    typeof module.renderNotices === 'function'
  )
}
