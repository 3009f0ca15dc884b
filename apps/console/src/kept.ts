/** A browser keeps it for its reader; one without storage keeps nothing. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Not kept.
  }
}
