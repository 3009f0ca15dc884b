import { isLanguage, type Language } from '@kippu/domain/language'
import { isPlainAddress, summaryEntriesOf } from '@kippu/domain/settings/summary-recipients'

export interface SummaryRecipient {
  readonly address: string
  readonly lang: Language
}

/**
 * The setting `Summary_Mail`: `aki@museum.example, ren@museum.example en`. A reader who names no language reads
 * Japanese.
 */
export function summaryRecipients(setting: string | undefined): readonly SummaryRecipient[] {
  return summaryEntriesOf(setting ?? '').flatMap(({ address, lang, rest }) =>
    isPlainAddress(address) && isLanguage(lang) && rest.length === 0 ? [{ address, lang }] : [],
  )
}
