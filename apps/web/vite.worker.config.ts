import { readReservation, readTickets } from '@kippu/contract/reservations'
import { getTexts } from '@kippu/contract/site-content'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

import { readManifest } from './manifest.ts'

/** What the worker knows of the pages that it is built after: the names of their files. */
const releaseOfPages: Plugin = {
  name: 'release-of-pages',
  // Not where this file is only read: then there may be no build yet.
  config: () => {
    const manifest = readManifest(path.join(import.meta.dirname, 'dist/client'))
    const files = manifest.filesOf('tickets/index.html').map(file => `/${file}`)
    const document = readFileSync(path.join(import.meta.dirname, 'dist/client/tickets/index.html'))
    const release = {
      version: createHash('sha256').update(JSON.stringify(files)).update(document).digest('hex').slice(0, 12),
      files,
      paths: { reservation: readReservation.path, tickets: readTickets.path, texts: getTexts.path },
    }
    return { define: { RELEASE: JSON.stringify(release) } }
  },
}

/** The service worker of the ticket pages: one script without imports. */
export default defineConfig({
  plugins: [releaseOfPages],
  build: {
    outDir: 'dist/worker',
    copyPublicDir: false,
    lib: { entry: 'worker/tickets-worker.ts', formats: ['es'], fileName: () => 'worker.js' },
  },
})
