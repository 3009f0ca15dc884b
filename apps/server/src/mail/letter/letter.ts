import type { Language } from '@kippu/domain/language'

/** A part of a mail; the text and the HTML of a mail are two renderings of the same blocks. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading' | 'small'; readonly text: string }
  /** Labels with their values, each of one or more lines. */
  | {
      readonly kind: 'facts'
      readonly title?: string
      readonly rows: ReadonlyArray<readonly [label: string, ...lines: string[]]>
    }
  /** The order lines, the deductions and the total. */
  | {
      readonly kind: 'bill'
      readonly title: string
      readonly rows: readonly BillRow[]
      /** Empty when nothing was deducted; otherwise the sum of the rows comes first. */
      readonly deductions: readonly BillRow[]
      readonly total: BillRow
    }
  /** A link inside the words. */
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  /** A link as a button, and in full after a note, for readers without buttons. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string; readonly note: string }

export interface BillRow {
  readonly label: string
  /** As displayed, with its currency. */
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

/** The rendered mail that is sent. */
export interface RenderedLetter {
  readonly subject: string
  readonly text: string
  readonly html: string
}
