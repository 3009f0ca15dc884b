import type { HouseRowShown } from '@kippu/contract/console/house'
import { type ReactNode, useState } from 'react'

import { useLanguage } from '../language'
import { Dialog } from '../ui/dialog'
import { FIELD_WORDS, HOUSE_WORDS } from './house-words'
import { PutForm } from './put-form'
import { emptyOf, typedValue } from './value'
import { ValueForm } from './value-form'
import { ValueText } from './value-text'

interface EditProps {
  readonly site: string
  readonly row: HouseRowShown
  readonly onClose: () => void
}

export function EditDialog({ site, row, onClose }: EditProps): ReactNode {
  const { pick } = useLanguage()
  const { field, asked, saying, usual, source } = row
  const [isBack, setBack] = useState(false)
  const [value, setValue] = useState<unknown>(() => row.value ?? emptyOf(asked.shape))
  const name = pick(FIELD_WORDS[field] ?? { ja: field, en: field })
  const shared = { site, field, before: saying, wantsSecondPerson: row.wants_second_person, onClose }
  if (isBack)
    return (
      <Dialog title={name} onClose={onClose}>
        <PutForm {...shared} after={() => null}>
          {() => (
            <>
              <p>{pick(HOUSE_WORDS.backLead)}</p>
              <div>
                <ValueText value={usual} />
              </div>
            </>
          )}
        </PutForm>
      </Dialog>
    )
  return (
    <Dialog title={name} onClose={onClose}>
      <PutForm {...shared} after={() => ({ value: typedValue(asked, value) ?? null })}>
        {faults => (
          <>
            <ValueForm
              label={name}
              place={field}
              asked={asked}
              value={value}
              faults={faults}
              onChange={setValue}
            />
            {source === 'database' ? (
              <p>
                <button type="button" className="plain" onClick={() => setBack(true)}>
                  {pick(HOUSE_WORDS.backToUsual)}
                </button>
              </p>
            ) : null}
          </>
        )}
      </PutForm>
    </Dialog>
  )
}
