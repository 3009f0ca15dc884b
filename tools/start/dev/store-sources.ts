/** The files that the running store reads: its own and those of the packages under it. */
const STORE_SOURCE =
  /^(?:(?:apps\/server|packages\/(?:domain|contract|texts|sites))\/src|demo\/sites)\/(?!cli\/).+\.(?:ts|sql|json|css|svg|woff2|png|jpg|webp)$/
const TEST = /\.test\.ts$/
const THEME = /^demo\/sites\/(?<site>[^/]+)\/theme\.css$/

/** Folders to watch for the store, from the root. */
export const STORE_FOLDERS = [
  'apps/server/src',
  'packages/domain/src',
  'packages/contract/src',
  'packages/texts/src',
  'packages/sites/src',
  'demo/sites',
]

/** Whether the store has to restart when this file changes. @param file from the root, with slashes. */
export function isStoreSource(file: string): boolean {
  return STORE_SOURCE.test(file) && !TEST.test(file)
}

/** The site that this theme file belongs to. */
export function siteOfTheme(file: string): string | undefined {
  return THEME.exec(file)?.groups?.['site']
}
