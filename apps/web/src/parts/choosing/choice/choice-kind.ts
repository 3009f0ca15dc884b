/** The choices of a visitor, each with a section of its own. */
export type ChoiceKind = 'product' | 'date' | 'time' | 'tickets' | 'sets'
