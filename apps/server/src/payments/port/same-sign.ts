/** Signs that Unicode has twice: the one that people write, and the one that Windows-31J has (payments §1.2). */
const OF_WINDOWS: ReadonlyMap<string, string> = new Map([
  ['\u301C', '\uFF5E'], // wave dash
  ['\u2212', '\uFF0D'], // minus
  ['\u2014', '\u2015'], // em dash
  ['\u00A5', '\uFFE5'], // yen; by itself it would become a backslash
])

/** The same sign under the code point that Japanese gateways know. */
export function sameSign(character: string): string {
  return OF_WINDOWS.get(character) ?? character
}
