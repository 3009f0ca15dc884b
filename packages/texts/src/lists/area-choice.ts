/** An answer to the question where a buyer lives. The value is stored and is the same in every language. */
export interface AreaChoice {
  readonly value: string
  readonly label: string
}
