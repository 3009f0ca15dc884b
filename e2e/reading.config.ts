import { defineConfig } from '@playwright/test'

import stories from './playwright.config.ts'

/** Writes down a purchase as a screen reader gets it, on a desktop and on a phone: `npm run reading -w @kippu/e2e`, into `READING_DIR`. */
export default defineConfig({
  ...stories,
  testDir: '.',
  testMatch: 'reading.ts',
  workers: 1,
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 } } },
  ],
})
