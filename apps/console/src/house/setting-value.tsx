import { SITE_SETTINGS } from '@kippu/domain/settings/site-settings'
import type { ReactNode } from 'react'

import { momentText } from '../formats'
import { useLanguage } from '../language'
import { SETTING_WORDS, settingNamed } from './setting-words'

/** The value of a setting as people read it; without one, the standard. */
export function SettingValue({
  name,
  value,
}: {
  readonly name: string
  readonly value: string | null
}): ReactNode {
  const { pick, lang } = useLanguage()
  const { form, standard } = SITE_SETTINGS.get(name) ?? {}
  const textOf = (one: string): string => {
    if (form?.kind === 'number') return Number(one).toLocaleString(lang)
    if (form?.kind === 'flag') return pick(one === 'true' ? SETTING_WORDS.yes : SETTING_WORDS.no)
    return form?.kind === 'moment' ? momentText(lang, one) : one
  }
  if (value !== null) return textOf(value)
  return standard === undefined
    ? pick(settingNamed(name).without ?? SETTING_WORDS.isStandard)
    : `${textOf(standard)} (${pick(SETTING_WORDS.isStandard)})`
}
