/** One line of the doctor's report. */
export interface Finding {
  /** The subject that was looked at: `variables`, `database`, `mail` … */
  readonly check: string
  /** `fault`: the store fails, or will; `advice`: it runs, and could be safer. */
  readonly state: 'ok' | 'advice' | 'fault'
  readonly says: string
  /** The thing to do; null where there is none. */
  readonly todo: string | null
}

export function ok(check: string, says: string): Finding {
  return { check, state: 'ok', says, todo: null }
}

export function advice(check: string, says: string, todo: string): Finding {
  return { check, state: 'advice', says, todo }
}

export function fault(check: string, says: string, todo: string): Finding {
  return { check, state: 'fault', says, todo }
}

/** Those that were found, or one line that says that all is well. */
export function orOk(found: readonly Finding[], check: string, says: string): readonly Finding[] {
  return found.length > 0 ? found : [ok(check, says)]
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
