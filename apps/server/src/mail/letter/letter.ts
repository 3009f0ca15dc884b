import type { Language } from '@kippu/domain/language'

/** A piece of a mail; the text and the HTML of a mail are two renderings of the same pieces. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading' | 'small'; readonly text: string }
  /** Labels with their values, each of one line or more. */
  | {
      readonly kind: 'facts'
      readonly title?: string
      readonly rows: ReadonlyArray<readonly [label: string, ...lines: string[]]>
    }
  /** What was ordered, what was taken off, and what it comes to. */
  | {
      readonly kind: 'bill'
      readonly title: string
      readonly rows: readonly BillRow[]
      /** Empty when nothing was taken off; else they begin with the sum of the rows. */
      readonly deductions: readonly BillRow[]
      readonly total: BillRow
    }
  /** A link as a button, and written out after a note for readers without buttons. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string; readonly note: string }

export interface BillRow {
  readonly label: string
  /** As it is read, with its currency. */
  readonly amount: string
}

/** A line under a letter; with a `url` it is a link. */
export interface FooterLine {
  readonly text: string
  readonly url?: string
}

/** A mail before it is rendered. */
export interface Letter {
  readonly lang: Language
  readonly subject: string
  /** Name of the venue, at the head. */
  readonly site: string
  readonly blocks: readonly Block[]
  /** Lines under the letter. */
  readonly footer: readonly FooterLine[]
}

/** What a mail program gets. */
export interface RenderedLetter {
  readonly subject: string
  readonly text: string
  readonly html: string
}
