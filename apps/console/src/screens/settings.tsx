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
import { momentText } from '../formats'
import { HOUSE_WORDS } from '../house/house-words'
import { SettingDialog } from '../house/setting-dialog'
import { SETTING_GROUPS, SETTING_WORDS, settingNamed } from '../house/setting-words'
import { SettingValue } from '../house/setting-value'
import { Waiting } from '../house/waiting'
import { useLanguage } from '../language'
import { mayDo } from '../session/me'
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
            <Waiting
              me={me}
              asking={asking.map(one => ({ ...one, matter: <Matter {...one} /> }))}
              put={(approval, key) => callStaff(doSettingCall, { params: { site, approval }, body: {} }, key)}
            />
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

function Matter({ name, value }: SettingAsking) {
  const { pick } = useLanguage()
  return (
    <>
      {pick(settingNamed(name).name)}: <SettingValue name={name} value={value} />
    </>
  )
}
