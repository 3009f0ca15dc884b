import type { SignInView } from '@kippu/contract/first-view'
import { AGE_BANDS, GENDERS, NOT_SELECTED, NO_SEND } from '@kippu/domain/form/order-fields'
import type { AgeBand, FieldContent } from '@kippu/domain/form/order-fields'
import type { Language } from '@kippu/domain/language'
import { COUNTRIES_EN } from '@kippu/texts/lists/countries-en'
import { japanAndOthers } from '@kippu/texts/lists/japan-and-others'
import { PREFECTURES } from '@kippu/texts/lists/prefectures'

import type { Translate } from '../../i18n/texts.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
}

export interface ChoiceContext {
  readonly t: Translate
  readonly lang: Language
  readonly signIn: SignInView
}

/**
 * The choices of a field that is a list, null for a field to type in. An optional list also offers "no answer". For the
 * gender, "prefer not to say" is an answer already, so there is no second way of not answering.
 */
export function choicesOf(
  field: string,
  isRequired: boolean,
  context: ChoiceContext,
): readonly Choice[] | null {
  const answers = answersOf(field, context)
  if (answers === null) return null
  const noAnswer =
    isRequired || field === 'gender' ? [] : [{ value: NO_SEND, label: context.t('sign_in_no_send') }]
  return [{ value: NOT_SELECTED, label: context.t('common_select') }, ...answers, ...noAnswer]
}

/** The words of an answer as the form showed them. */
export function answerWords({ key, value }: FieldContent, context: ChoiceContext): string {
  return choicesOf(key, false, context)?.find(choice => choice.value === value)?.label ?? value
}

/**
 * Whether the form can show an answer: an answer from the list of another site or language cannot be chosen in this
 * one.
 */
export function isOffered({ key, value }: FieldContent, context: ChoiceContext): boolean {
  return choicesOf(key, false, context)?.some(choice => choice.value === value) ?? true
}

function answersOf(field: string, { t, lang, signIn }: ChoiceContext): readonly Choice[] | null {
  switch (field) {
    case 'age':
      return AGE_BANDS.map(band => ({ value: band, label: ageLabel(band, t) }))
    case 'gender':
      return GENDERS.map(value => ({ value, label: t(`sign_in_gender_${value}`) }))
    case 'resident_area':
      return areasOf(signIn, lang, t)
    case 'questionnaire1':
      return signIn.question1.length === 0
        ? null
        : signIn.question1.map(value => ({ value, label: t(`site_question1_${value}`) }))
    default:
      return null
  }
}

/** The list of areas, as the site has set it; null means a line to type in. */
function areasOf(
  { residentArea, regions }: SignInView,
  lang: Language,
  t: Translate,
): readonly Choice[] | null {
  switch (residentArea) {
    case 'text':
      return null
    case 'prefectures':
      return lang === 'ja' ? PREFECTURES : null
    case 'prefectures_and_countries':
      return lang === 'ja' ? PREFECTURES : COUNTRIES_EN
    case 'japan_and_others':
      return lang === 'en' ? COUNTRIES_EN : japanAndOthers(lang)
    case 'regional':
      return regions.map(value => ({ value, label: t(`site_region_${value}`) }))
  }
}

function ageLabel(band: AgeBand, t: Translate): string {
  if (band === '80 and above') return t('sign_in_age_80')
  const [from = '', to = ''] = band.split('-')
  return t('sign_in_age_range', { from, to })
}
