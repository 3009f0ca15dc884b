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
  /** A link as a button, and written out after a note for readers without buttons. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string; readonly note: string }

/** A mail before it is rendered. */
export interface Letter {
  readonly lang: Language
  readonly subject: string
  /** Name of the venue, at the head. */
  readonly site: string
  readonly blocks: readonly Block[]
  /** Lines under the letter. */
  readonly footer: readonly string[]
}

/** What a mail program gets. */
export interface RenderedLetter {
  readonly subject: string
  readonly text: string
  readonly html: string
}
