import path from 'node:path'

/** Has the address with which the owner of the demonstration comes into the console for the first time. */
export function invitationFileOf(dataDir: string): string {
  return path.join(dataDir, 'console-invitation')
}

/** Has the key of the demonstration's reseller, where one was asked for. */
export function resellerKeyFileOf(dataDir: string): string {
  return path.join(dataDir, 'reseller-key')
}
