import { Html, html } from '../pages/html.ts'
import { FIELDS_TEXTS } from './fields-texts.ts'

const STYLE = `
:root { color-scheme: light dark; --primary: var(--text); --background: light-dark(#fff, #1f2123);
  --text: light-dark(#1b1c1e, #eceae5); --secondary: light-dark(#5c5f64, #a9acb1); --danger: light-dark(#a8231b, #ff9d93);
  --font: system-ui, 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif; --size: 16px; --radius: 10px }
* { box-sizing: border-box }
html { background: var(--canvas) } body { margin: 0; overflow: hidden }
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
  readonly name: string
  readonly autocomplete: string
  readonly placeholder?: string
  readonly isWide?: boolean
  readonly inputmode?: 'numeric' | 'text'
}

const NUMBER: Field = { name: 'number', autocomplete: 'cc-number', isWide: true }
const EXPIRY: Field = { name: 'expiry', autocomplete: 'cc-exp', placeholder: 'MM / YY' }
const CVC: Field = { name: 'cvc', autocomplete: 'cc-csc' }
const HOLDER: Field = { name: 'holder', autocomplete: 'cc-name', isWide: true, inputmode: 'text' }

export interface FieldsPage {
  /** Origins whose pages may embed the fields and talk to them. */
  readonly storeOrigins: readonly string[]
  /** Whether the card holder's name is one of the fields. */
  readonly hasHolder: boolean
  /** The background of the page in CSS: a colour, or a custom property of the page. */
  readonly canvas: string
}

/** The page in the frame. Its words and the origins that may talk to it are in a data block for the scripts. */
export function fieldsPage({ storeOrigins, hasHolder, canvas }: FieldsPage): string {
  const settings = JSON.stringify({ texts: FIELDS_TEXTS, storeOrigins }).replaceAll('<', '\\u003c')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>TEST — card fields</title>
        <style>
          ${new Html(`:root { --canvas: ${canvas} }${STYLE}`)}
        </style>
        <script type="application/json" id="settings">
          ${new Html(settings)}
        </script>
        <script src="card-fields.js" defer></script>
        <script src="fields.js" defer></script>
      </head>
      <body>
        <form novalidate>
          ${field(NUMBER, html`<span id="brand" aria-hidden="true"></span>`)} ${field(EXPIRY)} ${field(CVC)}
          ${hasHolder && field(HOLDER)}
          <p class="wide test" data-text="test"></p>
          <button hidden></button>
        </form>
      </body>
    </html> `.markup
}

function field(
  { name, autocomplete, placeholder = '', isWide = false, inputmode = 'numeric' }: Field,
  beside?: Html,
): Html {
  return html`<div class="${isWide && 'wide'}" id="${name}-field">
    <label for="${name}" data-text="${name}"></label>
    <span class="box"
      ><input
        id="${name}"
        inputmode="${inputmode}"
        autocomplete="${autocomplete}"
        placeholder="${placeholder}"
        aria-describedby="${name}-error"
        spellcheck="false"
      />${beside}</span
    >
    <p class="error" id="${name}-error" aria-live="polite"></p>
  </div>`
}
