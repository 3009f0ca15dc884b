import * as v from 'valibot'

import type { JobQueue } from '../../platform/jobs/queue.ts'
import { askApproval, type AskedApproval } from '../../platform/staff/approvals.ts'
import { reason } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import type { CatalogueDeps } from './catalogue-deps.ts'
import {
  dryRun,
  type FaultsFound,
  type FilesRead,
  type SheetsAsked,
  sheetsAsked,
  withSheets,
} from './import-catalogue.ts'
import { digestOfPlan } from './digest-of-plan.ts'
import { IMPORT, shownOf, toApprove } from './second-person.ts'

interface AskImport extends SheetsAsked {
  /** The digest of what was seen. */
  readonly seen?: string | undefined
  /** In the words of the actor. */
  readonly reason: string
}

export type AskedImport = (
  | FaultsFound
  | ({ readonly kind: 'asked' } & AskedApproval)
  /** `alone`: it needs no second person. */
  | { readonly kind: 'alone' | 'changed' }
) &
  FilesRead

/** Asks for a second person for odd prices of sold days, exactly as they are planned now. */
export const askImport = staffVerb({
  name: `${IMPORT} ask`,
  permission: 'sheets:write',
  reach: 'site',
  input: v.object({ ...sheetsAsked, seen: v.optional(v.string()), reason }),
  run: (
    { db, jobs }: CatalogueDeps & { readonly jobs: JobQueue },
    request: AskImport,
    act: Act,
  ): Promise<AskedImport> =>
    withSheets(act, request, asked =>
      db.transaction(async tx => {
        const planned = await dryRun(tx, act, asked)
        if (planned.kind === 'faults') return planned
        if (request.seen !== undefined && request.seen !== digestOfPlan(planned.plan))
          return { kind: 'changed' }
        if (planned.second === null) return { kind: 'alone' }
        const how = { shown: shownOf(planned), reason: request.reason }
        const answer = await askApproval({ tx, jobs }, act, toApprove({ ...asked, ...planned }), how)
        return { kind: 'asked', ...answer }
      }),
    ),
})
