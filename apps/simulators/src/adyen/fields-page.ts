import { FIELDS_TEXTS } from '../core/card-fields/fields-texts.ts'
import { Html, html } from '../core/pages/html.ts'

const STYLE = `
:root { color-scheme: light dark; --accent: light-dark(#1d5c4b, #8fd0bb); --paper: light-dark(#fff, #1f2123);
  --text: light-dark(#1b1c1e, #eceae5); --soft: light-dark(#5c5f64, #a9acb1); --danger: light-dark(#a8231b, #ff9d93);
  --font: system-ui, 'Hiragino Sans', 'Noto Sans JP', 'Noto Sans CJK JP', sans-serif; --size: 16px }
* { box-sizing: border-box }
html { background: transparent } body { margin: 0; overflow: hidden }
form { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; padding: 4px; color: var(--text); font: var(--size)/1.5 var(--font) }
.wide { grid-column: 1 / -1 }
label { display: block; font-size: .875em; font-weight: 600; margin: 0 0 .375rem }
input { display: block; width: 100%; min-height: 3rem; padding: .5rem .875rem; font: inherit; font-size: max(16px, 1em); font-variant-numeric: tabular-nums; color: inherit; background: var(--paper); border: 1px solid color-mix(in srgb, var(--text) 48%, transparent); border-radius: 10px }
input:focus { outline: 3px solid var(--accent); outline-offset: 0; border-color: transparent }
input[aria-invalid=true] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger) }
.error { margin: .375rem 0 0; font-size: .875em; color: var(--danger) } .error:empty { display: none }
.test { margin: 0; font-size: .8125em; color: var(--soft) }
`

/** The name is a field of adyen-web only, so its words stand here. */
const HOLDER_TEXTS: Record<string, { holder: string; holderMissing: string }> = {
  en: { holder: 'Name on card', holderMissing: 'Enter the name as it stands on the card.' },
  ja: { holder: 'カード名義人', holderMissing: 'カードに記載のお名前を入力してください。' },
  kr: { holder: '카드 소유자 이름', holderMissing: '카드에 표기된 이름을 입력해 주세요.' },
  'zh-hans': { holder: '持卡人姓名', holderMissing: '请输入卡面上的姓名。' },
  'zh-hant': { holder: '持卡人姓名', holderMissing: '請輸入卡面上的姓名。' },
  th: { holder: 'ชื่อบนบัตร', holderMissing: 'กรุณากรอกชื่อตามที่ปรากฏบนบัตร' },
}

/** The page in the frame. Its words and the origins that may talk to it stand in a data block for the script. */
export function fieldsPage(storeOrigins: readonly string[]): string {
  const texts = Object.fromEntries(
    Object.entries(FIELDS_TEXTS).map(([language, words]) => [
      language,
      { ...words, ...HOLDER_TEXTS[language] },
    ]),
  )
  const settings = JSON.stringify({ texts, storeOrigins }).replaceAll('<', '\\u003c')
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
        <script src="/adyen/fields.js" defer></script>
      </head>
      <body>
        <form novalidate>
          ${field('number', 'cc-number', 'wide')} ${field('expiry', 'cc-exp')} ${field('cvc', 'cc-csc')}
          ${field('holder', 'cc-name', 'wide')}
          <p class="wide test" data-text="test"></p>
          <button hidden></button>
        </form>
      </body>
    </html> `.markup
}

function field(name: string, autocomplete: string, style = ''): Html {
  return html`<div class="${style}" id="${name}-field">
    <label for="${name}" data-text="${name}"></label>
    <input
      id="${name}"
      inputmode="${name === 'holder' ? 'text' : 'numeric'}"
      autocomplete="${autocomplete}"
      aria-describedby="${name}-error"
      spellcheck="false"
    />
    <p class="error" id="${name}-error" aria-live="polite"></p>
  </div>`
}
