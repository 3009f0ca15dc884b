import type { CDPSession, Page } from '@playwright/test'

/** Roles that a screen reader passes over: it reads what is in them. */
const SILENT = new Set(['generic', 'none', 'InlineTextBox', 'LineBreak', 'RootWebArea', 'LayoutTable'])
/** Roles whose words are their name: what is in them is not read again. */
const NAMED_BY_CONTENT = new Set([
  'button',
  'link',
  'heading',
  'option',
  'MenuListOption',
  'DisclosureTriangle',
  'image',
  'LabelText',
  'Legend',
])
/** States that are said when they differ from these. */
const UNSAID = new Set([
  'focusable',
  'settable',
  'editable',
  'multiline',
  'readonly:false',
  'atomic:true',
  'relevant:additions text',
  'multiselectable:false',
  'modal:false',
  'hasPopup:menu',
  'root',
  'url',
  'labelledby',
  'describedby',
  'controls',
  'errormessage',
  'owns',
  'flowto',
  'details',
  'activedescendant',
  'busy:false',
  'invalid:false',
  'required:false',
  'selected:false',
  'atomic:false',
])

type Nodes = Awaited<ReturnType<typeof nodesOf>>
type Node = Nodes[number]

async function nodesOf(session: CDPSession) {
  return (await session.send('Accessibility.getFullAXTree')).nodes
}

/** The screen as a screen reader gets it: Chromium's accessibility tree, a line for each thing that is read, frames where they are. */
export async function readingOf(page: Page): Promise<string[]> {
  const lines: string[] = []
  for (const frame of page.frames()) {
    if (frame !== page.mainFrame()) lines.push(`— frame ${new URL(frame.url()).pathname}`)
    // A frame of another site has a session of its own; one of ours shares that of the page.
    const session = await page
      .context()
      .newCDPSession(frame)
      .catch(() => page.context().newCDPSession(page))
    lines.push(...linesOf(await nodesOf(session)))
    await session.detach()
  }
  return lines
}

function linesOf(nodes: Nodes): string[] {
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const lines: string[] = []
  const visit = (node: Node, depth: number, said: string): void => {
    const role = textOf(node.role)
    const name = textOf(node.name)
    const isRead = !node.ignored && !SILENT.has(role) && !(role === 'StaticText' && isWithin(name, said))
    if (isRead)
      lines.push(`${'  '.repeat(depth)}${[sayRole(role), quoted(name), ...statesOf(node)].join(' ').trim()}`)
    const inside = isRead && NAMED_BY_CONTENT.has(role) ? name : said
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child !== undefined) visit(child, isRead ? depth + 1 : depth, inside)
    }
  }
  const [root] = nodes
  if (root !== undefined) visit(root, 0, '')
  return lines
}

function isWithin(name: string, said: string): boolean {
  const plain = (words: string): string => words.replaceAll(/\s/g, '')
  return name.trim() === '' || plain(said).includes(plain(name))
}

function sayRole(role: string): string {
  return role === 'StaticText' ? '' : role
}

function quoted(name: string): string {
  return name === '' ? '' : `“${name}”`
}

function textOf(value: { readonly value?: unknown } | undefined): string {
  return typeof value?.value === 'string' ? value.value : ''
}

function statesOf({ properties = [], value, description }: Node): string[] {
  const said = properties
    .map(({ name, value: { value: state } }) => (state === true ? name : `${name}:${String(state)}`))
    .filter(state => !UNSAID.has(state) && !UNSAID.has(state.replace(/:.*/, '')))
  const typed = value?.value
  return [
    ...(typed === undefined || typed === '' ? [] : [`value “${String(typed)}”`]),
    ...(textOf(description) === '' ? [] : [`(${textOf(description)})`]),
    ...(said.length === 0 ? [] : [`[${said.join(', ')}]`]),
  ]
}

/** Has each page write down what it says by itself: live regions, titles, and where the focus goes. */
export async function listen(page: Page, hear: (line: string) => void): Promise<void> {
  await page.context().exposeBinding('kippuHeard', (_source, line: string) => hear(line))
  await page.context().addInitScript(() => {
    const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], output, [role="log"]'
    const say = (line: string): void => {
      const heard: unknown = Reflect.get(window, 'kippuHeard')
      if (typeof heard === 'function') heard(line)
    }
    if (window !== window.top) return
    const regions = new Map<Element, string>()
    const look = (): void => {
      for (const region of document.querySelectorAll<HTMLElement>(LIVE)) {
        const words = region.checkVisibility() ? region.innerText.replaceAll(/\s+/g, ' ').trim() : ''
        const before = regions.get(region)
        regions.set(region, words)
        const isAlert = region.matches('[role="alert"], [aria-live="assertive"]')
        // A region that comes with its words is heard where it is an alert, and not by every reader elsewhere.
        if (
          words === before ||
          words === '' ||
          (before === undefined && !isAlert && document.readyState !== 'complete')
        )
          continue
        const kind = isAlert ? 'at once' : 'politely'
        say(`said ${kind}${before === undefined ? ' (new region)' : ''}: “${words}”`)
      }
    }
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['hidden', 'class', 'aria-live', 'role'],
    })
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const words = target.getAttribute('aria-label') ?? target.innerText
      say(
        `focus: ${target.tagName.toLowerCase()}${target.id === '' ? '' : `#${target.id}`} “${words.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}”`,
      )
    })
  })
}
