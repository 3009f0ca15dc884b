import { mkdirSync } from 'node:fs'
import type { FirstView } from '@kippu/contract/first-view'
import type { WebBuild } from '../../../apps/server/src/pages/documents/web-build.ts'

/** The calls that the store makes to the process with Vite, on the address of the store's pages. */
export const TEMPLATE_PATH = '/@kippu/template'
export const RENDER_PATH = '/@kippu/render'

/** The parts that the process with Vite renders: the functions of the module that a build has. */
export const RENDERED_PARTS = ['renderFirstView', 'renderNotices'] as const
export type RenderedPart = (typeof RENDERED_PARTS)[number]

/** The web app as the store uses it in development: read again for each document, so that it is never out of date. */
export function askForWeb(origin: string, emptyFolder: string): WebBuild {
  mkdirSync(emptyFolder, { recursive: true })
  const render = (part: RenderedPart, view: FirstView): Promise<string> =>
    ask(`${origin}${RENDER_PATH}?part=${part}`, { method: 'POST', body: JSON.stringify(view) })
  return {
    template: kind => ask(`${origin}${TEMPLATE_PATH}?kind=${kind}`),
    renderer: {
      renderFirstView: view => render('renderFirstView', view),
      renderNotices: view => render('renderNotices', view),
    },
    // Nothing is built: Vite serves every file of the app.
    assetsFolder: emptyFolder,
    worker: null,
    gateWorker: null,
    consoleFolder: null,
  }
}

/** The view as the store sent it. It comes from our own program, so only its outline is checked. */
export function viewOf(text: string): FirstView {
  const view: unknown = JSON.parse(text)
  if (!isFirstView(view)) throw new Error('the store sent no first view')
  return view
}

function isFirstView(value: unknown): value is FirstView {
  return typeof value === 'object' && value !== null && 'kind' in value && 'site' in value && 'texts' in value
}

async function ask(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text.trim())
  return text
}
