import { foldTyped } from '@kippu/domain/form/normalise'

/** The code of an enrolment in a text: alone, or in the address that `kippu gates enrol` shows. Null where there is none. */
export function enrolmentTokenIn(text: string): string | null {
  return /enr_[\w-]{8,90}/.exec(foldTyped(text))?.[0] ?? null
}

interface Place {
  readonly location: Pick<Location, 'hash' | 'pathname' | 'search'>
  readonly history: Pick<History, 'replaceState'>
}

/** Takes the code out of the address of the page, so that neither the bar nor the history has it. */
export function takeEnrolmentToken({ location, history }: Place): string | null {
  const token = enrolmentTokenIn(location.hash)
  if (token !== null) history.replaceState(null, '', location.pathname + location.search)
  return token
}
