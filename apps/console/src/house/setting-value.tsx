import { SITE_SETTINGS } from '@kippu/domain/settings/site-settings'
import type { ReactNode } from 'react'

import { momentText } from '../formats'
import { useLanguage } from '../language'
import { SETTING_WORDS } from './setting-words'

/** The value of a setting as people read it; without one, the standard. */
export function SettingValue({
  name,
  value,
}: {
  readonly name: string
  readonly value: string | null
}): ReactNode {
  const { pick, lang } = useLanguage()
  const { form, bound } = SITE_SETTINGS.get(name) ?? {}
  if (value === null)
    return bound === undefined
      ? pick(SETTING_WORDS.isStandard)
      : `${bound.toLocaleString(lang)} (${pick(SETTING_WORDS.isStandard)})`
  if (form?.kind === 'number') return Number(value).toLocaleString(lang)
  if (form?.kind === 'flag') return pick(value === 'true' ? SETTING_WORDS.yes : SETTING_WORDS.no)
  return form?.kind === 'moment' ? momentText(lang, value) : value
}
