/** A choice of where a buyer lives. The value is stored and stays the same in every language. */
export interface AreaChoice {
  readonly value: string
  readonly label: string
}
