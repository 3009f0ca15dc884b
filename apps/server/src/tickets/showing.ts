import type { Deps } from '../deps.ts'
import type { SiteGates } from './site-gates/site-gates.ts'
import type { Showing } from './present-tickets.ts'

/** What a verb that answers with tickets needs. */
export interface ShowingDeps extends Pick<Deps, 'db' | 'tokens' | 'clock'> {
  readonly gates: SiteGates
}

/** What tickets of a site are shown with now. */
export async function showingOf(
  { tokens, clock, gates }: Pick<ShowingDeps, 'tokens' | 'clock' | 'gates'>,
  siteKey: string,
): Promise<Showing> {
  return { tokens, gate: await gates.of(siteKey), now: clock.now() }
}
