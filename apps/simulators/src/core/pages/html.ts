/** A piece of markup that is safe to put on a page. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | number | Html | readonly Part[] | false | undefined

/** A template that escapes its values unless they are markup. Lists are joined; `false` and `undefined` add nothing. */
export function html(texts: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(texts.map((text, place) => text + render(values[place])).join(''))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(render).join('')
  return String(part).replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
