import {
  listSheets,
  MOST_UPLOADED,
  type PlannedImport,
  previewSheet,
  type SheetFaults,
  type SheetKind,
} from '@kippu/contract/console/sheets'
import type { Me } from '@kippu/contract/console/sign-in'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { momentText } from '../formats'
import { learnWords, useLanguage } from '../language'
import { mayDo, useWeight } from '../session/me'
import { SHEET_WORDS } from '../sheet-words'
import { CopyMonth } from '../sheets/copy-month'
import { downloadSheet } from '../sheets/download'
import { type Draft, forgetDraft, keepDraft, readDraft } from '../sheets/draft'
import { Grid } from '../sheets/grid'
import { ImportStep, type Meant } from '../sheets/import-step'
import { Imports } from '../sheets/imports'
import { LookState } from '../sheets/look-state'
import { type Cells, emptyRow, fileOfCells } from '../sheets/pasted'
import { headingsOf, type Kinds, sentName, sheetName } from '../sheets/sheet-names'
import { PasskeyFault } from '../ui/passkey-fault'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'

learnWords(SHEET_WORDS)

interface SheetsProps {
  readonly me: Me
  readonly site: string
}

/** The catalogue as sheets: as it is, changed by a file or by some rows, and taken back. */
export function SheetsScreen({ me, site }: SheetsProps): ReactNode {
  const { say } = useLanguage()
  const sheets = useQuery({
    queryKey: ['sheets', site],
    queryFn: () => callStaff(listSheets, { params: { site } }),
    staleTime: Infinity,
  })
  const ordersAt = mayDo(me, 'orders:read') ? site : null
  return (
    <ScreenOf title={say('sheets')} lead={say('sheetsLead')}>
      <Loaded query={sheets}>
        {({ sheets: kinds }) => (
          <>
            <Change {...{ me, site, kinds, ordersAt }} />
            <Imports {...{ site, kinds, ordersAt }} />
          </>
        )}
      </Loaded>
    </ScreenOf>
  )
}

interface ChangeProps extends SheetsProps {
  readonly kinds: Kinds
  readonly ordersAt: string | null
}

type Seen =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'faults'; readonly faults: SheetFaults }
  | {
      readonly kind: 'plan'
      readonly meant: Meant
      readonly plan: PlannedImport
      /** As it was seen before it changed. */
      readonly former: PlannedImport | undefined
    }
  | { readonly kind: 'done'; readonly rows: number }

const DAYS = 'days'

/** The product of which somebody wants to change days: `?days=walk`. */
function productAsked(): string | null {
  return new URLSearchParams(location.search).get(DAYS)
}

const NOTHING: Seen = { kind: 'nothing' }
const FIRST_ROWS = 5

function Change({ me, site, kinds, ordersAt }: ChangeProps) {
  const { say, lang } = useLanguage()
  const asked = kinds.find(one => one.name === DAYS && productAsked() !== null)
  const [name, setName] = useState((asked ?? kinds[0])?.name ?? '')
  const [isWhole, setWhole] = useState(false)
  const [isTooLarge, setTooLarge] = useState(false)
  const [seen, setSeen] = useState<Seen>(NOTHING)
  const whose = { name: me.name, site }
  const [draft, setDraft] = useState<Draft | null>(() => readDraft(whose))
  // Days of a product whose page led here; what was typed before comes first.
  const [cells, setCells] = useState<Cells | null>(() =>
    asked === undefined || draft !== null
      ? null
      : [headingsOf(asked, lang).map((_, place) => (place === 0 ? (productAsked() ?? '') : ''))],
  )
  const weight = useWeight()
  const preview = useMutation({
    mutationFn: ({ meant: { file, body, whole } }: Look) =>
      weight(() => callStaff(previewSheet, { params: { site }, query: { file, lang, whole }, body })),
    onSuccess: (answer, { meant, former }) =>
      setSeen(
        answer.kind === 'faults'
          ? { kind: 'faults', faults: answer }
          : { kind: 'plan', meant, plan: answer, former: former?.seen === answer.seen ? undefined : former },
      ),
  })
  const kind = kinds.find(one => one.name === name)
  if (kind === undefined) return null
  const look = (meant: Meant, former?: PlannedImport): void => preview.mutate({ meant, former })
  const sendFile = (file: File): void => {
    setSeen(NOTHING)
    setTooLarge(file.size > MOST_UPLOADED)
    if (file.size <= MOST_UPLOADED)
      look({ file: sentName(kinds, name, file.name), body: file, whole: isWhole ? 'yes' : 'no' })
  }
  const keepCells = (next: Cells): void => {
    setCells(next)
    // People are kept nowhere.
    if (!kind.is_personal) keepDraft(whose, { sheet: name, cells: next, at: new Date().toISOString() })
  }
  const discard = (): void => {
    setCells(null)
    setSeen(NOTHING)
    forgetDraft(whose)
  }
  const done = (rows: number): void => {
    setSeen({ kind: 'done', rows })
    setCells(null)
    forgetDraft(whose)
  }
  const headings = headingsOf(kind, lang)
  return (
    <section aria-label={say('sheets')}>
      {draft === null || cells !== null ? null : (
        <section aria-label={say('draftKept')} className="notice">
          <p>
            {say('draftKept')}: {sheetName(kinds, lang, draft.sheet)}, {momentText(lang, draft.at)}
          </p>
          <p className="row">
            <button
              type="button"
              className="primary"
              onClick={() => {
                setName(draft.sheet)
                setCells(draft.cells)
                setDraft(null)
              }}
            >
              {say('draftGoOn')}
            </button>
            <button
              type="button"
              onClick={() => {
                forgetDraft(whose)
                setDraft(null)
              }}
            >
              {say('throwAway')}
            </button>
          </p>
        </section>
      )}
      <label className="field">
        {say('whichSheet')}
        <select
          value={name}
          disabled={cells !== null}
          onChange={event => {
            setName(event.target.value)
            setSeen(NOTHING)
          }}
        >
          {kinds.map(one => (
            <option key={one.name} value={one.name}>
              {sheetName(kinds, lang, one.name)}
            </option>
          ))}
        </select>
      </label>
      <Downloads site={site} kind={kind} />
      {cells === null ? (
        <>
          <FileField onFile={sendFile} isPending={preview.isPending} />
          <label className="check">
            <input type="checkbox" checked={isWhole} onChange={event => setWhole(event.target.checked)} />
            {say('wholeSheet')}
          </label>
          <p>
            <button
              type="button"
              onClick={() => {
                setSeen(NOTHING)
                setDraft(null)
                setCells(Array.from({ length: FIRST_ROWS }, () => emptyRow(headings)))
              }}
            >
              {say('typeRows')}
            </button>
          </p>
          {mayDo(me, 'catalogue:write') && mayDo(me, 'stock:read') ? (
            <CopyMonth
              site={site}
              onFile={file => {
                setSeen(NOTHING)
                look({ file: file.name, body: file, whole: 'no' })
              }}
            />
          ) : null}
        </>
      ) : (
        <Grid
          kind={kind}
          cells={cells}
          faults={seen.kind === 'faults' ? seen.faults.faults : []}
          onCells={keepCells}
          onShow={() => {
            const file = fileOfCells(kind, headings, cells)
            look({ file: file.name, body: file, whole: 'no' })
          }}
          onDiscard={discard}
          isPending={preview.isPending}
        />
      )}
      {isTooLarge ? (
        <p role="alert" className="notice notice-bad">
          {say('fileTooLarge')}
        </p>
      ) : null}
      <LookState
        kinds={kinds}
        preview={preview}
        faults={seen.kind === 'faults' ? seen.faults : null}
        rows={seen.kind === 'done' ? seen.rows : null}
      />
      {seen.kind === 'plan' ? (
        <ImportStep
          key={seen.plan.seen}
          {...{ site, kinds, ordersAt }}
          meant={seen.meant}
          plan={seen.plan}
          former={seen.former}
          onFaults={faults => setSeen({ kind: 'faults', faults })}
          onOther={() => look(seen.meant, seen.plan)}
          onDone={done}
          onClose={() => setSeen(NOTHING)}
        />
      ) : null}
    </section>
  )
}

interface Look {
  readonly meant: Meant
  readonly former: PlannedImport | undefined
}

function FileField({
  onFile,
  isPending,
}: {
  readonly onFile: (file: File) => void
  readonly isPending: boolean
}) {
  const { say } = useLanguage()
  return (
    <label className="field">
      {say('sendFile')}
      <span className="hint">{say('sendFileHint')}</span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.json"
        disabled={isPending}
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file !== undefined) onFile(file)
          // The same file, mended, is chosen again.
          event.target.value = ''
        }}
      />
    </label>
  )
}

function Downloads({ site, kind }: { readonly site: string; readonly kind: SheetKind }) {
  const { say, lang } = useLanguage()
  const weight = useWeight()
  const loading = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      weight(() => downloadSheet({ site, sheet: kind.name, format, lang })),
  })
  return (
    <>
      <p className="row">
        {(['xlsx', 'csv'] as const).map(format => (
          <button
            key={format}
            type="button"
            disabled={loading.isPending}
            onClick={() => loading.mutate(format)}
          >
            {say('asItIs')} ({format === 'xlsx' ? 'Excel' : 'CSV'})
          </button>
        ))}
      </p>
      {loading.error === null ? null : <PasskeyFault error={loading.error} />}
    </>
  )
}
