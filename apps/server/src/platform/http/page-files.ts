/** Whether the URL is that of a file which pages are made of: code, styles, faces, pictures. */
export function isPageFile(url: string): boolean {
  return url.startsWith('/assets/') || url.startsWith('/sites/')
}
