import { isDatabaseAway } from './sql-states.ts'

/** Public answers that nothing is decided on are read for a minute while the database is away. */
export const WHILE_AWAY = { ms: 60_000, when: isDatabaseAway } as const
