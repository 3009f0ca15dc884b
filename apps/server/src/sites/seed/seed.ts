import type { Site } from '@kippu/sites/site'

import type { Database } from '../../platform/db/database.ts'
import { readServedSites } from '../house/house-values.ts'
import { seedLanguages } from './seed-languages.ts'
import { seedFieldTemplates, seedPaymentMethods, seedSettings } from './seed-site-content.ts'
import { seedTexts } from './seed-texts.ts'

/**
 * Gives every site what it needs before it can open: languages, texts, settings, fields of the buyer form and payment
 * methods. Safe at every start and from two servers at once; what a venue changed stays.
 */
export async function seed(db: Database, sites: readonly Site[]): Promise<void> {
  await db.transaction(async tx => {
    await seedLanguages(tx, sites)
    // A house’s own values stand in its texts too.
    await seedTexts(tx, await readServedSites(tx, sites))
    await seedSettings(tx, sites)
    await seedFieldTemplates(tx, sites)
    await seedPaymentMethods(tx, sites)
  })
}
