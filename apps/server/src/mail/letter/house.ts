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

/** A picture that a mail carries, so that nothing is fetched when it is read: nobody learns when and where that was. */
export interface Picture {
  /** The name of the part, without brackets: `hero@mail`. */
  readonly id: string
  readonly type: 'image/jpeg' | 'image/png'
  readonly bytes: Buffer
}

/** A house as its mails show it. */
export interface House {
  readonly colors: { readonly light: MailColors; readonly dark: MailColors }
  /** The logo on the colour of the card in each scheme, and its size in CSS pixels; null where the name stands in its place. */
  readonly logo: {
    readonly light: Picture
    readonly dark: Picture
    readonly width: number
    readonly height: number
  } | null
  /** The venue, 600 × 270; null where its mails begin with words. */
  readonly hero: Picture | null
}
