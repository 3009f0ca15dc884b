import { isLanguage, type Language } from '@kippu/domain/language'

export interface SummaryRecipient {
  readonly address: string
  readonly lang: Language
}

const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/

/** The setting `Summary_Mail`: `aki@museum.example, ren@museum.example en`. Whoever names no language reads Japanese. */
export function summaryRecipients(setting: string | undefined): readonly SummaryRecipient[] {
  return (setting ?? '').split(',').flatMap(entry => {
    const [address = '', lang = 'ja', ...more] = entry.trim().split(/\s+/)
    return ADDRESS.test(address) && isLanguage(lang) && more.length === 0 ? [{ address, lang }] : []
  })
}
