import type { ProviderParts } from '../core/provider-parts.ts'
import type { GmoStore } from './gmo-store.ts'
import type { Settings } from './settings.ts'

/** What GMO's routes are made of. The settings may change at any time. */
export interface GmoParts extends ProviderParts {
  readonly store: GmoStore
  readonly settings: Settings
}
