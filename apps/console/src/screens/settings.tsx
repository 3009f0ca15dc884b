import {
  doSettingCall,
  readSettingsCall,
  type SettingAsking,
  type SettingShown,
} from '@kippu/contract/console/settings'
import type { Me } from '@kippu/contract/console/sign-in'
import { SITE_SETTINGS } from '@kippu/domain/settings/site-settings'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { callStaff } from '../api'
import { ActForm, Ended } from '../desk/act-form'
import { useAct } from '../desk/use-act'
import { momentText } from '../formats'
import { HOUSE_WORDS } from '../house/house-words'
import { SettingDialog } from '../house/setting-dialog'
import { SETTING_GROUPS, SETTING_WORDS, settingNamed } from '../house/setting-words'
import { SettingValue } from '../house/setting-value'
import { useLanguage } from '../language'
import { mayDo } from '../session/me'
import { Dialog } from '../ui/dialog'
import { Link } from '../ui/link'
import { Loaded } from '../ui/said'
import { ScreenOf } from '../ui/screen'

interface SettingsProps {
  readonly me: Me
  readonly site: string
}

/** The settings of a venue while its store runs: each value, since when and by whom. */
export function SettingsScreen({ me, site }: SettingsProps): ReactNode {
  const { pick } = useLanguage()
  const settings = useQuery({
    queryKey: ['settings', site],
    queryFn: () => callStaff(readSettingsCall, { params: { site } }),
  })
  const [open, setOpen] = useState<SettingShown | null>(null)
  return (
    <ScreenOf title={pick(SETTING_WORDS.title)} lead={pick(SETTING_WORDS.lead)}>
      <p>
        <Link href={`/sites/${site}/house`}>{pick(SETTING_WORDS.back)}</Link>
      </p>
      <Loaded query={settings}>
        {({ rows, asking }) => (
          <>
            <Waiting {...{ me, site, asking }} />
            {SETTING_GROUPS.map(({ title, names }) => (
              <section key={title.en} aria-label={pick(title)}>
                <h2>{pick(title)}</h2>
                <ul className="rows house">
                  {rows
                    .filter(({ name }) => names.includes(name))
                    .map(row => (
                      <Row key={row.name} me={me} row={row} onEdit={() => setOpen(row)} />
                    ))}
                </ul>
              </section>
            ))}
            {open === null ? null : <SettingDialog site={site} row={open} onClose={() => setOpen(null)} />}
          </>
        )}
      </Loaded>
    </ScreenOf>
  )
}

interface RowProps {
  readonly me: Me
  readonly row: SettingShown
  readonly onEdit: () => void
}

function Row({ me, row: { name, value, changed }, onEdit }: RowProps) {
  const { pick, lang } = useLanguage()
  const title = pick(settingNamed(name).name)
  const isOwners = SITE_SETTINGS.get(name)?.bound !== undefined
  return (
    <li>
      <span className="house-name">{title}</span>
      <div className="house-value">
        <SettingValue name={name} value={value} />
      </div>
      {value === null && changed === null ? null : (
        <span className="quiet">
          {pick(changed === null ? HOUSE_WORDS.ofFolder : HOUSE_WORDS.ofDatabase)}
          {changed === null ? null : ` · ${momentText(lang, changed.at)} ${changed.by}`}
        </span>
      )}
      {isOwners && !mayDo(me, 'staff:write') ? (
        <span className="quiet">{pick(SETTING_WORDS.owners)}</span>
      ) : (
        <button type="button" aria-label={`${title}: ${pick(HOUSE_WORDS.edit)}`} onClick={onEdit}>
          {pick(HOUSE_WORDS.edit)}
        </button>
      )}
    </li>
  )
}

function Waiting({ me, site, asking }: SettingsProps & { readonly asking: readonly SettingAsking[] }) {
  const { pick, lang } = useLanguage()
  const [doing, setDoing] = useState<SettingAsking | null>(null)
  if (asking.length === 0 && doing === null) return null
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting">{pick(HOUSE_WORDS.waiting)}</h2>
      <ul className="rows">
        {asking.map(one => (
          <li key={one.id}>
            <span>
              {one.asked_by}: {pick(settingNamed(one.name).name)},{' '}
              <SettingValue name={one.name} value={one.value} />
            </span>
            <span className="quiet">
              {one.decided_by !== null
                ? `${pick(HOUSE_WORDS.agreed)}: ${one.decided_by}`
                : one.waits_until === null
                  ? pick(HOUSE_WORDS.waits)
                  : `${pick(HOUSE_WORDS.aloneFrom)} ${momentText(lang, one.waits_until)}`}
            </span>
            {one.asked_by === me.name && (one.decided_by !== null || one.waits_until !== null) ? (
              <button type="button" className="primary" onClick={() => setDoing(one)}>
                {pick(HOUSE_WORDS.doNow)}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {doing === null ? null : <DoDialog site={site} asking={doing} onClose={() => setDoing(null)} />}
    </section>
  )
}

interface DoProps {
  readonly site: string
  readonly asking: SettingAsking
  readonly onClose: () => void
}

function DoDialog({ site, asking: { id, name, value }, onClose }: DoProps) {
  const { pick } = useLanguage()
  const doing = useAct(key => callStaff(doSettingCall, { params: { site, approval: id }, body: {} }, key))
  return (
    <Dialog title={pick(HOUSE_WORDS.doNow)} onClose={onClose}>
      {doing.acting.data === undefined ? (
        <ActForm act={doing} label={pick(HOUSE_WORDS.doNow)} onClose={onClose}>
          <p>
            <strong>{pick(settingNamed(name).name)}</strong>: <SettingValue name={name} value={value} />
          </p>
          <p>{pick(SETTING_WORDS.agreedLead)}</p>
        </ActForm>
      ) : (
        <Ended onClose={onClose}>{pick(HOUSE_WORDS.saved)}</Ended>
      )}
    </Dialog>
  )
}
