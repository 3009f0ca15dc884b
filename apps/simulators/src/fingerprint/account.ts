/** The store's variable that leads to this script. */
export function variables(origin: string): Record<string, string> {
  return { DEVICE_FINGERPRINT_SCRIPT_URL: `${origin}/fingerprint/device.js` }
}
