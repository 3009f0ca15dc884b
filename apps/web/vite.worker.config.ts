import { GATE_PATH } from '@kippu/contract/gate-page'
import { readReservation, readTickets } from '@kippu/contract/reservations'
import { getTexts } from '@kippu/contract/site-content'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

import { dropWords } from './drop-words.ts'
import { readManifest } from './manifest.ts'

const CLIENT = path.join(import.meta.dirname, 'dist/client')

/** A worker, the page that it serves, and what it knows besides the names of that page's files. */
interface Worker {
  readonly entry: string
  readonly folder: string
  readonly page: string
  readonly manifest: string | undefined
  readonly known: object
}

const TICKETS: Worker = {
  entry: 'worker/tickets-worker.ts',
  folder: 'dist/worker',
  page: 'tickets/index.html',
  manifest: undefined,
  known: { paths: { reservation: readReservation.path, tickets: readTickets.path, texts: getTexts.path } },
}

const GATE: Worker = {
  entry: 'worker/gate-worker.ts',
  folder: 'dist/gate-worker',
  page: 'gate/index.html',
  manifest: 'gate-manifest.json',
  known: { document: GATE_PATH },
}

/** The worker's knowledge of the pages that it is built after: the names of their files. */
function releaseOfPages({ page, manifest, known }: Worker): Plugin {
  return {
    name: 'release-of-pages',
    // Not where this file is only read: then there may be no build yet.
    config: () => {
      const files = readManifest(CLIENT, manifest)
        .filesOf(page)
        .map(file => `/${file}`)
      const document = readFileSync(path.join(CLIENT, page))
      const version = createHash('sha256')
        .update(JSON.stringify(files))
        .update(document)
        .digest('hex')
        .slice(0, 12)
      return { define: { RELEASE: JSON.stringify({ version, files, ...known }) } }
    },
  }
}

/** The service workers of the ticket pages and, with `--mode gate`, of the staff's gate: each is one script without imports. */
export default defineConfig(({ mode }) => {
  const worker = mode === 'gate' ? GATE : TICKETS
  return {
    plugins: [dropWords, releaseOfPages(worker)],
    build: {
      outDir: worker.folder,
      copyPublicDir: false,
      lib: { entry: worker.entry, formats: ['es'], fileName: () => 'worker.js' },
    },
  }
})
