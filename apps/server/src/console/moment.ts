import { jstIso } from '@kippu/domain/jst-date'

/** A moment as the console is told of it; null where there is none. */
export function moment(at: Date): string
export function moment(at: Date | null): string | null
export function moment(at: Date | null): string | null {
  return at === null ? null : jstIso(at.getTime())
}
