import { defineConfig } from '@playwright/test'

import stories from './playwright.config.ts'

/** Draws the contact sheets of the fifteen houses: `npm run houses`. */
export default defineConfig({
  ...stories,
  testDir: '.',
  testMatch: 'houses.ts',
  timeout: 1_800_000,
  workers: 1,
  projects: [{ name: 'houses' }],
})
