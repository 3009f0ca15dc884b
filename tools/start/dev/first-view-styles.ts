import type { EnvironmentModuleNode, ViteDevServer } from 'vite'

/**
 * The style sheets of these modules and of all their imports, as elements for the head. In development a sheet comes
 * with its module's script, which is too late for markup that is already there: the page would be unstyled for a
 * moment. Vite's client finds these elements by their attribute, and writes each change into them.
 */
export async function stylesOfFirstView(vite: ViteDevServer, urls: readonly string[]): Promise<string> {
  const { moduleGraph } = vite.environments.ssr
  const sheets = new Map<string, EnvironmentModuleNode>()
  for (const url of urls) {
    // Reads the imports of a module that runs in browsers alone, without running it.
    await vite.environments.ssr.transformRequest(url)
    const module = await moduleGraph.getModuleByUrl(url)
    if (module !== undefined) collectSheets(module, sheets)
  }
  const elements = await Promise.all(
    [...sheets.values()].map(async ({ url, file }) => styleElement(file ?? url, await cssOf(vite, url))),
  )
  return elements.join('')
}

/** In the order of their imports, as in a build. */
function collectSheets(
  module: EnvironmentModuleNode,
  sheets: Map<string, EnvironmentModuleNode>,
  visited = new Set<EnvironmentModuleNode>(),
): void {
  if (visited.has(module)) return
  visited.add(module)
  for (const imported of module.importedModules) collectSheets(imported, sheets, visited)
  if (module.file?.endsWith('.css')) sheets.set(module.file, module)
}

async function cssOf(vite: ViteDevServer, url: string): Promise<string> {
  const [address = url] = url.split('?')
  const module: Record<string, unknown> = await vite.ssrLoadModule(`${address}?inline`)
  return typeof module['default'] === 'string' ? module['default'] : ''
}

function styleElement(file: string, css: string): string {
  return `<style data-vite-dev-id="${file}">${css.replaceAll('</', String.raw`<\/`)}</style>`
}
