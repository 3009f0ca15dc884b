/** The colour tokens of a theme that mails use. */
export const MAIL_TOKENS = [
  'ground',
  'surface',
  'ink',
  'ink-soft',
  'line',
  'accent',
  'accent-soft',
  'on-accent',
] as const

export type MailToken = (typeof MAIL_TOKENS)[number]

/** `#rrggbb` of each token. */
export type MailColors = Readonly<Record<MailToken, string>>

/** A picture that a mail carries, as a PNG: a code must be seen where nothing is fetched. */
export interface Picture {
  /** The name of the part, without brackets: `qr-0a1b2c@mail`. */
  readonly id: string
  readonly bytes: Buffer
}

/** A house as its mails show it. Mail programs fetch its pictures from the store, at addresses that are the same in every mail. */
export interface House {
  readonly colors: { readonly light: MailColors; readonly dark: MailColors }
  /** The logo on the colour of the card in each scheme, and its size in CSS pixels; null where the name stands in its place. */
  readonly logo: {
    readonly light: string
    readonly dark: string
    readonly width: number
    readonly height: number
  } | null
  /** The venue, 600 × 270; null where its mails begin with words. */
  readonly hero: string | null
}
