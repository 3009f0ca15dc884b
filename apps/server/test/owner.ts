import type { Actor } from '../src/platform/staff/actor.ts'

/** Whoever may do everything at every site. */
export const OWNER: Actor = { name: 'owner', role: 'owner', siteKeys: null }
