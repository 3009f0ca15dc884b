import type { SignInView } from '@kippu/contract/first-view'
import { AGE_BANDS, GENDERS, NOT_SELECTED, NO_SEND } from '@kippu/domain/form/order-fields'
import type { AgeBand } from '@kippu/domain/form/order-fields'
import type { Language } from '@kippu/domain/language'
import { COUNTRIES_EN } from '@kippu/texts/lists/countries-en'
import { japanAndOthers } from '@kippu/texts/lists/japan-and-others'
import { PREFECTURES } from '@kippu/texts/lists/prefectures'

import type { Translate } from '../../i18n/texts.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
}

interface ChoiceContext {
  readonly t: Translate
  readonly lang: Language
  readonly signIn: SignInView
}

/** The choices of a field that is a list, null for one to be typed. */
export function choicesOf(field: string, { t, lang, signIn }: ChoiceContext): readonly Choice[] | null {
  const notSelected = { value: NOT_SELECTED, label: t('common_select') }
  switch (field) {
    case 'age':
      return [
        notSelected,
        ...AGE_BANDS.map(band => ({ value: band, label: ageLabel(band, t) })),
        { value: NO_SEND, label: t('sign_in_no_send') },
      ]
    case 'gender':
      // "Prefer not to say" is an answer of its own, so no second way of not answering is offered (R-3.52, D-25).
      return [notSelected, ...GENDERS.map(value => ({ value, label: t(`sign_in_gender_${value}`) }))]
    case 'resident_area': {
      const areas = areasOf({ t, lang, signIn })
      return areas === null ? null : [notSelected, ...areas]
    }
    default:
      return null
  }
}

/** Where buyers live, as the site asks for it (R-3.45–3.48); null is a line to type in. */
function areasOf({ t, lang, signIn }: ChoiceContext): readonly Choice[] | null {
  switch (signIn.residentArea) {
    case 'text':
      return null
    case 'prefectures':
      return lang === 'ja' ? PREFECTURES : null
    case 'prefectures_and_countries':
      return lang === 'ja' ? PREFECTURES : COUNTRIES_EN
    case 'japan_and_others':
      return lang === 'en' ? COUNTRIES_EN : japanAndOthers(lang)
    case 'regional':
      return signIn.regions.map(value => ({ value, label: t(`site_region_${value}`) }))
  }
}

function ageLabel(band: AgeBand, t: Translate): string {
  if (band === '80 and above') return t('sign_in_age_80')
  const [from = '', to = ''] = band.split('-')
  return t('sign_in_age_range', { from, to })
}
