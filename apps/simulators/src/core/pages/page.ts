import { Html, html } from './html.ts'

const STYLE = `
:root { color-scheme: light dark;
  --paper: light-dark(#f6f5f2, #161718); --card: light-dark(#fff, #1f2123); --ink: light-dark(#1b1c1e, #eceae5);
  --soft: light-dark(#5c5f64, #a9acb1); --line: light-dark(#dedcd6, #383b3f); --accent: light-dark(#1d5c4b, #8fd0bb);
  --on-accent: light-dark(#fff, #10211c); --test: light-dark(#7a4b00, #f1c877); --test-paper: light-dark(#fff3d9, #3a2e17); }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif; overflow-wrap: anywhere }
main { max-width: 60rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3rem) clamp(1rem, 4vw, 2rem) 4rem }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2.125rem); line-height: 1.25; font-weight: 650; letter-spacing: -.01em; margin: 0 0 .5rem }
h2 { font-size: 1.0625rem; font-weight: 650; margin: 0 0 .75rem }
p { margin: 0 0 1rem } a { color: var(--accent); text-underline-offset: .2em }
:is(h1, h2, .test, caption) [lang=ja] { display: inline-block } [lang=ja] { word-break: auto-phrase }
.soft { color: var(--soft) } .small { font-size: .875rem } [lang=ja].small { font-size: .8125rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .875rem; padding: clamp(1rem, 3vw, 1.5rem); margin: 0 0 1.25rem }
.test { display: inline-block; background: var(--test-paper); color: var(--test); font-size: .8125rem; font-weight: 600; border-radius: .875rem; padding: .2rem .8rem; margin: 0 0 1rem }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 3rem; padding: .5rem 1.25rem; border-radius: .625rem; border: 1px solid var(--line); background: var(--card); color: var(--ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
button:hover, .button:hover { border-color: var(--ink) }
.primary { background: var(--accent); color: var(--on-accent); border-color: transparent }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
input { font: inherit; min-height: 3rem; padding: .5rem .875rem; border: 1px solid var(--soft); border-radius: .625rem; background: var(--card); color: var(--ink); width: 100% }
`

/** A whole page in the plain style of the simulators. `style` adds rules to it; `lang` is the main language. */
export function page({ title, body, style = '', lang = 'en' }: PageParts): string {
  const document = html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${new Html(STYLE + style)}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `
  return document.markup
}

export interface PageParts {
  readonly title: string
  readonly body: Html
  readonly style?: string
  readonly lang?: string
}
