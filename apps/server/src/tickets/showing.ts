import type { Deps } from '../platform/deps.ts'
import type { SiteGates } from './site-gates/site-gates.ts'
import type { Showing } from './present-tickets.ts'

/** The parts that a verb needs which answers with tickets. */
export interface ShowingDeps extends Pick<Deps, 'db' | 'tokens' | 'clock'> {
  readonly gates: SiteGates
}

/** The facts that tickets of a site are shown with now. */
export async function showingOf(
  { tokens, clock, gates }: Pick<ShowingDeps, 'tokens' | 'clock' | 'gates'>,
  siteKey: string,
): Promise<Showing> {
  return { tokens, gate: await gates.of(siteKey), now: clock.now() }
}
