/**
 * Runs in the page during development. The theme of a site is not a module: the store writes it at the end of the head,
 * as the one style element there that Vite does not know, except the document's own, which comes first.
 */
const firstView = JSON.parse(document.getElementById('first-view')?.textContent ?? 'null')
const theme = [...document.querySelectorAll('head > style:not([data-vite-dev-id])')].at(-1)

import.meta.hot?.on('kippu:theme', ({ site, css }) => {
  if (theme !== undefined && firstView?.site.key === site) theme.textContent = css
})
