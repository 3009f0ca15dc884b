import { FIELDS_TEXTS } from '../core/card-fields/fields-texts.ts'
import { Html, html } from '../core/pages/html.ts'

const STYLE = `
:root { color-scheme: light dark; --primary: light-dark(#1d5c4b, #8fd0bb); --background: light-dark(#fff, #1f2123);
  --text: light-dark(#1b1c1e, #eceae5); --secondary: light-dark(#5c5f64, #a9acb1); --danger: light-dark(#a8231b, #ff9d93);
  --font: system-ui, 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif; --size: 16px; --radius: 10px }
* { box-sizing: border-box }
html { background: var(--background) } body { margin: 0; overflow: hidden }
form { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; padding: 4px; color: var(--text); font: var(--size)/1.5 var(--font) }
.wide { grid-column: 1 / -1 }
label { display: block; font-size: .875em; font-weight: 600; margin: 0 0 .375rem }
.box { position: relative; display: block }
input { display: block; width: 100%; min-height: 3rem; padding: .5rem .875rem; font: inherit; font-size: max(16px, 1em); font-variant-numeric: tabular-nums; letter-spacing: .02em; color: inherit; background: var(--background); border: 1px solid color-mix(in srgb, var(--text) 48%, transparent); border-radius: var(--radius) }
input::placeholder { color: var(--secondary); opacity: .7 }
input:focus { outline: 3px solid var(--primary); outline-offset: 0; border-color: transparent }
input[aria-invalid=true] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger) }
input:disabled { opacity: .6 }
#brand { position: absolute; inset: 0 .875rem 0 auto; display: flex; align-items: center; font-size: .75em; font-weight: 600; text-transform: uppercase; letter-spacing: .06em; color: var(--secondary); pointer-events: none }
.error { margin: .375rem 0 0; font-size: .875em; color: var(--danger) } .error:empty { display: none }
.test { margin: 0; font-size: .8125em; color: var(--secondary) }
`

interface Field {
  readonly name: 'number' | 'expiry' | 'cvc'
  readonly autocomplete: string
  readonly placeholder: string
}

const NUMBER: Field = { name: 'number', autocomplete: 'cc-number', placeholder: '' }
const EXPIRY: Field = { name: 'expiry', autocomplete: 'cc-exp', placeholder: 'MM / YY' }
const CVC: Field = { name: 'cvc', autocomplete: 'cc-csc', placeholder: '' }

/** The page in the frame. Its words and the origins that may talk to it stand in a data block for the script. */
export function fieldsPage(storeOrigins: readonly string[]): string {
  const settings = JSON.stringify({ texts: FIELDS_TEXTS, storeOrigins }).replaceAll('<', '\\u003c')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>TEST — card fields</title>
        <style>
          ${new Html(STYLE)}
        </style>
        <script type="application/json" id="settings">
          ${new Html(settings)}
        </script>
        <script src="/stripe/fields.js" defer></script>
      </head>
      <body>
        <form novalidate>
          <div class="wide">${field(NUMBER, html`<span id="brand" aria-hidden="true"></span>`)}</div>
          <div>${field(EXPIRY)}</div>
          <div>${field(CVC)}</div>
          <p class="wide test" data-text="test"></p>
          <button hidden></button>
        </form>
      </body>
    </html> `.markup
}

function field({ name, autocomplete, placeholder }: Field, beside?: Html): Html {
  return html`<label for="${name}" data-text="${name}"></label>
    <span class="box"
      ><input
        id="${name}"
        inputmode="numeric"
        autocomplete="${autocomplete}"
        placeholder="${placeholder}"
        aria-describedby="${name}-error"
        spellcheck="false"
      />${beside}</span
    >
    <p class="error" id="${name}-error" aria-live="polite"></p>`
}
