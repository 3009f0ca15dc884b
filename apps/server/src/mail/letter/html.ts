/** Markup that is safe to send. Only {@link html} creates it, so a plain value is never mistaken for markup. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Template tag: values are escaped, markup and lists of markup are inserted unchanged. */
export function html(
  parts: TemplateStringsArray,
  ...values: ReadonlyArray<string | Html | readonly Html[]>
): Html {
  const filled = values.map((value, index) => markupOf(value) + (parts[index + 1] ?? ''))
  return new Html((parts[0] ?? '') + filled.join(''))
}

function markupOf(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.markup
  if (typeof value === 'string')
    return value.replaceAll(/[&<>"']/g, character => ENTITIES[character] ?? character)
  return value.map(item => item.markup).join('')
}
