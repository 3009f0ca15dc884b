import type { Language } from '@kippu/domain/language'

import type { House, Picture } from './house.ts'

/** A part of a mail; the text and the HTML of a mail are two renderings of the same blocks. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading' | 'small'; readonly text: string }
  /** Name and time of the visit, in large letters. */
  | { readonly kind: 'visit'; readonly name: string; readonly lines: readonly string[] }
  /** Labels with their values, each of one or more lines. */
  | { readonly kind: 'facts'; readonly title?: string; readonly rows: readonly Fact[] }
  /** The order lines, the deductions and the total. */
  | {
      readonly kind: 'bill'
      readonly title: string
      readonly rows: readonly BillRow[]
      /** Empty when nothing was deducted; otherwise the sum of the rows comes first. */
      readonly deductions: readonly BillRow[]
      readonly total: BillRow
    }
  /** Figures to be typed in by hand. */
  | { readonly kind: 'code'; readonly code: string }
  /** QR codes to be held to the reader of a gate. */
  | {
      readonly kind: 'tickets'
      readonly title: string
      readonly note: string
      readonly tickets: readonly QrTicket[]
    }
  /** A link inside the words. */
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  /** A link as a button, and in full after a note, for readers without buttons. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string; readonly note: string }

/** A label and its value; a value is words, or words that lead somewhere. */
export type Fact = readonly [label: string, ...lines: FactLine[]]
export type FactLine = string | { readonly text: string; readonly url: string }

export interface BillRow {
  readonly label: string
  /** As displayed, with its currency. */
  readonly amount: string
}

export interface QrTicket {
  /** The kind of person that it lets in: `Adult`. */
  readonly name: string
  /** `1 / 2`. */
  readonly position: string
  /** The content of the code. */
  readonly content: string
  /** The words that are read out instead of it, and stand there while the picture is not shown. */
  readonly readable: string
}

/** A line under a letter; with a `url` it is a link. */
export interface FooterLine {
  readonly text: string
  readonly url?: string
}

/** A file that is attached to a letter. */
export interface LetterFile {
  readonly name: string
  /** With its parameters: `text/calendar; charset=utf-8`. */
  readonly type: string
  readonly content: string
}

/** A mail before it is rendered. */
export interface Letter {
  readonly lang: Language
  readonly subject: string
  /** The line that a list of mails shows after the subject. */
  readonly preview: string
  /** Name of the venue, at the head. */
  readonly site: string
  /** The address for questions, as the footer says it. */
  readonly replyTo: string
  readonly house: House
  /** Whether the venue is pictured: not where a mail has to be there within seconds, and not where it is about money. */
  readonly isPictured: boolean
  /** The subject of the letter, as its headline. */
  readonly title: string
  readonly blocks: readonly Block[]
  /** Lines under the letter. */
  readonly footer: readonly FooterLine[]
  readonly files: readonly LetterFile[]
}

/** The rendered mail that is sent. */
export interface RenderedLetter {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The pictures that the HTML shows by `cid:`. */
  readonly pictures: readonly Picture[]
  readonly files: readonly LetterFile[]
}
