import type { PlannedImport, SheetFaults, SheetPlan } from '@kippu/contract/console/sheets'
import { inParts } from '@kippu/domain/in-parts'

import { digestOfPlan } from '../../office/catalogue/digest-of-plan.ts'
import { type HeadingLanguage, inLanguage } from '../../office/catalogue/files/raw-sheet.ts'
import type { Impact, ImpactDay } from '../../office/catalogue/find-impact.ts'
import type { FaultsFound, FilesRead } from '../../office/catalogue/import-catalogue.ts'
import { placeText } from '../../office/catalogue/place-of.ts'
import type { Plan, PlannedSheet } from '../../office/catalogue/planned.ts'
import type { Change, Scope } from '../../office/catalogue/sheets/sheet.ts'
import { shownChange } from '../../office/catalogue/show-change.ts'
import { countChanges } from '../../office/catalogue/write-changes.ts'

/** Rows of a sheet that are shown one by one, of thousands. */
const MOST_SHOWN = 200
const MOST_FAULTS = 1_000

type Told = Pick<Plan, 'scope' | 'sheets'>

export function shownPlan(plan: Told, impact: Impact, language: HeadingLanguage): SheetPlan {
  const { sheets } = plan
  const scope = spokenIn(plan.scope, language)
  const days = (all: readonly ImpactDay[]) =>
    all.map(({ product, date, count }) => ({ product: scope.names.shown(product), date, count }))
  return {
    seen: digestOfPlan(plan),
    sheets: sheets.map(one => shownSheet(one, scope, language)),
    tickets: days(impact.tickets),
    reservations: [...impact.reservations],
    reservation_count: impact.reservationCount,
    unpaid_orders: days(impact.unpaidOrders),
    stopped: days(impact.stopped),
    promises: impact.promises.map(uuid => scope.names.shown(uuid)),
    missing_words: impact.missing
      .slice(0, MOST_SHOWN)
      .map(({ sheet, row, languages }) => ({ row: placeText(sheet, scope, row), languages: [...languages] })),
    missing_words_count: impact.missing.length,
  }
}

export function shownOddPrices(
  { scope, oddPrices: { total, first, prices } }: Pick<Plan, 'scope' | 'oddPrices'>,
  language: HeadingLanguage,
): PlannedImport['odd_prices'] {
  const shown = spokenIn(scope, language)
  return {
    total,
    first: first.map(({ sheet, row, before, after }) => ({
      row: placeText(sheet, shown, row),
      before,
      after,
    })),
    prices: [...prices],
  }
}

/** A person reads the names of products; their codes are for files. */
function spokenIn(scope: Scope, language: HeadingLanguage): Scope {
  return { ...scope, names: scope.names.spoken(language) }
}

function shownSheet(one: PlannedSheet, scope: Scope, language: HeadingLanguage): SheetPlan['sheets'][number] {
  const { sheet, changes, same, kept } = one
  const byHand = kept.filter(({ isByHand }) => isByHand === true)
  const others = kept.filter(({ isByHand }) => isByHand !== true)
  const shownKept = (all: PlannedSheet['kept']) =>
    all.slice(0, MOST_SHOWN).map(({ row, why }) => ({
      row: placeText(sheet, scope, row),
      why: inLanguage(language, why),
    }))
  const first: readonly Change[] = inParts(changes, MOST_SHOWN).next().value ?? []
  return {
    sheet: sheet.name,
    ...countChanges(one),
    same,
    changes: first.map(change => {
      const { kind, place: row, cells } = shownChange(sheet, scope, change, language)
      return {
        kind,
        row,
        cells: cells.map(({ heading: column, before, after, isSecret }) => ({
          column,
          before,
          after,
          is_secret: isSecret,
        })),
      }
    }),
    kept: shownKept(others),
    kept_count: others.length,
    by_hand: shownKept(byHand),
    by_hand_count: byHand.length,
  }
}

export function shownFaults({ faults, total, encodings }: FaultsFound & FilesRead): SheetFaults {
  return {
    kind: 'faults',
    faults: faults.slice(0, MOST_FAULTS).map(({ file, sheet, line, column, text }) => ({
      file,
      sheet: sheet ?? null,
      line: line ?? null,
      column: column ?? null,
      text,
    })),
    total,
    encodings: [...encodings],
  }
}
