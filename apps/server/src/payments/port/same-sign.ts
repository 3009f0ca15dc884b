/** Characters that Unicode has twice: the one that people type, and the one that Windows-31J has. */
const OF_WINDOWS: ReadonlyMap<string, string> = new Map([
  ['\u301C', '\uFF5E'], // wave dash
  ['\u2212', '\uFF0D'], // minus
  ['\u2014', '\u2015'], // em dash
  ['\u00A5', '\uFFE5'], // yen; the encoder would make a backslash of it
])

/** The same character under the code point that Japanese gateways know. */
export function sameSign(character: string): string {
  return OF_WINDOWS.get(character) ?? character
}
