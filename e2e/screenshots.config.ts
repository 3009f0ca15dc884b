import { defineConfig } from '@playwright/test'

import stories from './playwright.config.ts'

/** Takes the pictures of the README from the store as it is: `npm run screenshots`. */
export default defineConfig({
  ...stories,
  testDir: '.',
  testMatch: 'screenshots.ts',
  workers: 1,
  projects: [{ name: 'pictures' }],
})
