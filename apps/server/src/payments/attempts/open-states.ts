import { ATTEMPT_STATES, isAttemptFinal } from '@kippu/domain/states/payment'
import { sql } from 'kysely'

/** The states of payments whose end is not known. As literals: the indexes of what is open are of these alone. */
export const OPEN_STATES = sql.join(
  ATTEMPT_STATES.filter(state => !isAttemptFinal(state)).map(state => sql.lit(state)),
)
