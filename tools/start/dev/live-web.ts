import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import path from 'node:path'
import type { FirstView, FirstViewRenderer } from '@kippu/contract/first-view'
import { createServer, type ViteDevServer } from 'vite'
import type { Template } from '../../../apps/server/src/pages/documents/web-build.ts'
import { ROOT } from '../root.ts'
import { stylesOfFirstView } from './first-view-styles.ts'

const WEB = path.join(ROOT, 'apps', 'web')
const BROWSER = path.join(import.meta.dirname, 'browser')
const RENDERER = '/src/app/render-first-view.tsx'
const DOCUMENTS = { order: 'index.html', ticket: 'tickets/index.html', gate: 'gate/index.html' } as const
const ENTRIES = {
  order: ['/src/app/start-order.ts', RENDERER],
  ticket: ['/src/app/start-ticket.ts', RENDERER],
  gate: ['/src/app/start-gate.ts'],
} as const

/** Paths of modules that Vite generates; every other path belongs to the store. */
const OF_VITE = /^\/(?:@|src\/|node_modules\/)|[?&]html-proxy\b/

/** The web app from its sources, as Vite serves them with hot replacement. */
export interface LiveWeb {
  readonly vite: ViteDevServer
  /** Whether Vite answers this path and query. */
  serves(url: string): boolean
  /** The document of an entry with Vite's client and the styles of the rendered modules, for the store to fill in. */
  template(kind: Template): Promise<string>
  /** Markup of the first view, or of the band above it, from the current sources. */
  render(part: keyof FirstViewRenderer, view: FirstView): Promise<string>
  close(): Promise<void>
}

export interface LiveWebOptions {
  /** Carries the browser's connection for hot replacement. */
  readonly httpServer: Server
  /** The folder where Vite keeps the libraries that it has prepared; by default beside those of the web app. */
  readonly cacheDir?: string
  readonly quiet?: boolean
}

export async function openLiveWeb({ httpServer, cacheDir, quiet = false }: LiveWebOptions): Promise<LiveWeb> {
  if (cacheDir !== undefined) mkdirSync(cacheDir, { recursive: true })
  const vite = await createServer({
    root: WEB,
    configFile: path.join(WEB, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    logLevel: quiet ? 'error' : 'info',
    ...(cacheDir === undefined ? {} : { cacheDir }),
    server: {
      middlewareMode: true,
      hmr: { server: httpServer },
      // Excludes `.data` with its keys, and the server.
      fs: { allow: [WEB, path.join(ROOT, 'packages'), path.join(ROOT, 'node_modules'), BROWSER] },
    },
    plugins: [
      {
        name: 'follow-theme',
        transformIndexHtml: () => [
          {
            tag: 'script',
            attrs: { type: 'module', src: `/@fs${path.join(BROWSER, 'follow-theme.js')}` },
            injectTo: 'head',
          },
        ],
      },
    ],
  })
  return {
    vite,
    serves: url => OF_VITE.test(url),
    template: async kind => {
      const file = DOCUMENTS[kind]
      const html = await vite.transformIndexHtml(`/${file}`, await readFile(path.join(WEB, file), 'utf8'))
      const styles = await stylesOfFirstView(vite, ENTRIES[kind])
      // Before the theme, which the store puts at the end of the head: the theme overrides these styles, as in a build.
      return html.replace('</head>', () => `${styles}</head>`)
    },
    render: async (part, view) => {
      try {
        return await (await loadRenderer(vite))[part](view)
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
        throw error
      }
    },
    close: () => vite.close(),
  }
}

async function loadRenderer(vite: ViteDevServer): Promise<FirstViewRenderer> {
  const module: Record<string, unknown> = await vite.ssrLoadModule(RENDERER)
  if (!isRenderer(module)) throw new Error(`${RENDERER} exports no renderFirstView and renderNotices`)
  return module
}

function isRenderer(module: object): module is FirstViewRenderer {
  return (
    'renderFirstView' in module &&
    typeof module.renderFirstView === 'function' &&
    'renderNotices' in module &&
    typeof module.renderNotices === 'function'
  )
}
