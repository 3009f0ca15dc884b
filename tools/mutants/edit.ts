/** One small change of a file: the text from `start` to `end` becomes `text`. */
export interface Edit {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly text: string
}

export function applyEdit(source: string, { start, end, text }: Edit): string {
  return source.slice(0, start) + text + source.slice(end)
}

/** The first line that an edit touches, from 1. */
export function lineOf(source: string, { start }: Edit): number {
  return source.slice(0, start).split('\n').length
}
