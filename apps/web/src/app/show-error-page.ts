import { isMissingCode } from '../failure/new-release.ts'
import { addressOf } from '../page/entry.ts'
import { genericError } from '../page/redirects.ts'

/** A screen that throws is a bug: the visitor gets the error page instead of an empty one. */
export function showErrorPage(error: unknown): void {
  // A visitor who reloads after the error does so on this route.
  if (isMissingCode(error)) return
  const target = addressOf(genericError())
  if (!location.href.endsWith(target)) location.assign(target)
}
