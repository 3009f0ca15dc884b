import { readReservation, readTickets } from '@kippu/contract/reservations'
import { getTexts } from '@kippu/contract/site-content'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { defineConfig } from 'vite'
import type { UserConfig } from 'vite'

import { readManifest } from './manifest.ts'

/** The service worker of the ticket pages: one script without imports, built after the pages, whose files it names. */
export default defineConfig((): UserConfig => {
  const manifest = readManifest(path.join(import.meta.dirname, 'dist/client'))
  const files = manifest.filesOf('tickets/index.html').map(file => `/${file}`)
  const document = readFileSync(path.join(import.meta.dirname, 'dist/client/tickets/index.html'))
  const release = {
    version: createHash('sha256').update(JSON.stringify(files)).update(document).digest('hex').slice(0, 12),
    files,
    paths: { reservation: readReservation.path, tickets: readTickets.path, texts: getTexts.path },
  }
  return {
    define: { RELEASE: JSON.stringify(release) },
    build: {
      outDir: 'dist/worker',
      copyPublicDir: false,
      lib: { entry: 'worker/tickets-worker.ts', formats: ['es'], fileName: () => 'worker.js' },
    },
  }
})
