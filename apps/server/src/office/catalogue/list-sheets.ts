import { mayDo } from '@kippu/domain/staff/grants'

import { atSite } from '../../platform/staff/inputs.ts'
import { type Act, staffVerb } from '../../platform/staff/staff-verb.ts'
import { SHEETS } from './sheets/all-sheets.ts'
import { headingIn, isOfFiles } from './sheets/sheet.ts'

/** A sheet with the headings that an empty one has. */
export interface SheetKind {
  readonly name: string
  readonly nameJa: string
  readonly isPersonal: boolean
  readonly columns: ReadonlyArray<{ readonly name: string; readonly nameJa: string; readonly isKey: boolean }>
}

/** The sheets that somebody may change. */
export const listSheetKinds = staffVerb({
  name: 'catalogue sheets',
  permission: 'sheets:write',
  reach: 'site',
  input: atSite,
  run: async (_: unknown, __: { readonly siteKey: string }, { actor }: Act): Promise<readonly SheetKind[]> =>
    SHEETS.filter(({ permission }) => mayDo(actor, permission)).map(sheet => ({
      name: sheet.name,
      nameJa: sheet.others[0] ?? sheet.name,
      isPersonal: sheet.isPersonal === true,
      columns: sheet.columns.filter(isOfFiles).map((column, index) => ({
        name: column.name,
        nameJa: headingIn('ja', column),
        isKey: index < sheet.keys,
      })),
    })),
})
