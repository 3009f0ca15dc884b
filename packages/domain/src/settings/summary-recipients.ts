const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/

export function isPlainAddress(text: string): boolean {
  return ADDRESS.test(text)
}

export interface SummaryEntry {
  readonly address: string
  /** As it is written; Japanese where none is. */
  readonly lang: string
  /** Words behind the language: there should be none. */
  readonly rest: readonly string[]
}

/** The entries of the setting `Summary_Mail`: `aki@museum.example, ren@museum.example en`. */
export function summaryEntriesOf(setting: string): readonly SummaryEntry[] {
  return setting.split(',').map(entry => {
    const [address = '', lang = 'ja', ...rest] = entry.trim().split(/\s+/)
    return { address, lang, rest }
  })
}
