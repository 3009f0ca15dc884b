import { API_ORIGIN_META } from '@kippu/contract/api-origin'
import { readReservation, readTickets } from '@kippu/contract/reservations'
import { ENTRY_POLICY } from '@kippu/contract/trusted-types'
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import path from 'node:path'

import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

import { dropWords } from './drop-words.ts'

/**
 * The styles of the first screen are in the documents themselves, so that prices are visible after one request
 * (decision 6). Later screens bring their own. They do not override the theme, because it only sets tokens. A link that loads nothing says
 * that the sheet is there: parts whose styles are in it would ask for it again.
 */
export const styleInDocuments: Plugin = {
  name: 'style-in-documents',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
        const sheet = bundle[file]
        return sheet?.type === 'asset'
          ? `<style>${String(sheet.source)}</style>${link.replace('>', ' disabled>')}`
          : link
      }),
  },
}

/**
 * A page whose code was lost on the way answers no press. It is loaded anew when the store can be reached, which it asks every two seconds; at most
 * once a minute in a tab, because a file may stay missing. Without a storage nothing would remember that. The error goes on to the console.
 */
const LOAD_ANEW = `function(e){function r(){setTimeout(function(){fetch('/',{method:'HEAD',cache:'no-store'}).then(function(){location.reload()},r)},2e3)}try{var s=sessionStorage,n=Date.now();if(n-s.getItem('code-lost')>6e4){s.setItem('code-lost',n);r()}}catch(x){}throw e}`

/**
 * Starts a document's entry after the first frame (decision 74). A script element that names a file would need a nonce (decision 30), so a loader at the
 * end adds an inline script, which the content policy allows by its hash, and which imports the entry: what a script of the document itself imports,
 * `strict-dynamic` refuses. Where the browser has Trusted Types, a policy makes its text: this one, whatever it is asked for (decision 43). A page in the
 * background draws no frame, and starts at once. Where the entry does not arrive, the page is loaded anew.
 */
export const startByLoader: Plugin = {
  name: 'start-by-loader',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: html => {
      const [script = '', entry = ''] =
        /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(html) ?? []
      if (script === '') throw new Error('the document has no entry')
      const importing = `import('${entry}').catch(${LOAD_ANEW})`
      const text = `t?t.createPolicy('${ENTRY_POLICY}',{createScript:function(){return i}}).createScript(i):i`
      const loader = `(function(s,i,t){s.text=${text};function a(){document.body.appendChild(s)}if(document.hidden)a();else requestAnimationFrame(function(){setTimeout(a)})})(document.createElement('script'),document.getElementById('entry').text,window.trustedTypes)`
      const links = Array.from(html.matchAll(/<link rel="modulepreload"[^>]*>\s*/g), ([link]) => link)
      // The links move to the top of the head, before its script. Comments of inline scripts are removed.
      return links
        .reduce((rest, link) => rest.replace(link, ''), html.replace(script, ''))
        .replaceAll(/^ *\/\/ .*\n/gm, '')
        .replace('<title>', `<link rel="modulepreload" href="${entry}">${links.join('')}<title>`)
        .replace(
          '</body>',
          // It runs where the loader puts it, and not here.
          `<script type="text/plain" id="entry">${importing}</script><script>${loader}</script></body>`,
        )
    },
  },
}

/** Files of the groups `start` and `first`, which run before a day can be chosen. */
const COMPILED_EARLY = ['start', 'order']

/**
 * Has Chromium compile all functions of these files on another thread while they load (decision 74); other browsers ignore the comment. It has to be
 * the first line, before the one that Vite adds.
 */
const compileEarly: Plugin = {
  name: 'compile-early',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && COMPILED_EARLY.includes(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/**
 * The document of the tickets asks for them itself, while the code arrives that will show them: one round trip less. It only
 * tells the browser to load the two answers; the call that wants one takes it, and where the language or the address is
 * another one, asks by itself. The server can't do this, because it never learns which tickets are opened.
 */
const askForTickets: Plugin = {
  name: 'ask-for-tickets',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path: document }) => {
      if (document !== `/${ENTRIES.ticket}`) return html
      const paths = JSON.stringify([readReservation.path, readTickets.path])
      const ask = `(function(d,l){var t=/^#\\/id\\/([\\w-]+)(?:\\?|$)/.exec(l.hash),v=d.getElementById('first-view'),g=/[?&]lang=([\\w-]+)/.exec(l.hash)||/[?&]lang=([\\w-]+)/.exec(l.search)||(v&&/"lang":"([\\w-]+)"/.exec(v.text)),o=d.querySelector('meta[name="${API_ORIGIN_META}"]');if(t&&g)${paths}.forEach(function(p){var k=d.createElement('link');k.rel='preload';k.as='fetch';k.crossOrigin='anonymous';k.href=(o?o.content:l.origin)+p.replace(/\\{\\w+\\}/,t[1])+'?lang='+g[1];d.head.appendChild(k)})})(document,location)`
      return html.replace('<!--first-view-->', `<!--first-view--><script>${ask}</script>`)
    },
  },
}

/** The module information that is available while modules are grouped into chunks. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const ENTRIES = { order: 'index.html', ticket: 'tickets/index.html' } as const

/** The second part of the order page: its code comes later, but the server renders it. */
const RENDERED_LATER = 'src/screens/order/order-rest.tsx'

/** The modules that every page fetches for the time when a call fails. */
const FAILURE = [
  'src/failure/handle-failure.ts',
  'src/failure/recover-code.ts',
  'src/app/dialog-host.tsx',
] as const

/** Parts of React Query that its index names, so that every page seems to need them, and only pages that change something or read on do. */
const SEEN_BY_INDEX_ALONE = /(?:infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\.js$/

/**
 * The modules that both documents need before they show anything are one file, instead of a dozen that each pay for
 * their own headers and compress separately. The list of modules is read from the imports, because a written list would
 * fall out of date. So are the styles of the part that is rendered before its code arrives: without them it would be
 * unstyled for a moment.
 */
const start = {
  debugName: 'start',
  priority: 6,
  name: (id: string, modules: Modules): string | null => {
    const isNeededBy = needsOf(id, modules)
    if (SEEN_BY_INDEX_ALONE.test(id)) return null
    const isWorn = id.endsWith('.css') && isNeededBy(RENDERED_LATER)
    return isWorn || Object.values(ENTRIES).every(isNeededBy) ? 'start' : null
  },
}

/** The modules that every screen needs for calls. */
const CALLS =
  /[\\/](valibot|packages[\\/]contract(?![\\/]src[\\/](?:check-in|gate|mail-magazines|membership|order-coupons|order-mails|payments|purchases|receipts|shares|signage|spot|time-changes|visiting|wallets)\.ts)|api[\\/]client\.ts)/

/**
 * A second file has the modules that every screen needs for calls: the contract, its schemas and the client; without the calls of payments, of gates, of tickets in other hands, of displays,
 * of the sale at the door, of receipts, changes of time, newsletters, wallets, of what guests ask, and of the form, coupons and members, which later pages make.
 */
const calls = { name: 'calls', test: CALLS, priority: 3 }

/** They are files of their own, after `start` has taken what it needs of the package. */
const changes = { name: 'changes', test: /(?:mutationObserver|useMutation)\.js$/, priority: 4 }
const pages = { name: 'pages', test: /(?:infiniteQueryObserver|useInfiniteQuery)\.js$/, priority: 4 }

/**
 * The modules that the ticket document shares with later screens of the store are one file as well, instead of one for
 * each screen that shares it: a code is shown after three round trips, not after six.
 */
const ticketParts = {
  debugName: 'ticket-parts',
  minShareCount: 2,
  name: (id: string, modules: Modules): string | null => {
    return needsOf(id, modules)(ENTRIES.ticket) ? 'ticket-parts' : null
  },
}

/**
 * The modules beside that which the store needs before it shows anything. A group of its own, because a later one takes
 * along what its modules need.
 */
const first = {
  debugName: 'first',
  priority: 5,
  name: (id: string, modules: Modules): string | null =>
    needsOf(id, modules)(ENTRIES.order) && !SEEN_BY_INDEX_ALONE.test(id) ? 'order' : null,
}

/** The modules of the two parts that follow which the tickets need. */
const shared = {
  debugName: 'shared',
  priority: 2,
  name: (id: string, modules: Modules): string | null => {
    const isNeededBy = needsOf(id, modules)
    return isNeededBy(ENTRIES.ticket) && [RENDERED_LATER, ...FAILURE].some(isNeededBy) ? 'shared' : null
  },
}

/**
 * Each of the two parts that follow the first one is one file: browsers send six requests at a time over a connection of the older kind, and
 * a part of twenty small files would come after four round trips.
 */
const later = {
  debugName: 'later',
  priority: 1,
  name: (id: string, modules: Modules): string | null => {
    const isNeededBy = needsOf(id, modules)
    if (isNeededBy(RENDERED_LATER)) return 'order-rest'
    return FAILURE.some(isNeededBy) ? 'failure' : null
  },
}

/** Whether a file of the app needs a module. */
function needsOf(id: string, modules: Modules): (file: string) => boolean {
  return file => importedBy(path.join(import.meta.dirname, file), modules).has(id)
}

/** A module and all its static imports. */
function importedBy(id: string, modules: Modules, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(id)) return seen
  seen.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) importedBy(imported, modules, seen)
  return seen
}

/** Files by the letters that stand for them. */
const sheets = new Map<string, string>()

/**
 * A short name of a class: four letters of its file and its place in it. A name is three times in what a phone loads (markup, styles, code), and
 * the words of it would be a twentieth of the document.
 */
function shortName(name: string, file: string, css: string): string {
  const sheet = path.relative(import.meta.dirname, file)
  const letters = BigInt(`0x${createHash('sha256').update(sheet).digest('hex')}`)
    .toString(36)
    .slice(-4)
  const other = sheets.get(letters)
  if (other !== undefined && other !== sheet) throw new Error(`${sheet} and ${other} have the same letters`)
  sheets.set(letters, sheet)
  const names = [...new Set(Array.from(css.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g), ([, found]) => found))]
  const place = names.indexOf(name)
  // An animation is not a class.
  return `_${letters}${place < 0 ? `-${name}` : place.toString(36)}`
}

/**
 * Two documents, because moving between the store and the tickets is a full load, and one module for the server, which
 * renders the first view with it.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), dropWords, styleInDocuments, askForTickets, startByLoader, compileEarly],
  // The built server module carries its own React, built for production whatever NODE_ENV the server runs with. In
  // development Node loads React itself.
  ssr: command === 'build' ? { noExternal: true } : {},
  css: command === 'build' ? { modules: { generateScopedName: shortName } } : {},
  build: isSsrBuild
    ? {}
    : {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ENTRIES,
          output: {
            // The first file names all others, and nothing packs letters of chance: one fewer of them is a tenth of a kilobyte.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: { groups: [start, first, changes, pages, calls, shared, later, ticketParts] },
          },
        },
      },
}))
